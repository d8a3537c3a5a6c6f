/**
 * Limits of points: limit, deadband and delay on what was measured up to now. The next check is when a change is
 * expected, where that is known (domain §12.2).
 */

import { type Awaitable, type HistoryMinutes, type MinuteRange, minuteMs } from '../../history/history'
import { expectedMinutes, finishRead, mayBeDisturbed, readMinutes, whenRead } from '../../history/points'
import { seedId } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import { rolePointsOf, usualHoursOf } from '../samples'
import { ruleUnitOf } from '../units'
import { type AlarmKind, type AlarmKindName, alarmKinds } from './alarm-kinds'
import { reportAlarm } from './alarm-records'

export const monitorSchema = `
CREATE TABLE IF NOT EXISTS alarm_monitor (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  point_id TEXT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  kind TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS alarm_monitor_by_device ON alarm_monitor (device_id);
CREATE INDEX IF NOT EXISTS alarm_monitor_by_point ON alarm_monitor (point_id);
`

export interface Monitor {
  id: string
  device_id: string
  point_id: string
  kind: AlarmKindName
}

/** How many minutes a value must be beyond its limit, or back within it, before it is reported. */
const delayMinutes = 1
/** How far ahead the next change is searched, ms: most come within the first stretch. */
const firstAheadMs = 12 * 60 * minuteMs
const aheadMs = 48 * 60 * minuteMs

/** Points with limits, and what must have been on for how many minutes before they apply. */
interface LimitLine {
  kinds: readonly AlarmKindName[]
  while?: string
  settled?: number
}
const limitedPoints: Readonly<Record<string, LimitLine>> = {
  'airHandler.SAT': { kinds: ['supplyCold', 'supplyHot'], while: 'FANSTS', settled: 30 },
  'airHandler.DSP': { kinds: ['staticPressureHigh'], while: 'FANSTS', settled: 5 },
  'airHandler.RH': { kinds: ['zoneHumid'] },
  'airHandler.CO2': { kinds: ['carbonDioxide'] },
  'airHandler.FilterPressure': { kinds: ['filterPressure'] },
  'box.ZAT': { kinds: ['zoneHot', 'zoneCold'], while: 'occupied', settled: 60 },
  'box.CO2': { kinds: ['carbonDioxide'] },
  'fanCoil.ZAT': { kinds: ['zoneHot', 'zoneCold'], while: 'occupied', settled: 60 },
  'room.ZAT': { kinds: ['zoneHot', 'zoneCold'], while: 'occupied', settled: 60 },
  'room.Humidity': { kinds: ['zoneHumid'] },
  'chiller.CHWS': { kinds: ['chilledWaterWarm'], while: 'PUMP', settled: 60 },
  'boiler.HWS': { kinds: ['hotWaterCold'], while: 'PUMP', settled: 60 },
}

const job = (id: string) => `alarm.monitor:${id}`

/** Starts a monitor now. */
export function startMonitor({ jobs, clock }: World, id: string): void {
  jobs.schedule('alarm.monitor', clock.now(), { id }, job(id))
}

/** Adds a monitor for a kind of limit of a point. */
export function writeMonitor(
  world: World,
  { deviceId, pointId, kind }: { deviceId: string; pointId: string; kind: AlarmKindName },
): void {
  const id = seedId('alarm-monitor', `${pointId}/${kind}`)
  world.store.run(
    'INSERT OR IGNORE INTO alarm_monitor (id, device_id, point_id, kind) VALUES (?,?,?,?)',
    id,
    deviceId,
    pointId,
    kind,
  )
  startMonitor(world, id)
}

/** Adds monitors for all limits of the points of a controller, from now on. */
export function watchLimits(world: World, deviceId: string): void {
  for (const { id, limits } of limitedPointsOn(world, deviceId))
    for (const kind of limits.kinds) writeMonitor(world, { deviceId, pointId: id, kind })
}

type Into = 'raised' | 'normal'

