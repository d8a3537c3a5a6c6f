/**
 * Alarms that controllers report themselves, by intrinsic reporting or event enrollments. An object has one alarm; a
 * transition is known by the time stamp of the controller, so that what is heard twice, live and in a summary, counts once.
 */
import type { Transition } from '../../contracts/alarms'
import type { World } from '../../kit/world'
import type { DeviceEvent, EventRef, EventTransition, ObjectRef } from '../../link/port'
import { canReopen, isFlooding, moveAlarm, raiseAlarm, reportAlarm, writeAcknowledgement } from './alarm-records'
import type { AlarmRecord } from './alarm-rows'
import { pendingOf, transitionBits, transitionInto } from './alarm-states'
import { eventMessage } from './event-texts'

export const deviceEventSchema = `
CREATE TABLE IF NOT EXISTS device_event (
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  object_type TEXT NOT NULL,
  object_instance INTEGER NOT NULL,
  alarm_id TEXT NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  -- the newest of each transition as the controller stamped it, as JSON
  stamps TEXT NOT NULL,
  -- by the clock of the controller, ms; null when it has none
  controller_time INTEGER,
  -- the text of the controller; null for none
  own_text TEXT,
  PRIMARY KEY (device_id, object_type, object_instance)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS device_event_by_alarm ON device_event (alarm_id);`

/** What the controller stamped, by transition. */
type Stamps = Partial<Record<Transition, EventTransition>>

interface EventRow {
  alarm_id: string
  object_type: string
  object_instance: number
  stamps: string
}

const transitions = Object.keys(transitionBits) as Transition[]

/** Records a transition that a controller reports, and the acknowledgements that it says. */
export function recordDeviceEvent(world: World, deviceId: string, event: DeviceEvent): void {
  const known = eventRowOf(world, deviceId, event)
  const stamps = known ? stampsOf(known) : {}
  const transition = transitionInto(event.into)
  // A controller without a clock stamps nothing: there, only a change of state is a transition.
  const isKnown = event.stamp
    ? stamps[transition]?.stamp === event.stamp
    : known && alarmOf(world, known.alarm_id)?.event_state === event.into
  if (!isKnown) {
    const alarmId = recordTransition(world, deviceId, { event, known })
    if (alarmId === undefined) return
    const { into, stamp } = event
    writeEventRow(world, deviceId, { event, alarmId, stamps: { ...stamps, [transition]: { into, stamp } } })
  }
  const acknowledged = transitions.filter((name) => event.acknowledged?.[name])
  if (acknowledged.length > 0) recordAcknowledgements(world, deviceId, { ...event, transitions: acknowledged })
}

/** Records the state of all objects of a controller: those that are not among the events are normal and acknowledged. */
export function recordEventSummary(world: World, deviceId: string, events: readonly DeviceEvent[]): void {
  const named = new Set(events.map(keyOf))
  const rest = world.store
    .all<EventRow>('SELECT * FROM device_event WHERE device_id = ?', deviceId)
    .filter((row) => !named.has(keyOf({ objectType: row.object_type, objectInstance: row.object_instance })))
  for (const row of rest) settle(world, row.alarm_id)
  for (const event of events) recordDeviceEvent(world, deviceId, event)
  // The last event of an object is the one that led to its state.
  const states = new Map(events.map((event) => [keyOf(event), event]))
  for (const event of states.values()) correctState(world, deviceId, event)
}

/** Moves an alarm to the state of its object where a transition that is known led there and another report does not agree. */
function correctState(world: World, deviceId: string, { into, presentValue, ...object }: DeviceEvent): void {
  const known = eventRowOf(world, deviceId, object)
  const row = known && alarmOf(world, known.alarm_id)
  if (row && row.event_state !== into && canReopen(world, row)) moveAlarm(world, row, { into, presentValue })
}

/** Ends an alarm of which its controller knows nothing any more. */
function settle(world: World, alarmId: string): void {
  const row = alarmOf(world, alarmId)
  if (row && row.event_state !== 'normal') moveAlarm(world, row, { into: 'normal' })
  const now = alarmOf(world, alarmId)
  if (now) acknowledgeBits(world, now, now.ack_required)
}

/** Records that transitions were acknowledged at the controller, or by another workstation. */
export function recordAcknowledgements(
  world: World,
  deviceId: string,
  { transitions: names, ...object }: ObjectRef & { transitions: readonly Transition[] },
): void {
  const known = eventRowOf(world, deviceId, object)
  const row = known && alarmOf(world, known.alarm_id)
  if (row)
    acknowledgeBits(
      world,
      row,
      names.reduce((mask, name) => mask | transitionBits[name], 0),
    )
}

function acknowledgeBits(world: World, row: AlarmRecord, bits: number): void {
  const before = { required: row.ack_required, acked: row.acked }
  // What somebody acknowledges here is recorded with their name and note once the controller has answered.
  if (!(pendingOf(before) & bits) || isBeingAcknowledged(world, row.id)) return
  writeAcknowledgement(world, row, { after: { ...before, acked: row.acked | bits }, by: null, comment: null })
}

