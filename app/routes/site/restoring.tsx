/** Taking an archived site back into use. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { crumbsOf } from '~/screens/place/crumbs'
import { atRightAddress } from '~/screens/place/right-address.server'
import type { PageHandle } from '~/ui/handle'
import { ArchivePage } from './archive-page'
import { archivePlan, NoFields, saveArchived } from './archive-plan.server'

export const handle = {
  title: (data, t) => t('main:site.restore.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteRestoring', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const { node: site, path } = await atRightAddress(
    { reader: page, name: 'siteRestoring', at, request: args.request },
    page.read(contract.getSite, { path: { id: at.siteId } }),
  )
  return {
    name: site.name,
    isDone: site.archived === false,
    cancelHref: href('site', at),
    crumbs: [
      ...crumbsOf(at, path, { name: site.name, href: href('site', at) }),
      { name: translator(page.language)('main:site.restore.short'), href: href('siteRestoring', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteRestoring', args.params)
  return mutate(args, {
    name: 'site.restore',
    about: { kind: 'site', id: at.siteId, name: at.siteId },
    form: NoFields,
    plan: (desk) => archivePlan(desk, { at, archived: false }),
    async work(desk) {
      await saveArchived(desk, { at, archived: false })
      return href('site', at, { changed: desk.changeId })
    },
  })
}

export default function SiteRestoringPage() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <ArchivePage {...data} change="restore" reply={reply} />
}
