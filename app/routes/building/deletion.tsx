/** Deleting a building with everything in it: what goes, the name typed, a reason (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Building, site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { type Inside, PlaceDeletion } from '~/screens/consequence/place-deletion'
import { DeletionForm, deletionPlan, openTunnelsBelow } from '~/screens/consequence/place-deletion.server'
import { crumbsOf } from '~/screens/place/crumbs'
import { buildingAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { filledBuilding } from '~/things/building/form'
import type { PageHandle } from '~/ui/handle'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('buildingDeletion', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const [{ node: building, path }, tunnels] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'buildingDeletion', at, request: args.request },
      page.read(contract.getBuilding, { path: { id: at.buildingId } }),
    ),
    openTunnelsBelow(page, at.customerId, at.buildingId),
  ])
  return {
    name: building.name,
    inside: insideOf(building, tunnels),
    cancelHref: href('building', at),
    crumbs: [
      ...crumbsOf(at, path, { name: building.name, href: href('building', at) }),
      { name: translator(page.language)('main:site.deletion.short'), href: href('buildingDeletion', at) },
    ],
    age: page.age(),
  }
}

function insideOf({ counts }: Building, tunnels: number | undefined): Inside {
  return { spaces: counts?.spaces, devices: counts?.devices, tunnels }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('buildingDeletion', args.params)
  return mutate(args, {
    name: 'building.delete',
    about: { kind: 'building', id: at.buildingId, name: at.buildingId },
    removes: true,
    form: DeletionForm,
    async plan({ form, read, may }) {
      const [{ site, building }, tunnels] = await Promise.all([
        buildingAt(read, at),
        openTunnelsBelow({ ask: read, may }, at.customerId, at.buildingId),
      ])
      return deletionPlan({
        subject: { kind: 'building', id: building.id, name: building.name, path: building.path },
        version: building.eTag,
        before: filledBuilding(building, site.units),
        inside: insideOf(building, tunnels),
        typed: { confirmName: form.confirmName },
      })
    },
    async work({ write, changeId }) {
      await write(contract.deleteBuilding, { path: { id: at.buildingId }, query: { force: true } })
      return href('site', at, { changed: changeId })
    },
  })
}

export default function BuildingDeletionPage() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <PlaceDeletion place={{ kind: 'building', isNameAsked: true, ...data }} reply={reply} />
}
