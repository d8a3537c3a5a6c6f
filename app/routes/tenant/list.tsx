/** The tenants somebody may enter; a super-admin finds all of them here, with their state. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TenantState } from '#contracts/tenant'
import { reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { readerOutside } from '~/screens/frame/last-place.server'
import { notUnderstood } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { readableDomain } from '~/things/tenant/readable-domain.server'
import { EmptyState } from '~/ui/empty-state'
import { Select, TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { findTenants, noTenants, type TenantRow, tenantSearch } from './find-tenants.server'
import { TenantStateBadges } from './state'

export const handle = {
  title: (_, t) => t('main:tenant.list.title'),
  menu: 'tenants',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = readerOutside(await reader(args), 'tenant.list')
  const search = tenantSearch(args.request)
  const { found, refused } = await orRefused(args.request, findTenants(made, search, 50), noTenants)
  const { after, ...filter } = search
  return {
    filter,
    unclear: notUnderstood(args.request, filter, refused),
    refused,
    states: TenantState.options,
    seesEverything: made.person.isSuper,
    mayCreate: made.may('tenant.create'),
    rows: found.rows.map((row) => ({ ...row, domains: row.domains?.map(readableDomain) })),
    total: found.total,
    firstHref: after ? href('tenants', {}, filter) : undefined,
    nextHref: found.next ? href('tenants', {}, { ...filter, after: found.next }) : undefined,
    csvHref: href('tenantsCsv', {}, filter),
    age: made.age(),
  }
}

export default function TenantList() {
  const t = useT()
  const { filter, states, seesEverything, mayCreate, rows, total, firstHref, nextHref, csvHref } =
    useLoaderData<typeof loader>()
  const columns = useColumns(seesEverything)
  return (
    <Stack>
      <PageHeader
        name={t('main:tenant.list.title')}
        status={<span className="text-soft">{t('main:tenant.list.intro')}</span>}
        actions={
          <>
            {mayCreate && (
              <ButtonLink look="primary" href={href('newTenant', {})}>
                {t('main:tenant.list.create')}
              </ButtonLink>
            )}
            <ButtonLink href={csvHref}>{t('action.download')}</ButtonLink>
          </>
        }
      />
      <Filters clearHref={filter.q || filter.state ? href('tenants', {}) : undefined}>
        <TextInput name="q" type="search" label={t('main:tenant.list.search')} defaultValue={filter.q} />
        {seesEverything && (
          <Select
            name="state"
            label={t('main:tenant.list.state')}
            defaultValue={filter.state ?? ''}
            options={[
              { value: '', label: t('word.any') },
              ...states.map((state) => ({ value: state, label: t(`main:tenant.state.${state}`) })),
            ]}
          />
        )}
      </Filters>
      <Section flush>
        <Table
          caption={t('main:tenant.list.caption')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          empty={<EmptyState title={t('main:tenant.list.empty')}>{t('main:tenant.list.emptyHint')}</EmptyState>}
        />
        <Pager
          caption={t('main:tenant.list.caption')}
          shown={rows.length}
          total={total}
          firstHref={firstHref}
          nextHref={nextHref}
        />
      </Section>
    </Stack>
  )
}

function useColumns(seesEverything: boolean) {
  const t = useT()
  const format = useFormat()
  const name = { key: 'name', title: t('main:tenant.list.column.tenant'), isRowHeader: true, cell: tenantLink }
  if (!seesEverything) {
    const role = ({ role }: TenantRow) => role && t(`role.${role}`)
    return [name, { key: 'role', title: t('main:tenant.list.column.role'), cell: role }]
  }
  return [
    name,
    { key: 'code', title: t('main:tenant.list.column.code'), cell: (row: TenantRow) => row.code },
    {
      key: 'state',
      title: t('main:tenant.list.column.state'),
      cell: (row: TenantRow) => <TenantStateBadges {...row} />,
    },
    { key: 'domains', title: t('main:tenant.list.column.domains'), cell: domains },
    {
      key: 'people',
      title: t('main:tenant.list.column.people'),
      align: 'end' as const,
      cell: ({ totalUsers }: TenantRow) => totalUsers !== undefined && format.number(totalUsers),
    },
  ]
}

function tenantLink(row: TenantRow) {
  return (
    <A href={href('tenant', { tenantId: row.id })}>
      <bdi>{row.name}</bdi>
    </A>
  )
}

function domains({ domains = [] }: TenantRow) {
  return <span className="break-words text-soft">{domains.join(', ')}</span>
}
