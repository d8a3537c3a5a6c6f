/** Filter of an alarm list: its fields in an address, and the query of the call. */

import { ackStates, severities } from '#contracts/alarm-names'
import type { AlarmFilter as Body, Severity } from '#contracts/alarms'
import { endOfDay } from '~/domain/zoned-day'
import type { QueryParams } from '~/hrefs'
import type { FilterFields, FilterOf } from '~/kit/list/filter'
import { fromMoment } from '~/kit/list/from-moment'
import { type ScopedFilter, scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'

/** Event states of an alarm other than normal. */
export const abnormalStates = ['lifeSafetyAlarm', 'fault', 'offnormal', 'highLimit', 'lowLimit'] as const
/**
 * The acknowledgement states of the services, plus `ended`, which only the console knows: acknowledged until a time
 * that has passed.
 */
export const ackFilters = [...ackStates, 'ended'] as const

export const alarmFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:alarm.searchHint') },
  state: {
    kind: 'choice',
    label: (t) => t('field.state'),
    values: ['active', 'normal'],
    text: (t, value) => t(`main:alarm.state.${value as 'active' | 'normal'}`),
  },
  severity: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:alarm.severity'),
    values: severities,
    text: (t, value) => t(`severity.${value as Severity}`),
  },
  ack: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:alarm.acknowledgement'),
    values: ackFilters,
    alone: ['ended'],
    text: (t, value) => t(`main:alarm.ack.${value as (typeof ackFilters)[number]}`),
  },
  kind: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.kind'),
    values: abnormalStates,
    text: (t, value) => t(`main:alarm.kind.${value as (typeof abnormalStates)[number]}`),
  },
  siteId: { kind: 'choice', several: true, label: (t) => t('entity.site') },
  since: { kind: 'moment', label: (t) => t('field.since') },
  from: { kind: 'day', label: (t) => t('main:alarm.from') },
  to: { kind: 'day', label: (t) => t('main:alarm.to') },
  groupId: { kind: 'carried' },
  buildingId: { kind: 'carried' },
  spaceId: { kind: 'carried' },
  deviceId: { kind: 'carried' },
  equipmentId: { kind: 'carried' },
} as const satisfies FilterFields

export type AlarmListFilter = FilterOf<typeof alarmFields>

/** The preset views; a list that is opened without a filter shows the first one. */
export const alarmViews = {
  toAcknowledge: { state: 'active', ack: ['unacknowledged'] },
  active: { state: 'active' },
  severe: { state: 'active', severity: ['critical', 'high'] },
  acknowledged: { state: 'active', ack: ['acknowledged'] },
  returned: { state: 'normal', ack: ['unacknowledged'] },
} as const satisfies Record<string, AlarmListFilter>

/** The parameter of the view that has no filter: all alarms. */
export const viewParam = 'view'

/** Returns the query of a list; one without a filter names the view of all alarms. */
export function inView(search: QueryParams): QueryParams {
  const hasFilter = Object.keys(alarmFields).some((name) => [search[name] ?? []].flat().length > 0)
  return hasFilter ? search : { ...search, [viewParam]: 'all' }
}

/** Returns the request of a list with the filter of the default view, if the address names neither view nor filter. */
export function withDefaultView(request: Request): Request {
  const url = new URL(request.url)
  if ([viewParam, ...Object.keys(alarmFields)].some((name) => url.searchParams.has(name))) return request
  for (const [name, values] of Object.entries(alarmViews.toAcknowledge))
    for (const value of [values].flat()) url.searchParams.append(name, value)
  return new Request(url, request)
}

/** Whether the filter selects alarms whose acknowledgement has expired, which only the console knows. */
export const selectsExpired = ({ ack }: AlarmListFilter) => ack?.[0] === 'ended'

/** The place of an alarm list, and the time zone (IANA id) of its days. */
export type AlarmPlace = PlaceParams & { zone: string }

/**
 * Returns the query of the call. Only the narrowest place is sent, because a building is inside its site. `inSpace`
 * lists the controllers of a space, since no call filters by space.
 */
export function alarmQuery(at: AlarmPlace, listFilter: AlarmListFilter, inSpace: readonly string[] = []): Body {
  const filter = scopeFilter(at, listFilter)
  const { q, state, severity, ack, kind, to } = filter
  const since = fromMoment(filter, at.zone)
  const ackStatesOfService = ack?.filter((one) => one !== 'ended')
  return {
    ...placeIn(filter, inSpace),
    ...(q && { search: q }),
    ...(state && { isActive: state === 'active' }),
    ...(severity && { severities: [...severity] }),
    ...(ackStatesOfService &&
      (selectsExpired(listFilter)
        ? { ackStates: ['acknowledged'], isActive: true }
        : { ackStates: ackStatesOfService })),
    ...(kind && { eventStates: [...kind] }),
    ...(since && { from: since }),
    ...(to && { to: endOfDay(to, at.zone) }),
  }
}

function placeIn(
  { groupId, siteId, buildingId, spaceId, deviceId, equipmentId }: ScopedFilter<AlarmListFilter>,
  inSpace: readonly string[],
): Body {
  if (equipmentId) return { equipmentIds: [equipmentId] }
  if (deviceId) return { deviceIds: [deviceId] }
  if (spaceId) return { deviceIds: [...inSpace] }
  if (buildingId) return { buildingIds: [buildingId] }
  if (siteId) return { siteIds: [siteId].flat() }
  return groupId ? { siteGroupIds: [groupId] } : {}
}

/** Returns the sort order of the call for a column of the list; undefined keeps the default order of the call. */
export function alarmSort(sort: string | undefined): Body['sort'] {
  if (!sort) return undefined
  const field = sort.replace('-', '') as (typeof sortFields)[number]
  const direction = sort.startsWith('-') ? ('desc' as const) : ('asc' as const)
  const newest = { field: 'raisedAt', direction: 'desc' } as const
  return field === 'raisedAt' ? [{ field, direction }] : [{ field, direction }, newest]
}

/** Columns that the call can sort by, with the names of the call. */
const sortFields = ['severity', 'deviceName', 'raisedAt', 'ackState'] as const