export function registerMonitors(world: World): void {
  const { jobs, store } = world
  jobs.on<{ id: string }>('alarm.monitor', ({ id }, at) => {
    const monitor = store.get<Monitor>('SELECT * FROM alarm_monitor WHERE id = ?', id)
    const monitored = monitor && watchedBy(world, monitor)
    if (monitored)
      finishRead(world, 'alarm.monitor', readMonitored(world, monitored, at), (read) => check(world, read, at))
  })
}

/** Reports a change that has lasted for the delay, and schedules the next check. */
function check(world: World, read: MonitoredMinutes, at: number): void {
  const { monitor } = read
  const wasRaised = isRaised(world, monitor)
  const into: Into = wasRaised ? 'normal' : 'raised'
  const limit = edgeOf(read, wasRaised)
  if (!limit) return
  const recent = positionsOf(read, limit).slice(-1 - delayMinutes)
  const hasChanged = recent.length > delayMinutes && recent.every((position) => position === positionOf[into])
  if (hasChanged) reportChange(world, read, into)
  const next = nextCheck(world, read, { at, isRaised: hasChanged ? !wasRaised : wasRaised })
  if (next !== undefined) world.jobs.schedule('alarm.monitor', next, { id: monitor.id }, job(monitor.id))
  // Any change to its point starts the monitor again.
  else world.store.run('DELETE FROM alarm_monitor WHERE id = ?', monitor.id)
}

/** Where a reading is; unknown where nothing was heard. */
type Position = 'beyond' | 'within' | 'unknown'
const positionOf = { raised: 'beyond', normal: 'within' } as const satisfies Record<Into, Position>

interface LimitedPoint {
  id: string
  name: string
  deviceId: string
  /** The equipment it belongs to; null when none is recorded. */
  equipmentId: string | null
  unitKind: string
  limits: LimitLine
}

/** Returns the points of a controller that have limits: by their role, or by what they are on a controller. */
function limitedPointsOn({ store }: World, deviceId: string): LimitedPoint[] {
  const rows = store.all<{
    id: string
    name: string
    behaviour: string
    role: string | null
    type: string | null
    equipmentId: string | null
  }>(
    `SELECT point.id, point.name, behaviour, role, type, equipment.id AS equipmentId FROM point
     LEFT JOIN point_mapping ON point_id = point.id LEFT JOIN equipment ON equipment.id = equipment_id
     WHERE point.device_id = ? ORDER BY point.id, equipment.id`,
    deviceId,
  )
  const served = store.all<{ id: string; name: string; type: string }>(
    `SELECT id, name, type FROM equipment JOIN equipment_device ON equipment_id = id WHERE device_id = ? ORDER BY id`,
    deviceId,
  )
  const points = new Map<string, LimitedPoint>()
  for (const { id, name, behaviour, role, type, equipmentId } of rows) {
    const key = behaviour || `${unitKindOf(type ?? '')}.${role}`
    const limits = limitedPoints[key]
    if (!limits || points.has(id)) continue
    const unitKind = key.slice(0, key.indexOf('.'))
    const candidates = served.filter((one) => unitKindOf(one.type) === unitKind)
    const owner = candidates.find((one) => name.startsWith(`${one.name}.`)) ?? candidates[0]
    const ownId = behaviour && owner ? owner.id : equipmentId
    points.set(id, { id, name, deviceId, equipmentId: ownId, unitKind, limits })
  }
  return [...points.values()]
}

const otherUnits: Readonly<Record<string, string>> = { Chiller: 'chiller', Boiler: 'boiler', Thermostat: 'room' }
const unitKindOf = (equipmentType: string) => ruleUnitOf(equipmentType) ?? otherUnits[equipmentType]

interface MonitoredPoint {
  monitor: Monitor
  point: LimitedPoint
  /** What must have been on, if anything. */
  gate: { pointId: string | undefined; isUsual: boolean; settled: number } | undefined
  timeZone: string
}