/** Names the order of acknowledgements of an alarm. */
export const laneOfAlarm = (alarmId: string) => `alarm:${alarmId}`

/** Whether an acknowledgement of an alarm is on its way to the controller. */
const isBeingAcknowledged = ({ store }: World, alarmId: string): boolean =>
  store.get('SELECT 1 FROM intent, json_each(intent.lanes) WHERE json_each.value = ?', laneOfAlarm(alarmId)) !==
  undefined

/** Returns the transitions of an alarm that wait at its controller. */
export function pendingEvents({ store }: World, row: AlarmRecord): EventRef['pending'] {
  const known = store.get<EventRow>('SELECT * FROM device_event WHERE alarm_id = ?', row.id)
  if (!known) return []
  const pending = pendingOf({ required: row.ack_required, acked: row.acked })
  const object = { objectType: known.object_type, objectInstance: known.object_instance }
  return Object.entries(stampsOf(known)).flatMap(([name, transition]) =>
    pending & transitionBits[name as Transition] ? [{ ...object, ...transition }] : [],
  )
}

/** Returns the alarm of a transition, moved or new; undefined when there is none to move and nothing to raise. */
function recordTransition(
  world: World,
  deviceId: string,
  { event, known }: { event: DeviceEvent; known: EventRow | undefined },
): string | undefined {
  const { into, isAckRequired, pointId, objectType, objectInstance } = event
  const row = known && alarmOf(world, known.alarm_id)
  const message = event.text || eventMessage(event.eventType, into)
  if (row && canReopen(world, row)) {
    const bit = transitionBits[transitionInto(into)]
    const required = isAckRequired === null ? row.ack_required : (row.ack_required & ~bit) | (isAckRequired ? bit : 0)
    // The text of the return says nothing of what had happened.
    const move = { into, presentValue: event.presentValue, required }
    moveAlarm(world, row, into === 'normal' ? move : { ...move, message })
    return row.id
  }
  if (into === 'normal') return undefined
  if (isFlooding(world, deviceId)) return void reportAlarm(world, { deviceId, kind: 'deviceFlood', into: 'offnormal' })
  const point = pointOf(world, deviceId, pointId)
  return raiseAlarm(world, {
    ...{ deviceId, message, eventType: event.eventType, into, priority: event.priority },
    ...(isAckRequired !== null && { required: isAckRequired ? transitionBits[transitionInto(into)] : 0 }),
    object: {
      id: point?.id ?? null,
      key: `${objectType}:${objectInstance}`,
      name: point?.name ?? event.objectName,
      ...{ objectType, objectInstance },
    },
    equipmentId: point?.equipmentId ?? null,
    presentValue: event.presentValue,
    limit: event.limit,
    unit: point?.unit ?? null,
    notificationClass: event.notificationClass,
  })
}

const pointOf = ({ store }: World, deviceId: string, pointId: string | null) =>
  store.get<{ id: string; name: string; unit: string | null; equipmentId: string | null }>(
    `SELECT point.id, point.display_name AS name, point.unit, point_mapping.equipment_id AS equipmentId
     FROM point LEFT JOIN point_mapping ON point_mapping.point_id = point.id
     WHERE point.id = ? AND point.device_id = ? LIMIT 1`,
    pointId,
    deviceId,
  )

function writeEventRow(
  { store }: World,
  deviceId: string,
  { event, alarmId, stamps }: { event: DeviceEvent; alarmId: string; stamps: Stamps },
): void {
  store.run(
    `INSERT INTO device_event (device_id, object_type, object_instance, alarm_id, stamps, controller_time, own_text)
     VALUES (?,?,?,?,?,?,?)
     ON CONFLICT DO UPDATE SET alarm_id = excluded.alarm_id, stamps = excluded.stamps,
       controller_time = excluded.controller_time, own_text = coalesce(excluded.own_text, own_text)`,
    deviceId,
    event.objectType,
    event.objectInstance,
    alarmId,
    JSON.stringify(stamps),
    event.controllerTime,
    event.text,
  )
}

const keyOf = ({ objectType, objectInstance }: ObjectRef) => `${objectType}:${objectInstance}`
const stampsOf = ({ stamps }: EventRow) => JSON.parse(stamps) as Stamps

const eventRowOf = ({ store }: World, deviceId: string, { objectType, objectInstance }: ObjectRef) =>
  store.get<EventRow>(
    'SELECT * FROM device_event WHERE device_id = ? AND object_type = ? AND object_instance = ?',
    deviceId,
    objectType,
    objectInstance,
  )

const alarmOf = ({ store }: World, id: string) => store.get<AlarmRecord>('SELECT * FROM alarm WHERE id = ?', id)
