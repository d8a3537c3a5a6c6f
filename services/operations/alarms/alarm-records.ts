/** Alarms from the reports of controllers: raised, changed, returned, reopened (domain §1.2, §1.7). */
import type { EventState } from '../../contracts/alarms'
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
  point?: { id: string; name: string; objectType: string; objectInstance: number } | undefined
  equipmentId?: string | null
  presentValue?: number | string | null
  limit?: AlarmKind['limit']
  unit?: string | null
}

/** More events than this in a minute from one controller are collected in one alarm. */
export const floodLimit = 200
const floodWindowMs = 60_000

interface Owner {
  tenant_id: string
  customer_id: string
  site_id: string
  building_id: string
  space_id: string
  host_id: string
}

/** Records a report and returns its alarm; a report without a change is ignored. */
export function reportAlarm(world: World, { deviceId, ...details }: AlarmReport): string | undefined {
  const { store, clock } = world
  const owner = store.get<Owner>(
    'SELECT tenant_id, customer_id, site_id, building_id, space_id, host_id FROM device WHERE id = ?',
    deviceId,
  )
  if (!owner) return undefined
  const kind = alarmKinds[details.kind]
  const existing = store.get<AlarmRecord>(
    `SELECT * FROM alarm WHERE device_id = ? AND event_type = ? AND point_id IS ? AND message = ?
     ORDER BY raised_at DESC LIMIT 1`,
    deviceId,
    kind.eventType,
    details.point?.id ?? null,
    details.kind,
  )
  if (existing?.event_state === details.into) return existing.id
  const returnedLongAgo = existing?.normal_at != null && clock.now() - existing.normal_at > reopensWithinMs
  if (!existing || returnedLongAgo) {
    if (details.into === 'normal') return undefined
    if (details.kind !== 'deviceFlood' && isFlooding(world, deviceId)) {
      return reportAlarm(world, { deviceId, kind: 'deviceFlood', into: 'offnormal' })
    }
    return raise(world, { owner, deviceId, ...details })
  }
  change(world, existing, details)
  return existing.id
}

function isFlooding({ store, clock }: World, deviceId: string): boolean {
  const recent = store.get<{ n: number }>(
    'SELECT count(*) AS n FROM alarm WHERE device_id = ? AND updated_at > ?',
    deviceId,
    clock.now() - floodWindowMs,
  )
  return (recent?.n ?? 0) > floodLimit
}

function raise(
  world: World,
  { owner, deviceId, kind: name, into, point, ...details }: AlarmReport & { owner: Owner },
): string {
  const { store, clock } = world
  const kind: AlarmKind = alarmKinds[name]
  const now = clock.now()
  const severity = alarmSeverityOf(kind.priority)
  const state = initialStatus(severity, into)
  const id = seedId('alarm', `${deviceId}/${name}/${point?.id ?? ''}/${now}`)
  const present = JSON.stringify(details.presentValue ?? null)
  const limit = details.limit ?? kind.limit
  store.run(
    `INSERT INTO alarm (id, tenant_id, customer_id, site_id, building_id, space_id, device_id, equipment_id, point_id,
       point_name, object_type, object_instance, event_type, priority, severity, event_state, previous_event_state,
       message, present_value, unit, limits, ack_required, acked, ack_state, raised_at, updated_at)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,'normal',?,?,?,?,?,?,?,?,?)`,
    id,
    owner.tenant_id,
    owner.customer_id,
    owner.site_id,
    owner.building_id,
    owner.space_id,
    deviceId,
    details.equipmentId ?? null,
    point?.id ?? null,
    point?.name ?? null,
    point?.objectType ?? kind.objectType,
    point?.objectInstance ?? 0,
    kind.eventType,
    kind.priority,
    severity,
    into,
    name,
    details.presentValue === undefined || details.presentValue === null ? null : present,
    details.unit ?? kind.unit,
    limit ? JSON.stringify(limit) : null,
    state.required,
    state.acked,
    ackStateOf(state),
    now,
    now,
  )
  writeOccurrence(world, { alarmId: id, sequence: 1, into, priority: kind.priority, state, value: present })
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

/** Moves an alarm to another state: it returns, reopens, or changes while active. */
function change(
  world: World,
  row: AlarmRecord,
  { into, presentValue }: Pick<AlarmReport, 'into' | 'presentValue'>,
): void {
  const { store, clock } = world
  const now = clock.now()
  const reopens = row.event_state === 'normal'
  const before = { required: row.ack_required, acked: row.acked }
  const state = afterTransition(before, into)
  const value = presentValue === undefined || presentValue === null ? row.present_value : JSON.stringify(presentValue)
  const acknowledgementStands = ackStateOf(state) !== 'unacknowledged' && !reopens
  store.run(
    `UPDATE alarm SET event_state = ?, previous_event_state = ?, present_value = ?, acked = ?, ack_state = ?,
       ack_by_id = CASE WHEN ? THEN ack_by_id END, ack_by_name = CASE WHEN ? THEN ack_by_name END,
       ack_at = CASE WHEN ? THEN ack_at END, ack_comment = CASE WHEN ? THEN ack_comment END,
       raised_at = ?, normal_at = ?, updated_at = ?, occurrence_count = ?, events = events + 1, version = version + 1
     WHERE id = ?`,
    into,
    row.event_state,
    value,
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
  by: { id: string; fullName: string }
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
    by.id,
    by.fullName,
    now,
    comment,
    now,
    row.id,
  )
  store.run(
    `UPDATE alarm_occurrence SET ack_state = ?, ack_by_id = ?, ack_by_name = ?, ack_at = ?
     WHERE alarm_id = ? AND sequence = ?`,
    ackStateOf(after),
    by.id,
    by.fullName,
    now,
    row.id,
    row.occurrence_count,
  )
}
