/** A tenant: its customers with what they hold, what is known of it, and what can be done. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/screens/list/list'
import { listData } from '~/screens/list/source.server'
import { HistoryLink } from '~/screens/place/history-link'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { customerView } from './customer-columns'
import { customers } from './customers.server'
import { isMoving } from './onboarding-status'
import { type TenantPageData, tenantOverview } from './overview.server'
import { TenantStateBadges } from './state'
import { TenantFacts } from './tenant-facts'
import { TenantNotice } from './tenant-notice'

export const handle = { title: (data) => data.name, menu: 'customers' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenant', args.params)
  const made = await reader(args, { view: 'customers' })
  const [list, overview] = await Promise.all([
    listData(made, customers, {
      at,
      request: args.request,
      list: (search) => href('tenant', at, search),
      csv: (search) => href('customersCsv', at, search),
    }),
    tenantOverview(made, at, args.request),
  ])
  return { ...overview, list, age: made.age(), crumbs: [] }
}

export default function TenantPage() {
  const t = useT()
  const { at, name, facts, factsAreMissing, isAuto, links, list } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <ChangedNotice tenantId={at.tenantId} />
      <PageHeader
        kind={t('entity.tenant')}
        name={name}
        status={facts && <TenantStateBadges {...facts} />}
        actions={<Links links={links} />}
      />
      {facts && <TenantNotice at={at} facts={facts} isAuto={isMoving(facts) && isAuto} />}
      <List
        list={list}
        view={customerView}
        caption={t('main:tenant.caption')}
        whenEmpty={links.newCustomer && <NewCustomer href={links.newCustomer} />}
      />
      {(facts || factsAreMissing) && (
        <Section title={t('main:tenant.about')}>
          {facts ? <TenantFacts facts={facts} links={links} /> : <p>{t('main:tenant.factsUnknown')}</p>}
        </Section>
      )}
    </Stack>
  )
}

function Links({ links }: Pick<TenantPageData, 'links'>) {
  const t = useT()
  return (
    <>
      {links.newCustomer && <NewCustomer href={links.newCustomer} />}
      {links.onboarding && <ButtonLink href={links.onboarding}>{t('main:tenant.onboard')}</ButtonLink>}
      {links.settings && <ButtonLink href={links.settings}>{t('main:tenant.edit')}</ButtonLink>}
      {links.offboarding && <ButtonLink href={links.offboarding}>{t('main:tenant.offboard')}</ButtonLink>}
      <HistoryLink kind="tenant" />
    </>
  )
}

function NewCustomer({ href }: { href: string }) {
  const t = useT()
  return (
    <ButtonLink look="primary" href={href}>
      {t('main:tenant.createCustomer')}
    </ButtonLink>
  )
}
