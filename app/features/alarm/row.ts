/** An alarm as a row of a list, with the alarms that follow from it. */
import type { Alarm } from '#contracts/alarms'
import { acknowledgementEnd } from '~/domain/acknowledgement'
import { type CauseKind, kindOfCause } from '~/domain/alarm-causes'
import { nodeHref, type Place, type QueryParams } from '~/hrefs'
import { placesBelow } from './place-text'

export interface AlarmRow {
  id: string
  href: string | null
  message: string
  severity: Alarm['severity']
  kind: Alarm['eventState']
  isActive: boolean
  /** `ended`: acknowledged until a time that has passed, and still active. */
  ack: Alarm['ackState'] | 'ended'
  /** End of the acknowledgement; null if it has none. */
  until: string | null
  /** Who acknowledged it, when, and the comment. */
  acknowledged: { by: string; at: string | null; note: string } | null
  /** The source of the alarm: controller, equipment, point and place. */
  device: string
  deviceHref: string | null
  hostId: string
  equipment: string
  point: string
  site: string
  location: string
  /** The places down to it, without those that the list is limited to. */
  places: string[]
  /** The value of the point at the time of the alarm, unconverted, and its unit. */
  value: number | string | null
  unit: string
  since: string
  returned: string | null
  occurrences: number
  /** Alarms that follow from it, with the reason. */
  below: (Omit<AlarmRow, 'below'> & { because: CauseKind })[]
}

/** Returns the value of a row's checkbox: the ids of its alarm and of the alarms below it. */
export const rowIds = ({ id, below }: AlarmRow) => [id, ...below.map((one) => one.id)].join(',')

export interface AlarmRowContext {
  place: Place
  /** The ids of the places that the list is limited to. */
  within?: ReadonlySet<string>
  now: string
  /** Ends of acknowledgements, by alarm id. */
  ends: ReadonlyMap<string, string>
  /** Returns the page of an alarm. */
  href(alarm: Alarm): string | null
}

export function alarmRow(at: AlarmRowContext, alarm: Alarm, below: readonly Alarm[] = []): AlarmRow {
  return {
    ...ownRow(at, alarm),
    below: below.map((one) => ({ ...ownRow(at, one), because: kindOfCause(alarm, one) ?? 'parent' })),
  }
}

/** Of an alarm outside of a list. */
const everywhere: ReadonlySet<string> = new Set()

function ownRow(
  { place, within = everywhere, now, ends, href }: AlarmRowContext,
  alarm: Alarm,
): Omit<AlarmRow, 'below'> {
  const { id, severity, eventState, isActive, ackState, acknowledgedAt, deviceId, unit } = alarm
  const by = alarm.acknowledgedBy?.fullName
  const until = isActive && ackState === 'acknowledged' ? acknowledgementEnd(alarm, ends.get(id)) : null
  return {
    id,
    href: href(alarm),
    message: alarm.messageText || alarm.eventType || id,
    severity,
    kind: eventState,
    isActive,
    ack: until && until <= now ? 'ended' : ackState,
    until,
    acknowledged: by ? { by, at: acknowledgedAt ?? null, note: alarm.ackComment ?? '' } : null,
    device: alarm.deviceName ?? deviceId ?? '',
    deviceHref: deviceId ? alarmDeviceHref(place, alarm, deviceId) : null,
    hostId: alarm.hostId ?? '',
    equipment: alarm.equipmentName ?? '',
    point: alarm.pointName ?? '',
    site: alarm.siteName ?? '',
    location: alarm.location ?? '',
    places: placesBelow(alarm, within),
    value: objectReading(alarm, alarm.presentValue),
    unit: unit ?? '',
    since: alarm.raisedAt,
    returned: alarm.normalAt ?? null,
    occurrences: alarm.occurrenceCount ?? 1,
  }
}

/** Returns whether an alarm is of a binary object. */
export const isSwitched = ({ objectType }: Pick<Alarm, 'objectType'>) => objectType?.startsWith('binary') === true

/** Returns a value of an alarm's object; of a binary one, which may report a number, `true` or `false`. */
export function objectReading(alarm: Pick<Alarm, 'objectType'>, value: Alarm['presentValue']): AlarmRow['value'] {
  if (value === null || value === undefined) return null
  if (typeof value !== 'number') return String(value)
  const isOnOrOff = isSwitched(alarm) && (value === 0 || value === 1)
  return isOnOrOff ? String(value === 1) : value
}

/** Returns the page of the alarm's controller, nested below its ancestors if the alarm has a path. */
export function alarmDeviceHref(place: Place, { path }: Pick<Alarm, 'path'>, deviceId: string, search?: QueryParams) {
  return nodeHref(place, path ?? [], { id: deviceId, type: 'device' }, search)
}
