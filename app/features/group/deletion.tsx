/** Deletes a site group; its sites become ungrouped (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { href } from '~/hrefs'
import { PlaceDeletionPage } from '~/kit/confirmation/place-deletion'
import { deletionAction, deletionData, type PlaceDeletion } from '~/kit/confirmation/place-deletion.server'
import type { PageHandle } from '~/ui/handle'
import { type GroupEntity, groupThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const deletion: PlaceDeletion<'group', GroupEntity> = {
  change: 'group.delete',
  thing: groupThing,
  inside: ({ siteCount, siteIds }) => ({ sites: siteCount ?? siteIds.length }),
  keepsContents: true,
  confirm: 'none',
  async send({ write, changeId }, at) {
    await write(contract.deleteSiteGroup, { path: { id: at.groupId } })
    return href('customer', at, { changed: changeId })
  },
}

export function loader(args: LoaderFunctionArgs) {
  return deletionData(args, deletion)
}

export function action(args: ActionFunctionArgs) {
  return deletionAction(args, deletion)
}

export default function GroupDeletion() {
  return <PlaceDeletionPage kind="group" {...useLoaderData<typeof loader>()} />
}
