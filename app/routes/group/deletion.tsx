/** Deleting a site group; its sites stay, in no group (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type SiteGroup } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { type Inside, PlaceDeletion } from '~/screens/consequence/place-deletion'
import { DeletionForm, deletionPlan } from '~/screens/consequence/place-deletion.server'
import { crumbsOf } from '~/screens/place/crumbs'
import { groupAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { filledGroup } from '~/things/group/form'
import type { PageHandle } from '~/ui/handle'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('groupDeletion', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const { node: group } = await atRightAddress(
    { reader: page, name: 'groupDeletion', at, request: args.request },
    page.read(contract.getSiteGroup, { path: { id: at.groupId } }),
  )
  return {
    name: group.name,
    inside: insideOf(group),
    cancelHref: href('group', at),
    crumbs: [
      ...crumbsOf(at, [], { name: group.name, href: href('group', at) }),
      { name: translator(page.language)('main:site.deletion.short'), href: href('groupDeletion', at) },
    ],
    age: page.age(),
  }
}

function insideOf({ siteCount, siteIds }: SiteGroup): Inside {
  return { sites: siteCount ?? siteIds.length }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('groupDeletion', args.params)
  return mutate(args, {
    name: 'group.delete',
    about: { kind: 'group', id: at.groupId, name: at.groupId },
    removes: true,
    form: DeletionForm,
    async plan({ read }) {
      const group = await groupAt(read, at)
      return deletionPlan({
        subject: { kind: 'group', id: group.id, name: group.name, path: [] },
        version: group.eTag,
        before: filledGroup(group),
        inside: insideOf(group),
      })
    },
    async work({ write, changeId }) {
      await write(contract.deleteSiteGroup, { path: { id: at.groupId } })
      return href('customer', at, { changed: changeId })
    },
  })
}

export default function GroupDeletionPage() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <PlaceDeletion place={{ kind: 'group', isNameAsked: false, ...data }} reply={reply} />
}
