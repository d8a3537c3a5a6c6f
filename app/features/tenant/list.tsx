/** The tenants that the person may enter; all tenants with their state for super-admins. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { readerOutside } from '~/kit/frame/last-place.server'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Stack } from '~/ui/page'
import { ownTenantView, tenantView } from './columns'
import { tenants } from './tenants.server'

export const handle = {
  title: (_, t) => t('main:view.tenants'),
  menu: 'tenants',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const reader = readerOutside(await readerFor(args), 'tenants')
  const list = await listData(reader, tenants, {
    at: null,
    request: args.request,
    list: (search) => href('tenants', {}, search),
    csv: (search) => href('tenantsCsv', {}, search),
  })
  return {
    list,
    seesEverything: reader.person.isSuper,
    newHref: reader.may('tenant.create') ? href('newTenant', {}) : null,
    age: reader.age(),
  }
}

export default function TenantList() {
  const t = useT()
  const { list, seesEverything, newHref } = useLoaderData<typeof loader>()
  const create = newHref && (
    <ButtonLink look="primary" href={newHref}>
      {t('main:tenant.list.create')}
    </ButtonLink>
  )
  return (
    <Stack>
      <PageHeader
        name={t('main:view.tenants')}
        status={<span className="text-soft">{t('main:tenant.list.intro')}</span>}
        actions={create}
      />
      <List
        list={list}
        view={seesEverything ? tenantView : ownTenantView}
        caption={t('main:tenant.list.caption')}
        whenEmpty={create}
      />
    </Stack>
  )
}
