/** Customers in rows, with the counts of what they hold. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { A, ButtonLink } from '~/ui/link'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import type { TenantPageData } from './overview.server'

type Row = TenantPageData['rows'][number]
type Count = 'siteGroupCount' | 'siteCount' | 'projectCount'

export function CustomerTable({
  at,
  rows,
  filter,
  newHref,
}: Pick<TenantPageData, 'at' | 'rows' | 'filter'> & { newHref: string | null }) {
  const t = useT()
  const format = useFormat()
  const counted = (key: Count, title: string) => ({
    key,
    title,
    align: 'end' as const,
    cell: (row: Row) => format.number(row[key]),
  })
  return (
    <Table
      caption={t('main:tenant.caption')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'name',
          title: t('main:tenant.column.customer'),
          isRowHeader: true,
          cell: (row) => <CustomerLink at={at} row={row} />,
        },
        { key: 'code', title: t('main:tenant.column.code'), cell: (row) => row.code },
        counted('siteGroupCount', t('main:tenant.column.groups')),
        counted('siteCount', t('main:tenant.column.sites')),
        counted('projectCount', t('main:tenant.column.projects')),
        {
          key: 'description',
          title: t('main:tenant.column.description'),
          cell: (row) => <bdi className="break-words text-soft">{row.description}</bdi>,
        },
      ]}
      empty={<Empty filter={filter} newHref={newHref} />}
    />
  )
}

function CustomerLink({ at, row }: { at: TenantPageData['at']; row: Row }) {
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

function Empty({ filter, newHref }: Pick<TenantPageData, 'filter'> & { newHref: string | null }) {
  const t = useT()
  const kind = filter.q ? 'emptySearch' : filter.archived ? 'emptyArchived' : 'empty'
  return (
    <EmptyState
      title={t(`main:tenant.${kind}`)}
      actions={kind === 'empty' && newHref && <ButtonLink href={newHref}>{t('main:tenant.createCustomer')}</ButtonLink>}
    >
      {t(`main:tenant.${kind}Hint`)}
    </EmptyState>
  )
}
