/** Columns of the alarm list: severity, message, location, time raised and acknowledgement. */
import { mostFor } from '~/changes'
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/screens/list/name-column'
import type { Column, ListView } from '~/screens/list/view'
import { A } from '~/ui/link'
import { Time } from '~/ui/time'
import { alarmFields } from './filter'
import { FollowingAlarms } from './following'
import { type AlarmRow, rowIds } from './row'
import { AckState, AlarmState } from './states'
import { valueText } from './value'

type AlarmColumn = Column<AlarmRow>

const state: AlarmColumn = {
  key: 'severity',
  title: (t) => t('main:alarm.severity'),
  holds: 'kind',
  text: (row, t) => t(`severity.${row.severity}`),
  cell: (row) => <AlarmState alarm={row} />,
}

const message: AlarmColumn = {
  ...nameColumn<AlarmRow>({
    key: 'message',
    title: (t) => t('main:alarm.message'),
    text: (row) => row.message,
    beside: (row, { format }) => <span className="text-faint">{valueText(format, row.value, row.unit)}</span>,
  }),
  holds: 'text',
}

const where: AlarmColumn = {
  key: 'deviceName',
  title: (t) => t('main:alarm.where'),
  holds: 'text',
  text: (row) => whereText(row),
  cell: (row) =>
    row.deviceHref ? (
      <A href={row.deviceHref}>
        <bdi>{whereText(row)}</bdi>
      </A>
    ) : (
      <bdi>{whereText(row)}</bdi>
    ),
  only: 'page',
}

/** Returns the controller and its location, narrowest part first, because rows are truncated at their end. */
export function whereText({ device, location, site }: Pick<AlarmRow, 'device' | 'location' | 'site'>): string {
  return [device, location || site].filter(Boolean).join(' · ')
}

const since: AlarmColumn = {
  key: 'raisedAt',
  title: (t) => t('main:alarm.since'),
  holds: 'when',
  text: (row) => row.since,
  cell: (row) => <Time at={row.since} />,
}

const acknowledgement: AlarmColumn = {
  key: 'ackState',
  title: (t) => t('main:alarm.acknowledgement'),
  holds: 'how',
  text: (row, t) => [t(`main:alarm.ack.${row.ack}`), row.acknowledged?.by].filter(Boolean).join(', '),
  cell: (row) => <AckState alarm={row} />,
}

const inFile = (key: string, title: AlarmColumn['title'], text: AlarmColumn['text']): AlarmColumn => ({
  key,
  title,
  text,
  only: 'file',
})

const ofFile: readonly AlarmColumn[] = [
  inFile(
    'state',
    (t) => t('field.state'),
    (row, t) => t(`main:alarm.state.${row.isActive ? 'active' : 'normal'}`),
  ),
  inFile(
    'kind',
    (t) => t('field.kind'),
    (row, t) => (row.kind === 'normal' ? '' : t(`main:alarm.kind.${row.kind}`)),
  ),
  inFile(
    'site',
    (t) => t('entity.site'),
    (row) => row.site,
  ),
  inFile(
    'location',
    (t) => t('field.location'),
    (row) => row.location,
  ),
  inFile(
    'device',
    (t) => t('entity.device'),
    (row) => row.device,
  ),
  inFile(
    'hostId',
    (t) => t('main:device.hostId'),
    (row) => row.hostId,
  ),
  inFile(
    'equipment',
    (t) => t('entity.equipment'),
    (row) => row.equipment,
  ),
  inFile(
    'point',
    (t) => t('main:alarm.point'),
    (row) => row.point,
  ),
  inFile(
    'value',
    (t) => t('main:alarm.value'),
    (row) => row.value,
  ),
  inFile(
    'unit',
    (t) => t('main:alarm.unit'),
    (row) => row.unit,
  ),
  inFile(
    'returned',
    (t) => t('main:alarm.returnedAt'),
    (row) => row.returned,
  ),
  inFile(
    'acknowledgedAt',
    (t) => t('main:alarm.acknowledgedAt'),
    (row) => row.acknowledged?.at,
  ),
  inFile(
    'note',
    (t) => t('main:alarm.note'),
    (row) => row.acknowledged?.note,
  ),
  inFile(
    'occurrences',
    (t) => t('main:alarm.occurrences'),
    (row) => row.occurrences,
  ),
]

export const alarmView: ListView<typeof alarmFields, AlarmRow> = {
  fields: alarmFields,
  columns: [state, message, where, since, acknowledgement, ...ofFile],
  keyOf: ({ id }) => id,
  below: (row) => (row.below.length > 0 ? <FollowingAlarms cause={row} /> : null),
  count: (t, total) => countText(t, 'alarms', total),
  choice: {
    name: 'alarm',
    nameOf: (row) => [row.message, row.device].filter(Boolean).join(', '),
    says: rowIds,
    countOf: ({ below }) => 1 + below.length,
    moves: { acknowledge: (t) => t('main:alarm.acknowledge') },
    all: {
      of: 'alarms',
      most: mostFor('alarm.acknowledge'),
      label: (t, count) => t('main:alarm.selectAll', { count }),
    },
  },
  words: {
    none: (t) => ({ title: t('main:alarm.noneTitle'), text: t('main:alarm.noneText') }),
    empty: (t) => ({ title: t('main:alarm.emptyTitle'), text: t('main:alarm.emptyText') }),
    partial: (t) => ({ title: t('main:alarm.partialTitle'), text: t('main:alarm.partialText') }),
  },
}