function watchedBy(world: World, monitor: Monitor): MonitoredPoint | undefined {
  const point = limitedPointsOn(world, monitor.device_id).find(({ id }) => id === monitor.point_id)
  const place = world.store.get<{ time_zone: string }>(
    'SELECT time_zone FROM device JOIN site ON site.id = site_id WHERE device.id = ?',
    monitor.device_id,
  )
  return point && place && { monitor, point, gate: gateOf(world, point), timeZone: place.time_zone }
}

/** Returns what a limit depends on; occupancy without a point follows the usual hours. */
function gateOf(world: World, { limits, ...point }: LimitedPoint): MonitoredPoint['gate'] {
  const { while: key, settled = 0 } = limits
  if (!key) return undefined
  const role = key === 'occupied' ? 'OCC' : key
  const mapped = point.equipmentId === null ? undefined : rolePointsOf(world, point.equipmentId).get(role)
  const beside = () =>
    world.store.get<{ id: string }>(
      'SELECT id FROM point WHERE device_id = ? AND behaviour = ? AND name LIKE ? ORDER BY id LIMIT 1',
      point.deviceId,
      `${point.unitKind}.${role}`,
      `${point.name.slice(0, point.name.lastIndexOf('.'))}.%`,
    )?.id
  return { pointId: mapped ?? beside(), isUsual: key === 'occupied', settled }
}

/** Minutes of a monitored point, in order. */
interface LimitMinutes {
  values: readonly (number | undefined)[]
  /** Whether the gate was on. */
  gates: readonly (boolean | undefined)[]
}

/** The last minutes of a monitored point. */
interface MonitoredMinutes extends MonitoredPoint, LimitMinutes {
  /** The first of them. */
  from: number
  /** Those expected next; undefined where nobody knows. */
  expected: LimitMinutes | undefined
}

/** Reads what decides over a limit at a moment: its delay, and how long what it depends on has been on. */
function readMonitored(world: World, monitored: MonitoredPoint, at: number): Awaitable<MonitoredMinutes> {
  const minute = Math.floor(at / minuteMs) * minuteMs
  const from = minute - ((monitored.gate?.settled ?? 0) + 1 + delayMinutes) * minuteMs
  const ahead = expectedIn(world, monitored, { from, to: at + firstAheadMs })
  const count = (minute - from) / minuteMs + 1
  if (ahead)
    return {
      ...monitored,
      from,
      values: ahead.values.slice(0, count),
      gates: ahead.gates.slice(0, count),
      expected: { values: ahead.values.slice(count), gates: ahead.gates.slice(count) },
    }
  const window = { from, to: at + 1 }
  return whenRead(readMinutes(world, pointIdsOf(monitored), window), (minutes) => ({
    ...monitored,
    from,
    ...minutesIn(monitored, minutes, window),
    expected: undefined,
  }))
}

function expectedIn(world: World, monitored: MonitoredPoint, window: MinuteRange): LimitMinutes | undefined {
  const minutes = expectedMinutes(world, pointIdsOf(monitored), window)
  return minutes && minutesIn(monitored, minutes, window)
}

const pointIdsOf = ({ point, gate }: MonitoredPoint) => (gate?.pointId ? [point.id, gate.pointId] : [point.id])

function minutesIn(
  { point, gate, timeZone }: MonitoredPoint,
  minutes: HistoryMinutes,
  { from, to }: MinuteRange,
): LimitMinutes {
  const indexes = Array.from({ length: Math.max(0, Math.ceil((to - from) / minuteMs)) }, (_, index) => index)
  const values = minutes.get(point.id) ?? []
  const states = (gate?.pointId && minutes.get(gate.pointId)) || []
  const isUsuallyOn = gate?.isUsual && !gate.pointId ? usualHoursOf(timeZone) : undefined
  return {
    values: indexes.map((index) => {
      const value = values[index]
      return typeof value === 'number' ? value : undefined
    }),
    gates: indexes.map((index) => {
      const state = states[index]
      return isUsuallyOn ? isUsuallyOn(from + index * minuteMs) : typeof state === 'boolean' ? state : undefined
    }),
  }
}

