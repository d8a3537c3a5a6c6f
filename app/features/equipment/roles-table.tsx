/** Table of the roles of equipment, with the point of each and its value. */

import { nameWithoutDevice } from '~/features/point/shared/row'
import { PointReading, PointStateBadges, ReadAt } from '~/features/point/shared/states'
import { useT } from '~/i18n/use-t'
import { ViewTable } from '~/kit/list/list'
import type { ListColumn } from '~/kit/list/view'
import { Badge } from '~/ui/badge'
import { Sparkline } from '~/ui/chart/spark'
import { A } from '~/ui/link'
import type { RoleRow } from './roles.server'

type RoleColumn = ListColumn<RoleRow>

const roleColumns = {
  type: {
    key: 'type',
    title: (t) => t('main:equipment.role'),
    isRowHeader: true,
    width: 'text',
    text: (row) => row.type,
    cell: (row) => (
      <>
        {row.type} <span className="mono font-normal text-soft">{row.role}</span>
      </>
    ),
  },
  point: {
    key: 'point',
    title: (t) => t('main:point.one'),
    width: 'text',
    text: (row) => row.point?.name ?? null,
    cell: (row, { t }) =>
      row.point ? (
        <A href={row.point.href} title={row.point.name}>
          <bdi>{nameWithoutDevice(row.point.name, row.point)}</bdi>
        </A>
      ) : row.isUnreadable ? (
        <span className="text-faint">{t('main:equipment.unread')}</span>
      ) : (
        <>
          {row.isRequired ? (
            <Badge tone="warn">{t('main:equipment.missing')}</Badge>
          ) : (
            <span className="text-faint">{t('main:equipment.notMapped')}</span>
          )}
          {row.mapHref && (
            <>
              {' '}
              <A href={row.mapHref}>
                {t('main:mapping.role.link')}
                <span className="sr-only">: {row.type}</span>
              </A>
            </>
          )}
        </>
      ),
  },
  value: {
    key: 'value',
    title: (t) => t('main:point.value'),
    width: 'kind',
    text: () => null,
    cell: (row) => row.point && <PointReading point={row.point} />,
  },
  state: {
    key: 'state',
    title: (t) => t('field.state'),
    width: 'how',
    text: () => null,
    cell: (row) => row.point && <PointStateBadges point={row.point} />,
  },
  at: {
    key: 'at',
    title: (t) => t('main:point.read'),
    width: 'when',
    text: (row) => row.point?.at ?? null,
    cell: (row) => row.point?.at && <ReadAt id={row.point.id} at={row.point.at} />,
  },
} satisfies Record<string, RoleColumn>

const columns: readonly RoleColumn[] = Object.values(roleColumns)

/** A role beside the drawing. */
export interface ReadingRow extends RoleRow {
  /** The point of its setpoint; null if it has none. */
  setpoint: RoleRow['point']
  /** Its last day; null if the backend has none. */
  spark: { samples: { at: number; value: number | null }[]; window: { from: number; to: number } } | null
}

const readingColumns: readonly ListColumn<ReadingRow>[] = [
  {
    ...roleColumns.type,
    cell: ({ type, role, point }) => (
      <>
        {point ? (
          <A href={point.href} title={point.name}>
            {type}
          </A>
        ) : (
          type
        )}{' '}
        <span className="mono font-normal text-soft">{role}</span>
      </>
    ),
  },
  {
    ...roleColumns.value,
    title: (t) => t('main:equipment.valueAndSetpoint'),
    width: 'how',
    cell: ({ point, setpoint }, { t }) =>
      point ? (
        <>
          <PointReading point={point} />
          {setpoint && (
            <span className="text-soft">
              <span aria-hidden="true"> → </span>
              <span className="sr-only">{t('main:equipment.setpoint')} </span>
              <PointReading point={setpoint} />
            </span>
          )}
        </>
      ) : (
        <span className="text-faint">{t('main:equipment.unread')}</span>
      ),
  },
  roleColumns.state,
  {
    key: 'override',
    title: (t) => t('main:equipment.change'),
    width: 'day',
    isRare: true,
    text: ({ overrideHref }) => (overrideHref ? ' ' : null),
    cell: ({ overrideHref, type }, { t }) =>
      overrideHref && (
        <A href={overrideHref}>
          {t('main:point.writing.pointOverride.open')}
          <span className="sr-only">: {type}</span>
        </A>
      ),
  },
  {
    key: 'spark',
    title: (t) => t('main:equipment.lastDay'),
    width: 'kind',
    isRare: true,
    text: ({ spark }) => (spark ? ' ' : null),
    cell: ({ spark, type }, { t }) =>
      spark && (
        <span className="block [&>svg]:max-w-full">
          <Sparkline {...spark} label={t('main:equipment.lastDayOf', { name: type })} />
        </span>
      ),
  },
]

export function ReadingsTable({ rows, caption }: { rows: readonly ReadingRow[]; caption: string }) {
  return (
    <ViewTable
      view={{ columns: readingColumns, keyOf: ({ role }) => role }}
      caption={caption}
      rows={rows}
      empty={null}
    />
  )
}

export function RolesTable({ rows, caption }: { rows: readonly RoleRow[]; caption: string }) {
  const t = useT()
  return (
    <ViewTable
      view={{ columns, keyOf: ({ role }) => role }}
      caption={caption}
      rows={rows}
      empty={<p className="px-4 py-3 text-soft">{t('main:equipment.noRoles')}</p>}
    />
  )
}
