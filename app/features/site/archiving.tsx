/** Archives a site: it is kept with everything in it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Site } from '#contracts/site'
import { href } from '~/hrefs'
import { NoFields, planArchive } from '~/kit/confirmation/archived.server'
import { type Confirmation, confirmationAction, confirmationData } from '~/kit/confirmation/confirmation.server'
import type { PageHandle } from '~/ui/handle'
import { SiteArchivePage } from './archive-page'
import { siteThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:site.archive.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const consequence: Confirmation<'site', Site, NoFields> = {
  change: 'site.archive',
  thing: siteThing,
  page: 'siteArchiving',
  form: NoFields,
  plan: (site, { language }) => planArchive('site', site, { archived: true, language }),
  async send({ write, changeId }, { at, version }) {
    await write(contract.updateSite, { path: { id: at.siteId }, body: { archived: true, eTag: version } })
    return href('site', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { now, data } = await confirmationData(args, consequence, (t) => t('main:site.archive.short'))
  return { ...data, isDone: now.archived === true }
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, consequence)
}

export default function SiteArchivingPage() {
  return <SiteArchivePage change="archive" {...useLoaderData<typeof loader>()} />
}
