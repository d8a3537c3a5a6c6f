/** The places inside a place: one row each, with what they hold and how much of it is connected. */
import type { ReactNode } from 'react'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { SegmentBar } from '~/ui/chart/segments'
import { A } from '~/ui/link'
import { type Column, Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import type { PlaceCounts } from './place-counts'

export interface PlaceRow {
  id: string
  name: string
  href: string
  /** What sort of place it is, in words. */
  kind?: string
  /** How deep it lies below the page's own place; 0 is directly inside. */
  depth?: number
  counts: PlaceCounts & { sites?: number | undefined }
  /** The lists of exactly what is counted, where there are such. */
  lists?: Partial<Record<Counted | 'offline', string>> | undefined
}

type Counted = 'sites' | 'buildings' | 'spaces' | 'devices' | 'alarms' | 'faults'

/** What is not counted by a backend, or not for this person to see, has no column. */
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
  const number = (key: Counted): Column<PlaceRow> => ({
    key,
    title: t(`main:site.places.${key}`),
    align: 'end',
    cell: ({ counts, lists }) => <CountLink count={counts[key]} href={lists?.[key]} />,
  })
  const columns: Column<PlaceRow>[] = [
    { key: 'name', title: t('field.name'), isRowHeader: true, cell: (row) => <PlaceName row={row} /> },
    ...[...counted, 'alarms' as const, 'faults' as const].filter(isKnown).map(number),
    ...(isKnown('offline')
      ? [{ key: 'offline', title: t('main:site.places.offline'), cell: (row: PlaceRow) => <Share row={row} /> }]
      : []),
  ]
  return (
    <div className={isKnown('offline') ? 'places' : undefined}>
      <Table caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} empty={empty} />
    </div>
  )
}

/** Those with the greatest share offline first; of like ones as they were. */
export function worstFirst(rows: readonly PlaceRow[]): PlaceRow[] {
  const share = ({ counts: { offline = 0, devices = 0 } }: PlaceRow) => (devices > 0 ? offline / devices : 0)
  return [...rows].sort((one, other) => share(other) - share(one))
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

/** The controllers of a place as a bar, with how many of them are offline; nothing where it is not known. */
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

/** How many things a place has, and the way to them; nothing where it is not known. */
export function CountLink({ count, href }: { count: number | undefined; href: string | undefined }) {
  const format = useFormat()
  if (!count) return count === 0 ? <span className="text-faint">{format.number(0)}</span> : null
  return href ? <A href={href}>{format.number(count)}</A> : format.number(count)
}

/** How many controllers are offline, and the way to them; nothing where it is not known. */
export function Offline({ count, href }: { count: number | undefined; href: string | undefined }) {
  const format = useFormat()
  if (!count) return count === 0 ? <span className="text-faint">{format.number(0)}</span> : null
  const badge = <Badge tone="danger">{format.number(count)}</Badge>
  return href ? <A href={href}>{badge}</A> : badge
}
