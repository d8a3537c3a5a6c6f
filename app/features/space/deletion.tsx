/** Deletes a space with everything in it; needs its name where it has controllers, and a reason (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Space } from '#contracts/site'
import { href } from '~/hrefs'
import { PlaceDeletionPage } from '~/kit/confirmation/place-deletion'
import { deletionAction, deletionData, type PlaceDeletion } from '~/kit/confirmation/place-deletion.server'
import { spaceAt } from '~/kit/place/own-place.server'
import type { PageHandle } from '~/ui/handle'
import { spaceThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const deletion: PlaceDeletion<'space', Space> = {
  change: 'space.delete',
  thing: spaceThing,
  inside: ({ counts }) => ({ spaces: counts?.spaces, devices: counts?.devices }),
  confirm: 'nameIfControllers',
  async send({ read, write, changeId }, at) {
    const { parentSpaceId } = (await spaceAt(read, at)).space
    await write(contract.deleteSpace, { path: { id: at.spaceId }, query: { force: true } })
    const changed = { changed: changeId }
    return parentSpaceId ? href('space', { ...at, spaceId: parentSpaceId }, changed) : href('building', at, changed)
  },
}

export function loader(args: LoaderFunctionArgs) {
  return deletionData(args, deletion)
}

export function action(args: ActionFunctionArgs) {
  return deletionAction(args, deletion)
}

export default function SpaceDeletion() {
  return <PlaceDeletionPage kind="space" {...useLoaderData<typeof loader>()} />
}