/** Returns where each minute is, by a limit that applies once its gate has been on for long enough. */
function positionsOf({ gate, values, gates }: MonitoredMinutes, { sign, edge }: Edge): Position[] {
  let since = 0
  return values.map((value, index) => {
    const isOn = gates[index]
    since = isOn ? since + 1 : 0
    if (value === undefined || (gate && isOn === undefined)) return 'unknown'
    return (!gate || since > gate.settled) && sign * value > edge ? 'beyond' : 'within'
  })
}

const isRaised = ({ store }: World, { device_id, point_id, kind }: Monitor): boolean =>
  store.get(
    `SELECT 1 FROM alarm WHERE device_id = ? AND event_type = ? AND point_id = ? AND message = ?
       AND event_state <> 'normal'`,
    device_id,
    alarmKinds[kind].eventType,
    point_id,
    kind,
  ) !== undefined

function reportChange(world: World, { monitor, point, values }: MonitoredMinutes, into: Into): void {
  const row = world.store.get<{ id: string; display_name: string; object_type: string; object_instance: number }>(
    'SELECT id, display_name, object_type, object_instance FROM point WHERE id = ?',
    monitor.point_id,
  )
  reportAlarm(world, {
    deviceId: monitor.device_id,
    kind: monitor.kind,
    into: into === 'normal' ? 'normal' : alarmKinds[monitor.kind].eventState,
    equipmentId: point.equipmentId,
    presentValue: Number(values.at(-1)),
    point: row && {
      id: row.id,
      name: row.display_name,
      objectType: row.object_type,
      objectInstance: row.object_instance,
    },
  })
}

interface Edge {
  /** Whether the limit is above or below. */
  sign: 1 | -1
  edge: number
}

/** Returns the limit with its direction and deadband; undefined for a kind without a numeric limit. */
function edgeOf({ monitor }: MonitoredPoint, isRaised: boolean): Edge | undefined {
  const limit: AlarmKind['limit'] = alarmKinds[monitor.kind].limit
  if (!limit || typeof limit.value !== 'number') return undefined
  const sign = limit.kind === 'low' ? -1 : 1
  return { sign, edge: sign * limit.value - (isRaised ? (limit.deadband ?? 0) : 0) }
}

/**
 * Returns when to check a limit again: when it is expected to change, soon where nobody knows what will be measured,
 * and after two days while it may change at all; undefined otherwise.
 */
function nextCheck(
  world: World,
  read: MonitoredMinutes,
  { at, isRaised }: { at: number; isRaised: boolean },
): number | undefined {
  const begin = read.from + read.values.length * minuteMs
  if (!read.expected) return begin
  const limit = edgeOf(read, isRaised)
  const into = isRaised ? 'normal' : 'raised'
  const firstIn = (ahead: LimitMinutes | undefined) =>
    limit && ahead ? firstChange(read, ahead, { limit, into, at }) : undefined
  const next = firstIn(read.expected) ?? firstIn(expectedIn(world, read, { from: begin, to: at + aheadMs }))
  if (next !== undefined) return next
  const window = { from: at - aheadMs, to: at + aheadMs }
  return isRaised || mayBeDisturbed(world, pointIdsOf(read), window) ? at + aheadMs : undefined
}

/** Returns the moment after `at` at which a change has lasted for its delay, in the minutes read and those ahead. */
function firstChange(
  read: MonitoredMinutes,
  ahead: LimitMinutes,
  { limit, into, at }: { limit: Edge; into: Into; at: number },
): number | undefined {
  const whole = { ...read, values: [...read.values, ...ahead.values], gates: [...read.gates, ...ahead.gates] }
  let lasting = 0
  for (const [index, position] of positionsOf(whole, limit).entries()) {
    lasting = position === positionOf[into] ? lasting + 1 : 0
    const moment = read.from + index * minuteMs
    if (lasting > delayMinutes && moment > at) return moment
  }
  return undefined
}
