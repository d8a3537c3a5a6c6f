/**
 * Points that a controller monitors itself: limit, deadband and delay on the reading. Nothing is computed between two
 * events; each one looks ahead in the simulated day and schedules the next (domain §12.2).
 */

import { seedId } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import { minuteOf, readerOf, type UnitDay, unitDayOf } from '../../simulation/building/readings'
import { type BuildingUnit, unitsOn } from '../../simulation/building/units'
import { hasChangingInputs } from '../rules/inputs'
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

const minuteMs = 60_000
/** How many minutes a value must be beyond its limit, or back within it, before it is reported. */
const delayMinutes = 1
/** How far ahead the next change is searched, ms. */
const aheadMs = 48 * 60 * minuteMs

/** Points with limits, and what must have been on for how many minutes before they apply. */
const limitedPoints: Readonly<Record<string, { kinds: readonly AlarmKindName[]; while?: string; settled?: number }>> = {
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

/** Adds monitors for all limits of what a controller serves, from now on. */
export function watchLimits(world: World, deviceId: string): void {
  for (const unit of unitsOn(world, deviceId)) {
    for (const [key, { id }] of unit.points) {
      for (const kind of limitedPoints[`${unit.kind}.${key}`]?.kinds ?? [])
        writeMonitor(world, { deviceId, pointId: id, kind })
    }
  }
}

type Into = 'raised' | 'normal'

export function registerMonitors(world: World): void {
  const { jobs, store } = world
  jobs.on<{ id: string; into?: Into }>('alarm.monitor', ({ id, into }, at) => {
    const monitor = store.get<Monitor>('SELECT * FROM alarm_monitor WHERE id = ?', id)
    const monitored = monitor && watchedBy(world, monitor)
    if (!monitored) return
    const isSilent = store.get('SELECT 1 FROM device WHERE id = ? AND offline_since IS NOT NULL', monitor.device_id)
    if (into && !isSilent && hasOccurred(world, monitored, { into, at })) reportChange(world, monitored, { into, at })
    const next = nextChange(world, monitored, { from: at, isRaised: isRaised(world, monitor) })
    if (next || isRaised(world, monitor) || mayChange(world, monitored, at))
      jobs.schedule('alarm.monitor', next?.at ?? at + aheadMs, { id, into: next?.into }, job(id))
    // Any change to its point starts the monitor again.
    else store.run('DELETE FROM alarm_monitor WHERE id = ?', id)
  })
}

interface MonitoredPoint {
  monitor: Monitor
  unit: BuildingUnit
  key: string
}

function watchedBy(world: World, monitor: Monitor): MonitoredPoint | undefined {
  for (const unit of unitsOn(world, monitor.device_id)) {
    for (const [key, { id }] of unit.points) if (id === monitor.point_id) return { monitor, unit, key }
  }
  return undefined
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

function reportChange(
  world: World,
  { monitor, unit, key }: MonitoredPoint,
  { into, at }: { into: Into; at: number },
): void {
  const point = world.store.get<{ id: string; display_name: string; object_type: string; object_instance: number }>(
    'SELECT id, display_name, object_type, object_instance FROM point WHERE id = ?',
    monitor.point_id,
  )
  const day = unitDayOf(world, unit, at)
  reportAlarm(world, {
    deviceId: monitor.device_id,
    kind: monitor.kind,
    into: into === 'normal' ? 'normal' : alarmKinds[monitor.kind].eventState,
    equipmentId: unit.id === unit.deviceId ? null : unit.id,
    presentValue: Number(readerOf(day, key)?.(minuteOf(day, at))),
    point: point && {
      id: point.id,
      name: point.display_name,
      objectType: point.object_type,
      objectInstance: point.object_instance,
    },
  })
}

/** Whether anything changes a point now or within the search range. */
const mayChange = (world: World, { unit }: MonitoredPoint, at: number): boolean =>
  hasChangingInputs(world, unit.id === unit.deviceId ? { deviceId: unit.deviceId } : { equipmentId: unit.id }, {
    from: at - aheadMs,
    to: at + aheadMs,
  })

/** Returns the limit with its direction and deadband; undefined for a kind without a numeric limit. */
function edgeOf({ monitor }: MonitoredPoint, isRaised: boolean): { sign: 1 | -1; edge: number } | undefined {
  const limit: AlarmKind['limit'] = alarmKinds[monitor.kind].limit
  if (!limit || typeof limit.value !== 'number') return undefined
  const sign = limit.kind === 'low' ? -1 : 1
  return { sign, edge: sign * limit.value - (isRaised ? (limit.deadband ?? 0) : 0) }
}

/** Whether the expected change has occurred: something else may have changed the point since. */
function hasOccurred(world: World, monitored: MonitoredPoint, { into, at }: { into: Into; at: number }): boolean {
  const { unit, key } = monitored
  const limit = edgeOf(monitored, into === 'normal')
  const day = unitDayOf(world, unit, at)
  const minute = minuteOf(day, at)
  const value = Number(readerOf(day, key)?.(minute))
  const isBeyond = limit !== undefined && gateOf(world, day, key)(minute) && limit.sign * value > limit.edge
  return isBeyond === (into === 'raised')
}

/**
 * Returns when the value will have been beyond its limit, or back within its deadband, for the delay; undefined when
 * not within the search range.
 */
function nextChange(
  world: World,
  monitored: MonitoredPoint,
  { from, isRaised }: { from: number; isRaised: boolean },
): { at: number; into: Into } | undefined {
  const { unit, key } = monitored
  const limit = edgeOf(monitored, isRaised)
  if (!limit) return undefined
  const { sign, edge } = limit
  const until = from + aheadMs
  let beyondMinutes = 0
  for (let at = Math.ceil(from / minuteMs) * minuteMs; at < until; ) {
    const day = unitDayOf(world, unit, at)
    const read = readerOf(day, key)
    const counts = gateOf(world, day, key)
    if (!read) return undefined
    for (let minuteOfDay = minuteOf(day, at); minuteOfDay < day.minutes && at < until; minuteOfDay++, at += minuteMs) {
      const isBeyond = counts(minuteOfDay) && sign * Number(read(minuteOfDay)) > edge
      if (isBeyond === isRaised) beyondMinutes = 0
      else if (beyondMinutes++ >= delayMinutes && at > from) return { at, into: isRaised ? 'normal' : 'raised' }
    }
  }
  return undefined
}

/** Returns whether a limit applies at a minute: its equipment has run for long enough. */
function gateOf(world: World, day: UnitDay, key: string): (minuteOfDay: number) => boolean {
  const { while: gate, settled = 0 } = limitedPoints[`${day.unit.kind}.${key}`] ?? {}
  if (!gate) return () => true
  const isOn = runsOn(day, gate)
  let since = isOn(0) ? runBefore(world, day, { gate, max: settled }) : 0
  const settledAt = Array.from({ length: day.minutes }, (_, minuteOfDay) => {
    since = isOn(minuteOfDay) ? since + 1 : 0
    return since > settled
  })
  return (minuteOfDay) => settledAt[minuteOfDay] === true
}

function runsOn(day: UnitDay, gate: string): (minuteOfDay: number) => boolean {
  if (gate === 'occupied') return day.occupiedAt
  const read = readerOf(day, gate)
  return (minuteOfDay) => read?.(minuteOfDay) === true
}

/** Returns how many minutes something had been running when a day began, so that a run continues over midnight. */
function runBefore(world: World, { unit, day }: UnitDay, { gate, max }: { gate: string; max: number }): number {
  const before = unitDayOf(world, unit, day.start - 1)
  const isOn = runsOn(before, gate)
  let minutes = 0
  while (minutes < max && isOn(before.minutes - 1 - minutes)) minutes++
  return minutes
}
