/** All sites of a customer: to find one, and to move or export many. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { noGroup } from '~/paths'
import { List } from '~/screens/list/list'
import { listData } from '~/screens/list/source.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Stack } from '~/ui/page'
import { siteView } from './columns'
import { sites } from './sites.server'

export const handle = { title: (_, t) => t('main:site.list.title'), menu: 'sites' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerSites', args.params)
  const made = await reader(args, { capability: 'hierarchy.read' })
  const [customer, list] = await Promise.all([
    ownCustomer(made.read, at),
    listData(made, sites, {
      at,
      request: args.request,
      list: (search) => href('customerSites', at, search),
      csv: (search) => href('customerSitesCsv', at, search),
    }),
  ])
  const mayWrite = made.may('hierarchy.write')
  const { groupId } = list.filter
  return {
    customer: customer.name,
    tenantId: at.tenantId,
    list,
    links: {
      build: mayWrite ? href('siteImport', at) : null,
      create: mayWrite ? href('newSite', at, { groupId: groupId === noGroup ? null : groupId }) : null,
    },
    crumbs: [{ name: translator(made.language)('main:site.list.title'), href: href('customerSites', at) }],
    age: made.age(),
  }
}

export default function SitesPage() {
  const t = useT()
  const { tenantId, customer, list, links } = useLoaderData<typeof loader>()
  const create = links.create && <ButtonLink href={links.create}>{t('main:change.site.create')}</ButtonLink>
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{customer}</bdi>}
        name={t('main:site.list.title')}
        actions={
          <>
            {links.build && <ButtonLink href={links.build}>{t('main:import.short')}</ButtonLink>}
            {create}
          </>
        }
      />
      <ChangedNotice tenantId={tenantId} />
      <List list={list} view={siteView} caption={t('main:site.list.of', { name: customer })} whenEmpty={create} />
    </Stack>
  )
}
