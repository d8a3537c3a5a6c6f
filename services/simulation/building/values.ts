/** What points read, now or at any moment: the value of the priority array, else the day of their unit. */
import type { Value } from '../../contracts/points'
import type { World } from '../../kit/world'
import { localDayOf } from '../../operations/units'
import { minuteOf, readerOf, type UnitDay, unitDayOf } from './readings'
import { firstWriteAfter, scheduleRunsOf, stretchesOn, type TargetPoint, writesTo } from './schedule-levels'
import { minuteMs } from './stages'
import { type BuildingUnit, type UnitPoint, unitsOn } from './units'

export interface SimulatedReading {
  /** With all commands; null when the point has no unit. */
  value: Value | null
  /** Without anything written into the points of its unit. */
  free: Value | null
}

/**
 * Returns the readings of points of one controller in the minute of a moment, by id; `free` is computed only for
 * `commandedIds`.
 */
export function pointsAt(
  world: World,
  deviceId: string,
  { at, ids, commandedIds }: { at: number; ids: ReadonlySet<string>; commandedIds: ReadonlySet<string> },
): Map<string, SimulatedReading> {
  const readings = new Map<string, SimulatedReading>()
  for (const unit of unitsOn(world, deviceId)) {
    let [day, free]: (UnitDay | undefined)[] = []
    for (const [key, { id }] of unit.points) {
      if (!ids.has(id)) continue
      day ??= unitDayOf(world, unit, at)
      const value = readerOf(day, key)?.(minuteOf(day, at), at) ?? null
      if (commandedIds.has(id)) free ??= unitDayOf(world, unit, at, { uncommanded: true })
      readings.set(id, {
        value,
        free: commandedIds.has(id) && free ? (readerOf(free, key)?.(minuteOf(free, at), at) ?? null) : value,
      })
    }
  }
  return readings
}

/** A level that a schedule writes. */
export interface ScheduledLevel {
  level: number
  /** Null relinquishes the level. */
  value: Value | null
  schedule: string
  writtenAt: number
}

/** Returns what the schedules of a controller write at a moment, by point id; within one level the last write wins. */
export function scheduledLevels(
  world: World,
  deviceId: string,
  {
    at,
    points,
  }: {
    at: number
    points: readonly (Pick<UnitPoint, 'id' | 'object_type' | 'object_instance'> & { kind: string })[]
  },
): Map<string, ScheduledLevel[]> {
  const levels = new Map<string, ScheduledLevel[]>()
  const run = scheduleRunsOf(world, deviceId, at + 1).at(-1)
  const timeZone = timeZoneOf(world, deviceId)
  if (!run || !timeZone) return levels
  const day = localDayOf(at, timeZone)
  for (const schedule of run.schedules) {
    const stretch = stretchesOn(run, schedule, day, timeZone).find(({ from, until }) => from <= at && at < until)
    if (!stretch) continue
    const { value, writtenAt } = stretch
    const { priorityForWriting: level, name } = schedule
    for (const point of points) {
      if (!writesTo(schedule, point)) continue
      const scheduled = levels.get(point.id) ?? []
      const same = scheduled.find((one) => one.level === level)
      if (same && same.writtenAt >= writtenAt) continue
      const typedValue = point.kind === 'boolean' && value !== null ? Boolean(value) : value
      const others = scheduled.filter((one) => one !== same)
      levels.set(point.id, [...others, { level, value: typedValue, schedule: name, writtenAt }])
    }
  }
  return levels
}

const timeZoneOf = ({ store }: World, deviceId: string): string | undefined =>
  store.get<{ time_zone: string }>(
    'SELECT time_zone FROM device JOIN site ON site.id = site_id WHERE device.id = ?',
    deviceId,
  )?.time_zone

/** Whether a schedule has written to the weakest level of a point since a person did. */
export function isOverwritten(
  world: World,
  point: TargetPoint & { device_id: string },
  { writtenAt, at }: { writtenAt: number; at: number },
): boolean {
  const timeZone = timeZoneOf(world, point.device_id)
  return (
    timeZone !== undefined &&
    firstWriteAfter(world, point, { after: writtenAt, before: at + 1, timeZone }) !== undefined
  )
}

/** Returns the local day that contains a moment, ms. */
export const dayAround = (at: number, timeZone: string): { start: number; end: number } => localDayOf(at, timeZone)

/** One minute of a point. */
export interface MinuteReading {
  at: number
  value: Value | null
}

/**
 * Returns the readings of some objects of a unit between two moments, every `everyMinutes`; null while the controller
 * was silent.
 */
export function readUnitBetween(
  world: World,
  unit: BuildingUnit,
  {
    keys,
    from,
    to,
    everyMinutes,
    isSilent,
  }: { keys: readonly string[]; from: number; to: number; everyMinutes: number; isSilent: (at: number) => boolean },
): Map<string, MinuteReading[]> {
  const readings = new Map(keys.map((key) => [key, [] as MinuteReading[]]))
  for (let at = from; at < to; ) {
    const unitDay = unitDayOf(world, unit, at)
    const { start, end } = unitDay.day
    const first = Math.ceil((at - start) / (everyMinutes * minuteMs)) * everyMinutes
    for (const [key, own] of readings) {
      const read = readerOf(unitDay, key)
      for (const moment of momentsOf(unitDay, key, { first, from, to, everyMinutes })) {
        const value = isSilent(moment) ? null : (read?.(minuteOf(unitDay, moment), moment) ?? null)
        own.push({ at: moment, value })
      }
    }
    at = end
  }
  return readings
}

/** Returns a moment every `everyMinutes` of a day, and the moments between at which a commanded object changes. */
function momentsOf(
  { day, minutes, commanded }: UnitDay,
  key: string,
  { first, from, to, everyMinutes }: { first: number; from: number; to: number; everyMinutes: number },
): number[] {
  const count = Math.max(0, Math.ceil((Math.min(minutes, (to - day.start) / minuteMs) - first) / everyMinutes))
  const moments = Array.from({ length: count }, (_, index) => day.start + (first + index * everyMinutes) * minuteMs)
  if (everyMinutes > 1) return moments
  const between = (commanded.get(key) ?? [])
    .flatMap((one) => [one.from, one.until])
    .filter((at) => at >= Math.max(from, day.start) && at < Math.min(to, day.end) && (at - day.start) % minuteMs !== 0)
  return between.length === 0 ? moments : [...new Set([...moments, ...between])].sort((a, b) => a - b)
}
