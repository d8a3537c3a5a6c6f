/** The regions or sites of the map as a table: their controllers, how many are offline, and critical alarms. */
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { A } from '~/ui/link'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import type { SiteHealth } from './site-health'

export interface PlaceOnMap extends SiteHealth {
  id: string
  name: string
  href: string
  /** The town of a site, the number of sites of a region. */
  detail: string
  isPlaced: boolean
  /** The controllers that are offline, and the critical alarms; null where no list has exactly these. */
  offlineHref: string | null
  criticalHref: string | null
}

interface Props {
  isOverview: boolean
  rows: readonly PlaceOnMap[]
  rowCount: number
  firstHref?: string | undefined
  nextHref?: string | undefined
  /** The page that creates a site; null without the permission. */
  newSite: string | null
}

export function PlacesOnMap({ isOverview, rows, rowCount, firstHref, nextHref, newSite }: Props) {
  const t = useT()
  const format = useFormat()
  const caption = t(isOverview ? 'main:map.regions' : 'main:map.list')
  const number = (count: number | null) => (count === null ? t('word.unknown') : format.number(count, 0))
  return (
    <>
      <Table
        caption={caption}
        rows={rows}
        rowKey={(row) => row.id}
        narrow="scroll"
        columns={[
          {
            key: 'name',
            title: t(isOverview ? 'main:map.region' : 'field.name'),
            isRowHeader: true,
            cell: (row) => (
              <>
                <A href={row.href}>
                  <bdi>{row.name}</bdi>
                </A>
                {(row.detail || !row.isPlaced) && (
                  <span className="block text-sm font-normal text-faint">
                    {[row.detail, !row.isPlaced && t('main:map.unplaced')].filter(Boolean).join(' · ')}
                  </span>
                )}
                <span className="block text-sm font-normal text-faint">
                  <span className="on-phones">
                    {row.devices === null
                      ? `${t('main:view.devices')}: ${t('word.unknown')}`
                      : t('count.devices', { count: row.devices })}
                  </span>
                </span>
              </>
            ),
          },
          {
            key: 'critical',
            title: t('severity.critical'),
            align: 'end',
            cell: (row) => (
              <Trouble text={number(row.criticalAlarms)} count={row.criticalAlarms} href={row.criticalHref} isUrgent />
            ),
          },
          {
            key: 'offline',
            title: t('main:map.offline'),
            align: 'end',
            cell: (row) => <Trouble text={number(row.offline)} count={row.offline} href={row.offlineHref} />,
          },
          { key: 'devices', title: t('main:view.devices'), align: 'end', cell: (row) => number(row.devices) },
        ]}
        empty={
          <EmptyState title={t('main:map.empty')} offers={[{ label: t('main:change.site.create'), href: newSite }]}>
            {t('main:site.list.emptyText')}
          </EmptyState>
        }
      />
      <Pager
        caption={caption}
        rowCount={rows.length}
        total={{ count: rowCount, isCapped: false }}
        firstHref={firstHref}
        nextHref={nextHref}
      />
    </>
  )
}

/** A number that is grey while it is zero, and otherwise leads to what it counts. */
function Trouble({
  text,
  count,
  href,
  isUrgent = false,
}: {
  text: string
  count: number | null
  href: string | null
  isUrgent?: boolean
}) {
  if (!count) return <span className="text-faint">{text}</span>
  const className = isUrgent ? 'font-semibold text-danger' : 'font-medium'
  return href ? (
    <A href={href} className={className}>
      {text}
    </A>
  ) : (
    <span className={className}>{text}</span>
  )
}
