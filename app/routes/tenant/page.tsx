/** A tenant: its customers with what they hold, what is known of it, and what can be done. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { ChangedNotice } from '~/audit/changed-notice'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Select, TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { notUnderstood } from '../not-understood'
import { HistoryLink } from '../trail/history-link'
import { CustomerTable } from './customer-table'
import { customerSearch, findCustomers } from './find-customers.server'
import { isMoving, isStartable } from './onboarding-status'
import { TenantStateBadges } from './state'
import { TenantFacts } from './tenant-facts'
import { TenantNotice } from './tenant-notice'

export const handle = { title: (data) => data.name, menu: 'customers' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenant', args.params)
  const made = await reader(args, { capability: 'customer.read' })
  const { panel, may, person } = made
  const search = customerSearch(args.request, made)
  const [customers, facts] = await Promise.all([
    findCustomers(made, at.tenantId, search, 50),
    may('tenant.read') ? panel(tenant.getTenant, { path: { id: at.tenantId } }) : null,
  ])
  const found = facts?.ok ? facts.value : null
  const known = person.info.tenants.find((one) => one.tenantId === at.tenantId)
  const kept = { q: search.q, archived: search.archived && '1' }
  return {
    at,
    name: found?.name ?? known?.name ?? '',
    facts: found && {
      code: found.tenantId,
      domains: found.domains ?? [],
      totalUsers: found.totalUsers,
      onboardingStatus: found.onboardingStatus,
      isDisabled: found.isDisabled,
    },
    factsAreMissing: facts?.ok === false,
    isAuto: new URL(args.request.url).searchParams.has('auto'),
    unclear: notUnderstood(args.request, { q: search.q, archived: search.archived || null }),
    filter: { q: search.q, archived: search.archived },
    mayArchived: may('customer.archive'),
    links: {
      newCustomer: may('customer.create') ? href('newCustomer', at) : null,
      settings: may('tenant.update') ? href('tenantSettings', at) : null,
      onboarding: may('tenant.onboard') && isStartable(found) ? href('tenantOnboarding', at) : null,
      offboarding:
        may('tenant.onboard') && found?.onboardingStatus === 'onboarded' ? href('tenantOffboarding', at) : null,
      users: may('user.read') ? href('users', at) : null,
      initials: may('user.read') ? href('tenantInitials', at) : null,
      csv: href('customersCsv', at, kept),
    },
    rows: customers.rows,
    total: customers.total,
    firstHref: search.after ? href('tenant', at, kept) : undefined,
    nextHref: customers.next ? href('tenant', at, { ...kept, after: customers.next }) : undefined,
    age: made.age(),
    crumbs: [],
  }
}

export type TenantPageData = ReturnType<typeof useLoaderData<typeof loader>>

export default function TenantPage() {
  const t = useT()
  const { at, name, facts, factsAreMissing, isAuto, links, rows, total, firstHref, nextHref, filter, mayArchived } =
    useLoaderData<typeof loader>()
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
      <Filters clearHref={filter.q || filter.archived ? href('tenant', at) : undefined}>
        <TextInput name="q" type="search" label={t('main:tenant.search')} defaultValue={filter.q} />
        {mayArchived && (
          <Select
            name="archived"
            label={t('main:tenant.show')}
            defaultValue={filter.archived ? '1' : ''}
            options={[
              { value: '', label: t('main:tenant.active') },
              { value: '1', label: t('main:tenant.archived') },
            ]}
          />
        )}
      </Filters>
      <Section flush>
        <CustomerTable at={at} rows={rows} filter={filter} newHref={links.newCustomer} />
        <Pager
          caption={t('main:tenant.caption')}
          shown={rows.length}
          total={total}
          firstHref={firstHref}
          nextHref={nextHref}
        />
      </Section>
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
      {links.newCustomer && (
        <ButtonLink look="primary" href={links.newCustomer}>
          {t('main:tenant.createCustomer')}
        </ButtonLink>
      )}
      {links.onboarding && <ButtonLink href={links.onboarding}>{t('main:tenant.onboard')}</ButtonLink>}
      {links.settings && <ButtonLink href={links.settings}>{t('main:tenant.edit')}</ButtonLink>}
      {links.offboarding && <ButtonLink href={links.offboarding}>{t('main:tenant.offboard')}</ButtonLink>}
      <ButtonLink href={links.csv}>{t('action.download')}</ButtonLink>
      <HistoryLink kind="tenant" />
    </>
  )
}
