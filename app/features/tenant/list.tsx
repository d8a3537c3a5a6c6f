/** The tenants that the person may enter; all tenants with their state for super-admins. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { config } from '~/config.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { readerOutside } from '~/kit/frame/last-place.server'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
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
  const { seed, rootTenantId } = config()
  const isNew = seed === 'none' && reader.may('tenant.create') && !list.isNarrowed && list.rows.length === 1
  return {
    list,
    rootHref: isNew ? href('tenant', { tenantId: rootTenantId }) : null,
    seesEverything: reader.person.isSuper,
    newHref: reader.may('tenant.create') ? href('newTenant', {}) : null,
    age: reader.age(),
  }
}

export default function TenantList() {
  const t = useT()
  const { list, seesEverything, newHref, rootHref } = useLoaderData<typeof loader>()
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
      {rootHref && newHref && <FirstSteps newHref={newHref} rootHref={rootHref} />}
      <List
        list={list}
        view={seesEverything ? tenantView : ownTenantView}
        caption={t('main:tenant.list.caption')}
        offers={[{ label: t('main:tenant.list.create'), href: newHref, who: 'platform', isMain: true }]}
      />
    </Stack>
  )
}

/** What the administrator of a new installation does first. */
function FirstSteps({ newHref, rootHref }: { newHref: string; rootHref: string }) {
  const t = useT()
  return (
    <Section title={t('main:tenant.first.title')}>
      <ol className="list-decimal space-y-1 ps-6">
        <li>
          <A href={newHref}>{t('main:tenant.first.tenant')}</A>. {t('main:tenant.first.tenantHint')}
        </li>
        <li>{t('main:tenant.first.onboard')}</li>
        <li>{t('main:tenant.first.customer')}</li>
        <li>{t('main:tenant.first.site')}</li>
      </ol>
      <p className="mt-2 text-soft">
        {t('main:tenant.first.root')} <A href={rootHref}>{t('main:tenant.first.openRoot')}</A>
      </p>
    </Section>
  )
}
