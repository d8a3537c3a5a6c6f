/** Deletes a site with everything in it: shows what is deleted, needs its name and a reason (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Site } from '#contracts/site'
import { href } from '~/hrefs'
import { PlaceDeletionPage } from '~/kit/confirmation/place-deletion'
import { deletionAction, deletionData, type PlaceDeletion } from '~/kit/confirmation/place-deletion.server'
import type { PageHandle } from '~/ui/handle'
import { siteThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const deletion: PlaceDeletion<'site', Site> = {
  change: 'site.delete',
  thing: siteThing,
  inside: ({ counts }) => ({ buildings: counts?.buildings, spaces: counts?.spaces, devices: counts?.devices }),
  confirm: 'name',
  async send({ write, changeId }, at) {
    await write(contract.deleteSite, { path: { id: at.siteId }, query: { force: true } })
    return href('customerSites', at, { changed: changeId })
  },
}

export function loader(args: LoaderFunctionArgs) {
  return deletionData(args, deletion)
}

export function action(args: ActionFunctionArgs) {
  return deletionAction(args, deletion)
}

export default function SiteDeletion() {
  return <PlaceDeletionPage kind="site" {...useLoaderData<typeof loader>()} />
}
