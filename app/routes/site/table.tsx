/** Sites in rows: where they are and what they hold. */
import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Offline } from '~/screens/place/place-table'
import { usageText } from '~/things/site/usage'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { type Choice, type Column, Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import type { SiteRow } from './row'

export function SiteTable({
  caption,
  rows,
  choice,
  empty,
}: {
  caption: string
  rows: readonly SiteRow[]
  choice?: Choice<SiteRow> | undefined
  empty: ReactNode
}) {
  const t = useT()
  const format = useFormat()
  const counted = (key: 'buildings' | 'devices'): Column<SiteRow> => ({
    key,
    title: t(`main:site.places.${key}`),
    align: 'end',
    cell: ({ counts }) => counts?.[key] !== undefined && format.number(counts[key]),
  })
  const columns: Column<SiteRow>[] = [
    { key: 'name', title: t('field.name'), isRowHeader: true, cell: (row) => <SiteName row={row} /> },
    { key: 'group', title: t('entity.group'), cell: ({ group }) => group && <bdi>{group}</bdi> },
    {
      key: 'address',
      title: t('main:site.address'),
      cell: ({ address, country }) => <bdi>{[address, country].filter(Boolean).join(', ')}</bdi>,
    },
    { key: 'usage', title: t('main:site.usageName'), cell: ({ usage }) => usageText(t, usage) },
    counted('buildings'),
    counted('devices'),
    {
      key: 'offline',
      title: t('main:site.places.offline'),
      align: 'end',
      cell: ({ counts }) => <Offline count={counts?.offline} />,
    },
  ]
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} choice={choice} empty={empty} />
}

function SiteName({ row: { name, href, archived } }: { row: SiteRow }) {
  const t = useT()
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <A href={href}>
        <bdi>{name}</bdi>
      </A>
      {archived && <Badge tone="neutral">{t('main:site.archived')}</Badge>}
    </span>
  )
}
