/** A tenant: its customers, with what they hold. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Select, TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { HistoryLink } from '../trail/history-link'

export const handle = { title: (data) => data.name, menu: 'customers' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenant', args.params)
  const { page, panel, may, person, age } = await reader(args, { capability: 'customer.read' })
  const query = new URL(args.request.url).searchParams
  const mayArchived = may('customer.archive')
  const filter = {
    q: query.get('q')?.trim().slice(0, 200) ?? '',
    archived: mayArchived && query.get('archived') === '1',
  }
  const after = query.get('after')
  const known = person.info.tenants.find((one) => one.tenantId === at.tenantId)
  const [customers, unknown] = await Promise.all([
    page(tenant.listCustomers, {
      path: { id: at.tenantId },
      query: {
        pageSize: 50,
        search: filter.q || undefined,
        archived: filter.archived,
        continuationToken: after ?? undefined,
      },
    }),
    known || !may('tenant.read') ? null : panel(tenant.getTenant, { path: { id: at.tenantId } }),
  ])
  const kept = { q: filter.q, archived: filter.archived && '1' }
  return {
    at,
    name: known?.name ?? (unknown?.ok ? unknown.value.name : ''),
    filter,
    mayArchived,
    rows: customers.reply.map(({ id, customerId, name, description, siteCount, siteGroupCount, archived }) => ({
      id,
      code: customerId,
      name,
      description,
      siteCount,
      siteGroupCount,
      archived,
    })),
    total: customers.totalCount ?? undefined,
    firstHref: after ? href('tenant', at, kept) : undefined,
    nextHref: customers.continuationToken
      ? href('tenant', at, { ...kept, after: customers.continuationToken })
      : undefined,
    age: age(),
    crumbs: [],
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Row = Data['rows'][number]

export default function TenantPage() {
  const t = useT()
  const format = useFormat()
  const { at, name, rows, total, firstHref, nextHref, filter, mayArchived } = useLoaderData<typeof loader>()
  const columns = [
    {
      key: 'name',
      title: t('main:tenant.column.customer'),
      isRowHeader: true,
      cell: (row: Row) => <CustomerLink at={at} row={row} />,
    },
    { key: 'code', title: t('main:tenant.column.code'), cell: (row: Row) => row.code },
    {
      key: 'groups',
      title: t('main:tenant.column.groups'),
      align: 'end' as const,
      cell: (row: Row) => format.number(row.siteGroupCount),
    },
    {
      key: 'sites',
      title: t('main:tenant.column.sites'),
      align: 'end' as const,
      cell: (row: Row) => format.number(row.siteCount),
    },
    {
      key: 'description',
      title: t('main:tenant.column.description'),
      cell: (row: Row) => <bdi className="text-soft">{row.description}</bdi>,
    },
  ]
  return (
    <>
      <PageHeader kind={t('entity.tenant')} name={name} actions={<HistoryLink kind="tenant" />} />
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
        <Table
          caption={t('main:tenant.caption')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          empty={<Empty filter={filter} />}
        />
        <Pager
          caption={t('main:tenant.caption')}
          shown={rows.length}
          total={total}
          firstHref={firstHref}
          nextHref={nextHref}
        />
      </Section>
    </>
  )
}

function CustomerLink({ at, row }: { at: Data['at']; row: Row }) {
  const t = useT()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <A href={href('customer', { ...at, customerId: row.id })}>
        <bdi>{row.name}</bdi>
      </A>
      {row.archived && <Badge tone="neutral">{t('main:tenant.archivedBadge')}</Badge>}
    </span>
  )
}

function Empty({ filter }: { filter: Data['filter'] }) {
  const t = useT()
  const kind = filter.q ? 'emptySearch' : filter.archived ? 'emptyArchived' : 'empty'
  return <EmptyState title={t(`main:tenant.${kind}`)}>{t(`main:tenant.${kind}Hint`)}</EmptyState>
}
