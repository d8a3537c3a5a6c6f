/** A table of the places inside a place, with their counts and their share of offline controllers. */
import type { ReactNode } from 'react'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { SegmentBar } from '~/ui/chart/segments'
import { A } from '~/ui/link'
import { Table, type TableColumn } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import type { PlaceCounts } from './place-counts'

export interface PlaceRow {
  id: string
  name: string
  href: string
  /** The kind of place in words. */
  kind?: string
  /** The depth below the page's place; 0 is directly inside. */
  depth?: number
  counts: PlaceCounts & { sites?: number | undefined }
  /** The lists of what is counted. */
  lists?: Partial<Record<Counted | 'offline', string>> | undefined
}

type Counted = 'sites' | 'buildings' | 'spaces' | 'devices' | 'alarms' | 'faults'

/** Counts that the backend does not have, or the reader may not see, have no column. */
export function PlaceTable({
  caption,
  rows,
  counted,
  empty,
}: {
  caption: string
  rows: readonly PlaceRow[]
  counted: readonly Exclude<Counted, 'alarms' | 'faults'>[]
  empty: ReactNode
}) {
  const t = useT()
  const isKnown = (key: Counted | 'offline') => rows.some(({ counts }) => counts[key] !== undefined)
  const number = (key: Counted): TableColumn<PlaceRow> => ({
    key,
    title: t(`main:site.places.${key}`),
    align: 'end',
    cell: ({ counts, lists }) => <CountLink count={counts[key]} href={lists?.[key]} />,
  })
  const columns: TableColumn<PlaceRow>[] = [
    { key: 'name', title: t('field.name'), isRowHeader: true, cell: (row) => <PlaceName row={row} /> },
    ...[...counted, 'alarms' as const, 'faults' as const].filter(isKnown).map(number),
    ...(isKnown('offline')
      ? [{ key: 'offline', title: t('main:site.places.offline'), cell: (row: PlaceRow) => <Share row={row} /> }]
      : []),
  ]
  return (
    <div className={rows.length > 0 ? 'places' : undefined}>
      <Table caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} empty={empty} />
    </div>
  )
}

/** Sorts by the share of offline controllers, highest first; stable for equal shares. */
export function worstFirst(rows: readonly PlaceRow[]): PlaceRow[] {
  const share = ({ counts: { offline = 0, devices = 0 } }: PlaceRow) => (devices > 0 ? offline / devices : 0)
  return [...rows].sort((one, other) => share(other) - share(one))
}

/** One indent per level; deeper levels share the last. */
const indents = ['', 'ps-5', 'ps-10', 'ps-15', 'ps-20', 'ps-25']

function PlaceName({ row: { name, href, kind, depth = 0 } }: { row: PlaceRow }) {
  return (
    <div className={indents[Math.min(depth, indents.length - 1)]}>
      <A href={href}>
        <bdi>{name}</bdi>
      </A>
      {kind && kind !== name && <span className="ms-2 inline-block text-sm font-normal text-soft">{kind}</span>}
    </div>
  )
}

/** A bar of a place's controllers with the number of offline ones; empty if unknown. */
function Share({ row: { counts, lists } }: { row: PlaceRow }) {
  const t = useT()
  const { devices, offline } = counts
  if (offline === undefined || devices === 0) return null
  const words = t('main:overview.places.offline', {
    counted: countText(t, 'plain', { count: offline, isCapped: false }),
  })
  return (
    <span className="share">
      {devices !== undefined && (
        <SegmentBar
          label={t('main:overview.places.share', { offline, devices })}
          width={100}
          parts={[
            { kind: 'waiting', count: devices - offline, label: t('device.connected') },
            { kind: 'failed', count: offline, label: words },
          ]}
        />
      )}{' '}
      {offline === 0 ? (
        <span className="text-faint">{t('main:overview.places.noneOffline')}</span>
      ) : lists?.offline ? (
        <A href={lists.offline} className="text-danger">
          {words}
        </A>
      ) : (
        <span className="text-danger">{words}</span>
      )}
    </span>
  )
}

/** A count with a link to its list; empty if unknown. */
export function CountLink({ count, href }: { count: number | undefined; href: string | undefined }) {
  const format = useFormat()
  if (!count) return count === 0 ? <span className="text-faint">{format.number(0)}</span> : null
  return href ? <A href={href}>{format.number(count)}</A> : format.number(count)
}

/** The number of offline controllers with a link to their list; empty if unknown. */
export function Offline({ count, href }: { count: number | undefined; href: string | undefined }) {
  const format = useFormat()
  if (!count) return count === 0 ? <span className="text-faint">{format.number(0)}</span> : null
  const badge = <Badge tone="danger">{format.number(count)}</Badge>
  return href ? <A href={href}>{badge}</A> : badge
}
