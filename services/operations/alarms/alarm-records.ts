/** Alarms from the reports of controllers: raised, changed, returned, reopened (domain §1.2, §1.7). */
import { type EventState, type EventType, floodLimit } from '../../contracts/alarms'
import { seedId } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import { type AlarmKind, type AlarmKindName, alarmKinds } from './alarm-kinds'
import type { AlarmRecord, StoredTransition } from './alarm-rows'
import {
  type AckStatus,
  ackStateOf,
  afterTransition,
  alarmSeverityOf,
  initialStatus,
  reopensWithinMs,
} from './alarm-states'

/** A report of a controller about one of its points or itself. */
export interface AlarmReport {
  deviceId: string
  kind: AlarmKindName
  /** The state entered. */
  into: EventState
  point?: AlarmObject | undefined
  equipmentId?: string | null
  presentValue?: number | string | null
  limit?: AlarmKind['limit']
  unit?: string | null
}

/** The object that an alarm is about; without an id it is no point here. */
export interface AlarmObject {
  id: string | null
  /** Distinguishes objects of a controller that are no points. */
  key?: string
  name: string
  objectType: string
  objectInstance: number
}

/** An alarm that does not exist yet. */
export interface NewAlarm {
  deviceId: string
  /** The name of a text, or the text itself. */
  message: string
  eventType: EventType
  into: EventState
  priority: number
  /** Transitions to acknowledge, as bits; those of its severity by default. */
  required?: number
  object: AlarmObject
  equipmentId: string | null
  presentValue: number | string | null
  limit: AlarmKind['limit']
  unit: string | null
  notificationClass?: number | null
}

const floodWindowMs = 60_000

interface Owner {
  tenant_id: string
  customer_id: string
  site_id: string
  building_id: string
  space_id: string
}

/** Records a report and returns its alarm; a report without a change is ignored. */
export function reportAlarm(world: World, { deviceId, ...details }: AlarmReport): string | undefined {
  const { store } = world
  const kind: AlarmKind = alarmKinds[details.kind]
  const existing = store.get<AlarmRecord>(
    `SELECT * FROM alarm WHERE device_id = ? AND event_type = ? AND point_id IS ? AND message = ?
     ORDER BY raised_at DESC LIMIT 1`,
    deviceId,
    kind.eventType,
    details.point?.id ?? null,
    details.kind,
  )
  if (existing?.event_state === details.into) return existing.id
  if (existing && canReopen(world, existing)) {
    moveAlarm(world, existing, details)
    return existing.id
  }
  if (details.into === 'normal') return undefined
  if (details.kind !== 'deviceFlood' && isFlooding(world, deviceId)) {
    return reportAlarm(world, { deviceId, kind: 'deviceFlood', into: 'offnormal' })
  }
  return raiseAlarm(world, {
    ...{ deviceId, message: details.kind, eventType: kind.eventType, into: details.into, priority: kind.priority },
    object: details.point ?? { id: null, name: '', objectType: kind.objectType, objectInstance: 0 },
    equipmentId: details.equipmentId ?? null,
    presentValue: details.presentValue ?? null,
    limit: details.limit ?? kind.limit,
    unit: details.unit ?? kind.unit,
  })
}

/** Whether an alarm is active, or returned so recently that it reopens under its id. */
export const canReopen = ({ clock }: World, { normal_at }: Pick<AlarmRecord, 'normal_at'>): boolean =>
  normal_at === null || clock.now() - normal_at <= reopensWithinMs

/** Whether a controller has raised so many alarms in the last minute that more are collected in one. */
export function isFlooding({ store, clock }: World, deviceId: string): boolean {
  const recent = store.get<{ n: number }>(
    'SELECT count(*) AS n FROM alarm WHERE device_id = ? AND updated_at > ?',
    deviceId,
    clock.now() - floodWindowMs,
  )
  return (recent?.n ?? 0) > floodLimit
}

/** Stores a new alarm and returns its id; undefined when its controller is gone. */
export function raiseAlarm(world: World, alarm: NewAlarm): string | undefined {
  const { store, clock } = world
  const { deviceId, message, into, priority, object, limit, presentValue } = alarm
  const owner = store.get<Owner>(
    'SELECT tenant_id, customer_id, site_id, building_id, space_id FROM device WHERE id = ?',
    deviceId,
  )
  if (!owner) return undefined
  const now = clock.now()
  const severity = alarmSeverityOf(priority)
  const state = initialStatus(severity, into, alarm.required)
  const id = seedId('alarm', `${deviceId}/${message}/${object.id ?? object.key ?? ''}/${now}`)
  const present = presentValue === null ? null : JSON.stringify(presentValue)
  store.run(
    `INSERT INTO alarm (id, tenant_id, customer_id, site_id, building_id, space_id, device_id, equipment_id, point_id,
       point_name, object_type, object_instance, event_type, notification_class, priority, severity, event_state,
       previous_event_state, message, present_value, unit, limits, ack_required, acked, ack_state, raised_at, updated_at)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,'normal',?,?,?,?,?,?,?,?,?)`,
    id,
    owner.tenant_id,
    owner.customer_id,
    owner.site_id,
    owner.building_id,
    owner.space_id,
    deviceId,
    alarm.equipmentId,
    object.id,
    object.name || null,
    object.objectType,
    object.objectInstance,
    alarm.eventType,
    alarm.notificationClass ?? 1,
    priority,
    severity,
    into,
    message,
    present,
    alarm.unit,
    limit ? JSON.stringify(limit) : null,
    state.required,
    state.acked,
    ackStateOf(state),
    now,
    now,
  )
  writeOccurrence(world, { alarmId: id, sequence: 1, into, priority, state, value: present ?? 'null' })
  return id
}

