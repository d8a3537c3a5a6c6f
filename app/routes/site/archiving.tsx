/** Archives a site: it is kept with everything in it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Site } from '#contracts/site'
import { href } from '~/hrefs'
import { archivedPlan, NoFields } from '~/screens/consequence/archived.server'
import { type Consequence, consequenceAction, consequenceData } from '~/screens/consequence/consequence.server'
import { siteThing } from '~/things/site/thing.server'
import type { PageHandle } from '~/ui/handle'
import { ArchivePage } from './archive-page'

export const handle = {
  title: (data, t) => t('main:site.archive.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const consequence: Consequence<'site', Site, NoFields> = {
  change: 'site.archive',
  thing: siteThing,
  page: 'siteArchiving',
  form: NoFields,
  plan: (site, { language }) => archivedPlan('site', site, { archived: true, language }),
  async send({ write, changeId }, { at, version }) {
    await write(contract.updateSite, { path: { id: at.siteId }, body: { archived: true, eTag: version } })
    return href('site', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { now, data } = await consequenceData(args, consequence, (t) => t('main:site.archive.short'))
  return { ...data, isDone: now.archived === true }
}

export function action(args: ActionFunctionArgs) {
  return consequenceAction(args, consequence)
}

export default function SiteArchivingPage() {
  return <ArchivePage change="archive" {...useLoaderData<typeof loader>()} />
}
