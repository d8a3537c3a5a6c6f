/** Columns of the schedule list: name, current and next value, controller and sync state. */
import { syncStates, valueTypes } from '#contracts/schedule-names'
import { countText } from '~/i18n/counted'
import type { FilterFields, FilterOf } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { Badge } from '~/ui/badge'
import { Time } from '~/ui/time'
import type { ScheduleRow } from './shared/row'
import { SyncStateBadge } from './states'
import { scheduleValueText } from './words'

export const scheduleFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:schedule.searchHint') },
  sync: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:schedule.sync.label'),
    values: syncStates,
    text: (t, value) => t(`main:schedule.sync.${value as ScheduleRow['syncState']}`),
  },
  active: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:schedule.activeLabel'),
    values: ['yes', 'no'],
    text: (t, value) => t(value === 'yes' ? 'main:schedule.active' : 'main:schedule.inactive'),
  },
  type: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:schedule.type.label'),
    values: valueTypes,
    text: (t, value) => t(`main:schedule.type.${value as ScheduleRow['valueType']}`),
  },
  groupId: { kind: 'carried' },
  siteId: { kind: 'carried' },
  buildingId: { kind: 'carried' },
  spaceId: { kind: 'carried' },
  deviceId: { kind: 'carried' },
} as const satisfies FilterFields

export type ScheduleFilter = FilterOf<typeof scheduleFields>

type ScheduleColumn = ListColumn<ScheduleRow>

const name: ScheduleColumn = nameColumn<ScheduleRow>({
  title: (t) => t('main:schedule.one'),
  text: (row) => row.name,
  beside: (row, { t }) => !row.isActive && <Badge tone="neutral">{t('main:schedule.inactive')}</Badge>,
})

const now: ScheduleColumn = {
  key: 'now',
  title: (t) => t('main:schedule.now'),
  width: 'kind',
  text: (row, t) => (row.value === undefined ? null : scheduleValueText({ t }, row.facets, row.value)),
  cell: (row, words) =>
    row.value === undefined ? (
      <span className="text-faint">{words.t('word.notKnown')}</span>
    ) : (
      scheduleValueText(words, row.facets, row.value)
    ),
}

const next: ScheduleColumn = {
  key: 'next',
  title: (t) => t('main:schedule.next'),
  width: 'text',
  text: (row, t) => row.next && scheduleValueText({ t }, row.facets, row.next.value),
  cell: (row, { t, format }) =>
    row.next ? (
      <>
        {scheduleValueText({ t, format }, row.facets, row.next.value)},{' '}
        <Time at={row.next.at} timeZone={row.timeZone || undefined} />
      </>
    ) : (
      <span className="text-faint">{t(row.isForecast ? 'main:schedule.noNext' : 'word.notKnown')}</span>
    ),
}

const device: ScheduleColumn = {
  key: 'device',
  title: (t) => t('entity.device'),
  width: 'how',
  text: (row) => row.device || row.hostId,
}

const sync: ScheduleColumn = {
  key: 'sync',
  title: (t) => t('main:schedule.sync.label'),
  width: 'text',
  text: (row, t) => t(`main:schedule.sync.${row.syncState}`),
  cell: (row) => <SyncStateBadge state={row.syncState} />,
}

const inFile = (key: string, title: ScheduleColumn['title'], text: ScheduleColumn['text']): ScheduleColumn => ({
  key,
  title,
  text,
  only: 'file',
})

const ofFile: readonly ScheduleColumn[] = [
  inFile(
    'nextAt',
    (t) => t('main:schedule.nextAt'),
    (row) => row.next?.at,
  ),
  inFile(
    'active',
    (t) => t('main:schedule.activeLabel'),
    (row, t) => t(row.isActive ? 'main:schedule.active' : 'main:schedule.inactive'),
  ),
  inFile(
    'type',
    (t) => t('main:schedule.type.label'),
    (row, t) => t(`main:schedule.type.${row.valueType}`),
  ),
  inFile(
    'targets',
    (t) => t('main:schedule.targets'),
    (row) => row.targets,
  ),
  inFile(
    'hostId',
    (t) => t('main:device.hostId'),
    (row) => row.hostId,
  ),
  inFile(
    'place',
    (t) => t('field.location'),
    (row) => row.place,
  ),
  inFile(
    'timeZone',
    (t) => t('main:schedule.zone'),
    (row) => row.timeZone,
  ),
]

export const scheduleView: ListView<typeof scheduleFields, ScheduleRow> = {
  fields: scheduleFields,
  columns: [name, now, next, device, sync, ...ofFile],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'schedules', total),
  words: {
    none: (t) => ({ title: t('main:schedule.none'), text: t('main:schedule.noneText') }),
    empty: (t) => ({ title: t('main:schedule.empty'), text: t('main:schedule.emptyText') }),
    partial: (t) => ({ title: t('main:schedule.partial'), text: t('main:schedule.partialText') }),
  },
  choice: {
    name: 'schedule',
    nameOf: ({ name: own, device: of }) => (of ? `${own}, ${of}` : own),
    bulkActions: { exception: (t) => t('main:schedule.holiday.forThese') },
  },
}
