/** Alarms as stored and as returned (domain §1.2). */
import type { AckState, Alarm, AlarmOccurrence, EventState, Severity } from '../../contracts/alarms'
import { timestamp } from '../../kit/clock'
import type { ServiceLanguage } from '../../kit/messages'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { placesOf } from '../places'
import { alarmText } from './alarm-kinds'
import { perTransition } from './alarm-states'

export interface AlarmRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  space_id: string
  device_id: string
  equipment_id: string | null
  point_id: string | null
  point_name: string | null
  object_type: string
  object_instance: number
  event_type: string
  notify_type: string
  notification_class: number
  priority: number
  severity: Severity
  event_state: EventState
  previous_event_state: EventState
  message: string
  present_value: string | null
  unit: string | null
  limits: string | null
  ack_required: number
  acked: number
  ack_state: AckState
  ack_by_id: string | null
  ack_by_name: string | null
  ack_at: number | null
  ack_comment: string | null
  raised_at: number
  normal_at: number | null
  updated_at: number
  occurrence_count: number
  events: number
  version: number
}

/** Returns an eTag of the newest transition and of all changes since. */
export const alarmETagOf = ({ events, version }: Pick<AlarmRecord, 'events' | 'version'>) => `${events}-${version}`

/** Whether an eTag is older than the newest transition. */
export const isStaleEvent = (eTag: string, { events }: Pick<AlarmRecord, 'events'>) =>
  eTag.split('-')[0] !== String(events)

const person = (id: string | null, fullName: string | null) => (id === null ? null : { id, fullName: fullName ?? '' })
const moment = (at: number | null) => (at === null ? null : timestamp(at))
const value = (json: string | null) => (json === null ? null : (JSON.parse(json) as number | string | boolean))

export function toAlarms({ store, clock }: World, rows: readonly AlarmRecord[], language: ServiceLanguage): Alarm[] {
  const placeOf = placesOf(store, rows)
  const controllerTimes = controllerTimesOf(store, rows)
  const now = clock.now()
  return rows.map((row) => {
    const isActive = row.event_state !== 'normal'
    return {
      id: row.id,
      tenantId: row.tenant_id,
      customerId: row.customer_id,
      siteId: row.site_id,
      ...placeOf(row),
      deviceId: row.device_id,
      equipmentId: row.equipment_id,
      pointId: row.point_id,
      pointName: row.point_name,
      objectType: row.object_type,
      objectInstance: row.object_instance,
      eventState: row.event_state,
      previousEventState: row.previous_event_state,
      eventType: row.event_type,
      notifyType: row.notify_type,
      notificationClass: row.notification_class,
      priority: row.priority,
      severity: row.severity,
      messageText: alarmText(row.message, language),
      presentValue: value(row.present_value),
      unit: row.unit,
      limit: row.limits === null ? null : (JSON.parse(row.limits) as Alarm['limit']),
      statusFlags: {
        inAlarm: isActive,
        fault: row.event_state === 'fault',
        overridden: false,
        outOfService: false,
      },
      isActive,
      ackRequired: perTransition(row.ack_required),
      ackedTransitions: perTransition(row.acked),
      ackState: row.ack_state,
      acknowledgedBy: person(row.ack_by_id, row.ack_by_name),
      acknowledgedAt: moment(row.ack_at),
      ackComment: row.ack_comment,
      raisedAt: timestamp(row.raised_at),
      normalAt: moment(row.normal_at),
      updatedAt: timestamp(row.updated_at),
      controllerTime: moment(controllerTimes.get(row.id) ?? null),
      durationSec: Math.max(0, Math.floor(((row.normal_at ?? now) - row.raised_at) / 1000)),
      occurrenceCount: row.occurrence_count,
      eTag: alarmETagOf(row),
    }
  })
}

/** Returns when the newest transitions were by the clocks of their controllers, ms, by alarm. */
function controllerTimesOf(store: Store, rows: readonly AlarmRecord[]): ReadonlyMap<string, number> {
  const known = store.all<{ id: string; at: number }>(
    `SELECT alarm_id AS id, controller_time AS at FROM device_event
     WHERE controller_time IS NOT NULL AND alarm_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(rows.map(({ id }) => id)),
  )
  return new Map(known.map(({ id, at }) => [id, at]))
}

export interface OccurrenceRecord {
  id: string
  alarm_id: string
  sequence: number
  event_state: EventState
  raised_at: number
  normal_at: number | null
  peak_value: string | null
  present_value: string | null
  ack_state: AckState
  ack_by_id: string | null
  ack_by_name: string | null
  ack_at: number | null
  transitions: string
}

/** One change of state inside an occurrence. */
export interface StoredTransition {
  from: EventState
  to: EventState
  at: number
  priority: number
}

export function toOccurrence(
  row: OccurrenceRecord,
  { alarm, now, language }: { alarm: AlarmRecord; now: number; language: ServiceLanguage },
): AlarmOccurrence {
  const messageText = alarmText(alarm.message, language)
  return {
    id: row.id,
    alarmId: row.alarm_id,
    sequence: row.sequence,
    eventState: row.event_state,
    raisedAt: timestamp(row.raised_at),
    normalAt: moment(row.normal_at),
    durationSec: Math.max(0, Math.floor(((row.normal_at ?? now) - row.raised_at) / 1000)),
    peakValue: value(row.peak_value),
    presentValue: value(row.present_value),
    unit: alarm.unit,
    messageText,
    ackState: row.ack_state,
    acknowledgedBy: person(row.ack_by_id, row.ack_by_name),
    acknowledgedAt: moment(row.ack_at),
    transitions: (JSON.parse(row.transitions) as StoredTransition[]).map(({ from, to, at, priority }) => ({
      from,
      to,
      at: timestamp(at),
      priority,
      messageText,
    })),
  }
}
