/** A tenant: its customers with what they hold, what is known of it, and what can be done. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ChangedNotice } from '~/audit/changed-notice'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { HistoryLink } from '~/screens/place/history-link'
import { Select, TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { CustomerTable } from './customer-table'
import { isMoving } from './onboarding-status'
import { type TenantPageData, tenantOverview } from './overview.server'
import { TenantStateBadges } from './state'
import { TenantFacts } from './tenant-facts'
import { TenantNotice } from './tenant-notice'

export const handle = { title: (data) => data.name, menu: 'customers' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenant', args.params)
  const made = await reader(args, { capability: 'customer.read' })
  return tenantOverview(made, at, args.request)
}

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
