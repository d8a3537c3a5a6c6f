/** Deletes a building with everything in it: consequences, the name typed, a reason (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { href } from '~/hrefs'
import { PlaceDeletionPage } from '~/kit/confirmation/place-deletion'
import { deletionAction, deletionData, type PlaceDeletion } from '~/kit/confirmation/place-deletion.server'
import type { PageHandle } from '~/ui/handle'
import { type BuildingEntity, buildingThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const deletion: PlaceDeletion<'building', BuildingEntity> = {
  change: 'building.delete',
  thing: buildingThing,
  inside: ({ counts }) => ({ spaces: counts?.spaces, devices: counts?.devices }),
  confirm: 'name',
  async send({ write, changeId }, at) {
    await write(contract.deleteBuilding, { path: { id: at.buildingId }, query: { force: true } })
    return href('site', at, { changed: changeId })
  },
}

export function loader(args: LoaderFunctionArgs) {
  return deletionData(args, deletion)
}

export function action(args: ActionFunctionArgs) {
  return deletionAction(args, deletion)
}

export default function BuildingDeletion() {
  return <PlaceDeletionPage kind="building" {...useLoaderData<typeof loader>()} />
}