interface NewOccurrence {
  alarmId: string
  sequence: number
  into: EventState
  priority: number
  state: AckStatus
  /** As JSON. */
  value: string
}

function writeOccurrence(
  { store, clock }: World,
  { alarmId, sequence, into, priority, state, value }: NewOccurrence,
): void {
  const first: StoredTransition = { from: 'normal', to: into, at: clock.now(), priority }
  store.run(
    `INSERT INTO alarm_occurrence (id, alarm_id, sequence, event_state, raised_at, peak_value, present_value, ack_state, transitions)
     VALUES (?,?,?,?,?,?,?,?,?)`,
    seedId('alarm-occurrence', `${alarmId}/${sequence}`),
    alarmId,
    sequence,
    into,
    clock.now(),
    value,
    value,
    ackStateOf(state),
    JSON.stringify([first]),
  )
}

interface AlarmMove extends Pick<AlarmReport, 'into' | 'presentValue'> {
  /** What the controller says now; as before by default. */
  message?: string
  required?: number
}

/** Moves an alarm to another state: it returns, reopens, or changes while active. */
export function moveAlarm(
  world: World,
  row: AlarmRecord,
  { into, presentValue, message = row.message, required = row.ack_required }: AlarmMove,
): void {
  const { store, clock } = world
  const now = clock.now()
  const reopens = row.event_state === 'normal'
  const state = afterTransition({ required, acked: row.acked }, into)
  const value = presentValue === undefined || presentValue === null ? row.present_value : JSON.stringify(presentValue)
  const acknowledgementStands = ackStateOf(state) !== 'unacknowledged' && !reopens
  store.run(
    `UPDATE alarm SET event_state = ?, previous_event_state = ?, message = ?, present_value = ?, ack_required = ?,
       acked = ?, ack_state = ?,
       ack_by_id = CASE WHEN ? THEN ack_by_id END, ack_by_name = CASE WHEN ? THEN ack_by_name END,
       ack_at = CASE WHEN ? THEN ack_at END, ack_comment = CASE WHEN ? THEN ack_comment END,
       raised_at = ?, normal_at = ?, updated_at = ?, occurrence_count = ?, events = events + 1, version = version + 1
     WHERE id = ?`,
    into,
    row.event_state,
    message,
    value,
    required,
    state.acked,
    ackStateOf(state),
    ...([0, 0, 0, 0].map(() => (acknowledgementStands ? 1 : 0)) as [number, number, number, number]),
    reopens ? now : row.raised_at,
    into === 'normal' ? now : null,
    now,
    reopens ? row.occurrence_count + 1 : row.occurrence_count,
    row.id,
  )
  if (reopens) {
    writeOccurrence(world, {
      alarmId: row.id,
      sequence: row.occurrence_count + 1,
      into,
      priority: row.priority,
      state,
      value: value ?? 'null',
    })
    return
  }
  const step: StoredTransition = { from: row.event_state, to: into, at: now, priority: row.priority }
  store.run(
    `UPDATE alarm_occurrence SET transitions = json_insert(transitions, '$[#]', json(?)), normal_at = ?,
       ack_state = ?, present_value = coalesce(?, present_value) WHERE alarm_id = ? AND sequence = ?`,
    JSON.stringify(step),
    into === 'normal' ? now : null,
    ackStateOf(state),
    value,
    row.id,
    row.occurrence_count,
  )
}

/** What was acknowledged, with the comment. */
interface Acknowledgement {
  after: AckStatus
  /** Null when it happened at the controller, or at another workstation. */
  by: { id: string; fullName: string } | null
  comment: string | null
}

/** Records the acknowledgement of an alarm and of its current occurrence. */
export function writeAcknowledgement(
  { store, clock }: World,
  row: Pick<AlarmRecord, 'id' | 'occurrence_count'>,
  { after, by, comment }: Acknowledgement,
): void {
  const now = clock.now()
  store.run(
    `UPDATE alarm SET acked = ?, ack_state = ?, ack_by_id = ?, ack_by_name = ?, ack_at = ?, ack_comment = ?,
       updated_at = ?, version = version + 1 WHERE id = ?`,
    after.acked,
    ackStateOf(after),
    by?.id ?? null,
    by?.fullName ?? null,
    now,
    comment,
    now,
    row.id,
  )
  store.run(
    `UPDATE alarm_occurrence SET ack_state = ?, ack_by_id = ?, ack_by_name = ?, ack_at = ?
     WHERE alarm_id = ? AND sequence = ?`,
    ackStateOf(after),
    by?.id ?? null,
    by?.fullName ?? null,
    now,
    row.id,
    row.occurrence_count,
  )
}
