/** Columns of the alarm list: severity, message, location, time raised and acknowledgement. */
import './alarm.css'
import { limitFor } from '~/changes'
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { PlacePath } from '~/kit/place/place-path'
import { A } from '~/ui/link'
import { ShortTime } from '~/ui/time'
import { FollowingAlarms } from './following'
import { type AlarmRow, rowIds } from './row'
import { alarmFields } from './shared/filter'
import { AckCell, RowSeverity } from './states'
import { alarmValueText } from './value'

type AlarmColumn = ListColumn<AlarmRow>

const state: AlarmColumn = {
  key: 'severity',
  title: (t) => t('main:alarm.severity'),
  width: 'kind',
  text: (row, t) => t(`severity.${row.severity}`),
  cell: (row) => <RowSeverity alarm={row} />,
}

const message: AlarmColumn = {
  ...nameColumn<AlarmRow>({
    key: 'message',
    title: (t) => t('main:alarm.message'),
    text: (row) => row.message,
    beside: (row, { t, format }) => (
      <span className="text-faint">
        {row.isActive ? alarmValueText({ t, format }, row.value, row.unit) : `· ${t('main:alarm.endedShort')}`}
      </span>
    ),
  }),
  width: 'text',
}

const where: AlarmColumn = {
  key: 'deviceName',
  title: (t) => t('main:alarm.where'),
  width: 'text',
  text: (row) => whereText(row),
  cell(row) {
    const hasSite = row.places[0] === row.site
    const path = <PlacePath before={row.device} path={row.places.join(' / ')} hasSite={hasSite} isBelow room={34} />
    if (row.deviceHref)
      return (
        <A href={row.deviceHref} className="alarm-where">
          {path}
        </A>
      )
    return <span className="alarm-where">{path}</span>
  },
  only: 'page',
}

/** Returns the controller and its location, for the tooltip. */
function whereText({ device, location, site }: Pick<AlarmRow, 'device' | 'location' | 'site'>): string {
  return [device, location || site].filter(Boolean).join(' · ')
}

const since: AlarmColumn = {
  key: 'raisedAt',
  title: (t) => t('main:alarm.since'),
  width: 'when',
  text: (row) => row.since,
  cell: (row) => <ShortTime at={row.since} />,
}

const acknowledgement: AlarmColumn = {
  key: 'ackState',
  title: (t) => t('main:alarm.acknowledged'),
  // As wide as a time, which it has for most rows, and labelled like one on a phone.
  width: 'when',
  text: (row, t) => [t(`main:alarm.ack.${row.ack}`), row.acknowledged?.by].filter(Boolean).join(', '),
  cell: (row) => <AckCell alarm={row} />,
}

/** Returns a column of the file, which a reader can add to the page. */
const optional = (
  key: string,
  title: AlarmColumn['title'],
  text: AlarmColumn['text'],
  shape: Pick<AlarmColumn, 'width' | 'isMono' | 'align' | 'cell'> = { width: 'how' },
): AlarmColumn => ({ key, title, text, isOptional: true, ...shape })

const time = (at: (row: AlarmRow) => string | null | undefined): Pick<AlarmColumn, 'width' | 'cell'> => ({
  width: 'when',
  cell(row) {
    const value = at(row)
    return value && <ShortTime at={value} />
  },
})

const optionalColumns: readonly AlarmColumn[] = [
  optional(
    'state',
    (t) => t('field.state'),
    (row, t) => t(`main:alarm.state.${row.isActive ? 'active' : 'normal'}`),
  ),
  optional(
    'kind',
    (t) => t('field.kind'),
    (row, t) => (row.kind === 'normal' ? '' : t(`main:alarm.kind.${row.kind}`)),
  ),
  optional(
    'site',
    (t) => t('entity.site'),
    (row) => row.site,
  ),
  optional(
    'location',
    (t) => t('field.location'),
    (row) => row.location,
    { width: 'place', cell: (row) => <PlacePath path={row.location} /> },
  ),
  optional(
    'device',
    (t) => t('entity.device'),
    (row) => row.device,
  ),
  optional(
    'hostId',
    (t) => t('main:device.hostId'),
    (row) => row.hostId,
    { width: 'code', isMono: true },
  ),
  optional(
    'equipment',
    (t) => t('entity.equipment'),
    (row) => row.equipment,
  ),
  optional(
    'point',
    (t) => t('main:alarm.point'),
    (row) => row.point,
  ),
  optional(
    'value',
    (t) => t('main:alarm.value'),
    (row) => row.value,
    { align: 'end' },
  ),
  optional(
    'unit',
    (t) => t('main:alarm.unit'),
    (row) => row.unit,
    { width: 'few' },
  ),
  optional(
    'returned',
    (t) => t('main:alarm.returnedAt'),
    (row) => (row.isActive ? '' : row.returned),
    time((row) => row.returned),
  ),
  optional(
    'acknowledgedAt',
    (t) => t('main:alarm.acknowledgedAt'),
    (row) => (row.acknowledged ? row.acknowledged.at : ''),
    time((row) => row.acknowledged?.at),
  ),
  optional(
    'note',
    (t) => t('main:alarm.note'),
    (row) => row.acknowledged?.note ?? '',
    { width: 'place' },
  ),
  optional(
    'occurrences',
    (t) => t('main:alarm.occurrences'),
    (row) => row.occurrences,
    { align: 'end' },
  ),
]

export const alarmView: ListView<typeof alarmFields, AlarmRow> = {
  fields: alarmFields,
  columns: [state, message, where, since, acknowledgement, ...optionalColumns],
  keyOf: ({ id }) => id,
  below: (row) => (row.below.length > 0 ? <FollowingAlarms cause={row} /> : null),
  count: (t, total) => countText(t, 'alarms', total),
  presetLabels: {
    toAcknowledge: (t) => t('main:alarm.views.toAcknowledge'),
    active: (t) => t('main:alarm.views.active'),
    severe: (t) => t('main:alarm.views.severe'),
    acknowledged: (t) => t('main:alarm.views.acknowledged'),
    returned: (t) => t('main:alarm.views.returned'),
  },
  choice: {
    name: 'alarm',
    nameOf: (row) => [row.message, row.device].filter(Boolean).join(', '),
    postedValue: rowIds,
    countOf: ({ below }) => 1 + below.length,
    bulkActions: { acknowledge: (t) => t('main:alarm.acknowledge') },
    all: {
      of: 'alarms',
      max: limitFor('alarm.acknowledge'),
      label: (t, count) => t('main:alarm.selectAll', { count }),
    },
  },
  words: {
    none: (t) => ({ title: t('main:alarm.noneTitle'), text: t('main:alarm.noneText') }),
    empty: (t) => ({ title: t('main:alarm.emptyTitle'), text: t('main:alarm.emptyText') }),
    partial: (t) => ({ title: t('main:alarm.partialTitle'), text: t('main:alarm.partialText') }),
  },
}
