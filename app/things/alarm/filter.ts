/** How a list of alarms is narrowed, as its address says it, and as the call asks for it. */

import { ackStates, severities } from '#contracts/alarm-names'
import type { AckState, AlarmFilter as Body, Severity } from '#contracts/alarms'
import { endOfDay } from '~/domain/zoned-day'
import { type FilterFields, type FilterOf, valuesOf } from '~/screens/list/filter'
import { fromMoment } from '~/screens/list/from-moment'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'

/** The states an alarm can be in that are not normal. */
export const kinds = ['lifeSafetyAlarm', 'fault', 'offnormal', 'highLimit', 'lowLimit'] as const
/** Those of the services, and what the console alone knows: acknowledged until a time that has passed. */
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
    text: (t, value) => t(`main:alarm.ack.${value as (typeof ackFilters)[number]}`),
  },
  kind: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.kind'),
    values: kinds,
    text: (t, value) => t(`main:alarm.kind.${value as (typeof kinds)[number]}`),
  },
  siteId: { kind: 'choice', label: (t) => t('entity.site') },
  since: { kind: 'moment', label: (t) => t('field.since') },
  from: { kind: 'day', label: (t) => t('main:alarm.from') },
  to: { kind: 'day', label: (t) => t('main:alarm.to') },
  groupId: { kind: 'carried' },
  buildingId: { kind: 'carried' },
  spaceId: { kind: 'carried' },
  deviceId: { kind: 'carried' },
  equipmentId: { kind: 'carried' },
} as const satisfies FilterFields

export type AlarmFilter = FilterOf<typeof alarmFields>

/** Whether only those are wanted whose acknowledgement has ended, whatever else is chosen beside. */
export const hasEnded = ({ ack }: AlarmFilter): boolean => valuesOf(ack).includes('ended')

/** Where a list of alarms stands, and the zone (an IANA id) that its days are of. */
export type AlarmsAt = PlaceParams & { zone: string }

/**
 * What the call is asked. The narrowest place alone goes into it, since what is in a building is in its site; `inSpace`
 * are the controllers of a space, which no call is narrowed by.
 */
export function alarmQuery(at: AlarmsAt, asked: AlarmFilter, inSpace: readonly string[] = []): Body {
  const filter = within(at, asked)
  const { q, state, severity, ack, kind, to } = filter
  const since = fromMoment(filter, at.zone)
  return {
    ...placeIn(filter, inSpace),
    ...(q && { search: q }),
    ...(state && { isActive: state === 'active' }),
    ...(severity && { severities: valuesOf<Severity>(severity) }),
    ...(hasEnded(asked)
      ? { ackStates: ['acknowledged'], isActive: true }
      : ack && { ackStates: valuesOf<AckState>(ack) }),
    ...(kind && { eventStates: valuesOf<(typeof kinds)[number]>(kind) }),
    ...(since && { from: since }),
    ...(to && { to: endOfDay(to, at.zone) }),
  }
}

function placeIn(
  { groupId, siteId, buildingId, spaceId, deviceId, equipmentId }: AlarmFilter,
  inSpace: readonly string[],
): Body {
  if (equipmentId) return { equipmentIds: [equipmentId] }
  if (deviceId) return { deviceIds: [deviceId] }
  if (spaceId) return { deviceIds: [...inSpace] }
  if (buildingId) return { buildingIds: [buildingId] }
  if (siteId) return { siteIds: [siteId] }
  return groupId ? { siteGroupIds: [groupId] } : {}
}

/** How the call sorts by a column of the list; its own order where none is asked for. */
export function alarmSort(sort: string | undefined): Body['sort'] {
  if (!sort) return undefined
  const field = sort.replace('-', '') as (typeof sortFields)[number]
  const direction = sort.startsWith('-') ? ('desc' as const) : ('asc' as const)
  const newest = { field: 'raisedAt', direction: 'desc' } as const
  return field === 'raisedAt' ? [{ field, direction }] : [{ field, direction }, newest]
}

/** The columns that the call sorts by, under the call's own words. */
const sortFields = ['severity', 'deviceName', 'raisedAt', 'ackState'] as const
