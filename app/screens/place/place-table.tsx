/** The places inside a place: one row each, with what they hold. */
import type { ReactNode } from 'react'
import type { Counts } from '#contracts/site'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { type Column, Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'

export interface PlaceRow {
  id: string
  name: string
  href: string
  /** What sort of place it is, in words. */
  kind?: string
  /** How deep it lies below the page's own place; 0 is directly inside. */
  depth?: number
  counts: (Counts & { sites?: number }) | undefined
}

type Counted = 'sites' | 'buildings' | 'spaces' | 'devices'

/** What is not counted by a backend stays empty. */
export function PlaceTable({
  caption,
  rows,
  counted,
  empty,
}: {
  caption: string
  rows: readonly PlaceRow[]
  counted: readonly Counted[]
  empty: ReactNode
}) {
  const t = useT()
  const format = useFormat()
  const columns: Column<PlaceRow>[] = [
    { key: 'name', title: t('field.name'), isRowHeader: true, cell: (row) => <PlaceName row={row} /> },
    ...counted.map(
      (key): Column<PlaceRow> => ({
        key,
        title: t(`main:site.places.${key}`),
        align: 'end',
        cell: (row) => row.counts?.[key] !== undefined && format.number(row.counts[key]),
      }),
    ),
    {
      key: 'offline',
      title: t('main:site.places.offline'),
      align: 'end',
      cell: (row) => <Offline count={row.counts?.offline} />,
    },
  ]
  return <Table caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} empty={empty} />
}

/** One step a level; what is nested deeper stays at the last. */
const indents = ['', 'ps-5', 'ps-10', 'ps-15', 'ps-20', 'ps-25']

function PlaceName({ row: { name, href, kind, depth = 0 } }: { row: PlaceRow }) {
  return (
    <div className={indents[Math.min(depth, indents.length - 1)]}>
      <A href={href}>
        <bdi>{name}</bdi>
      </A>
      {kind && kind !== name && <span className="ms-2 text-sm font-normal text-soft">{kind}</span>}
    </div>
  )
}

/** How many controllers are offline; nothing where it is not known. */
export function Offline({ count }: { count: number | undefined }) {
  const format = useFormat()
  if (!count) return count === 0 ? <span className="text-faint">{format.number(0)}</span> : null
  return <Badge tone="danger">{format.number(count)}</Badge>
}
