/** Deleting a space with everything in it: what goes, then a reason (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Space } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { type Inside, PlaceDeletion } from '~/screens/consequence/place-deletion'
import { DeletionForm, deletionPlan, openTunnelsBelow } from '~/screens/consequence/place-deletion.server'
import { crumbsOf } from '~/screens/place/crumbs'
import { spaceAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { filledSpace } from '~/things/space/form'
import type { PageHandle } from '~/ui/handle'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('spaceDeletion', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const [{ node: space, path }, tunnels] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'spaceDeletion', at, request: args.request },
      page.read(contract.getSpace, { path: { id: at.spaceId } }),
    ),
    openTunnelsBelow(page, at.customerId, at.spaceId),
  ])
  return {
    name: space.name,
    inside: insideOf(space, tunnels),
    cancelHref: href('space', at),
    crumbs: [
      ...crumbsOf(at, path, { name: space.name, href: href('space', at) }),
      { name: translator(page.language)('main:site.deletion.short'), href: href('spaceDeletion', at) },
    ],
    age: page.age(),
  }
}

function insideOf({ counts }: Space, tunnels: number | undefined): Inside {
  return { spaces: counts?.spaces, devices: counts?.devices, tunnels }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('spaceDeletion', args.params)
  return mutate(args, {
    name: 'space.delete',
    about: { kind: 'space', id: at.spaceId, name: at.spaceId },
    removes: true,
    form: DeletionForm,
    async plan({ read, may }) {
      const [{ space }, tunnels] = await Promise.all([
        spaceAt(read, at),
        openTunnelsBelow({ ask: read, may }, at.customerId, at.spaceId),
      ])
      return deletionPlan({
        subject: { kind: 'space', id: space.id, name: space.name, path: space.path },
        version: space.eTag,
        before: filledSpace(space),
        inside: insideOf(space, tunnels),
      })
    },
    async work({ read, write, changeId }) {
      const { space } = await spaceAt(read, at)
      await write(contract.deleteSpace, { path: { id: at.spaceId }, query: { force: true } })
      const { parentSpaceId } = space
      const changed = { changed: changeId }
      return parentSpaceId ? href('space', { ...at, spaceId: parentSpaceId }, changed) : href('building', at, changed)
    },
  })
}

export default function SpaceDeletionPage() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <PlaceDeletion place={{ kind: 'space', isNameAsked: false, ...data }} reply={reply} />
}
