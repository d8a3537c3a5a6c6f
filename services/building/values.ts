/** What points show, now or at any moment: a level that somebody or a schedule holds, else the day of their unit. */
import type { Value } from '../contracts/points'
import type { World } from '../kit/world'
import { localTime } from '../operations/local-time'
import { minuteOf, readerOf, type UnitDay, unitDayOf } from './readings'
import { isMeant, runsOf, sayingsOf } from './schedule-levels'
import { minuteMs } from './stages'
import { type BuildingUnit, type PlacedPoint, unitsOn } from './units'

export interface PointAt {
  /** With everything that is commanded; null where nothing says what the point is. */
  value: Value | null
  /** With nothing written into the points of its unit. */
  free: Value | null
}

/** What points of one controller show in the minute of a moment, by id; `free` is only found for those named. */
export function pointsAt(
  world: World,
  deviceId: string,
  { at, ids, held }: { at: number; ids: ReadonlySet<string>; held: ReadonlySet<string> },
): Map<string, PointAt> {
  const found = new Map<string, PointAt>()
  for (const unit of unitsOn(world, deviceId)) {
    let [day, free]: (UnitDay | undefined)[] = []
    for (const [key, { id }] of unit.points) {
      if (!ids.has(id)) continue
      day ??= unitDayOf(world, unit, at)
      const value = readerOf(day, key)?.(minuteOf(day, at)) ?? null
      if (held.has(id)) free ??= unitDayOf(world, unit, at, { uncommanded: true })
      found.set(id, { value, free: held.has(id) && free ? (readerOf(free, key)?.(minuteOf(free, at)) ?? null) : value })
    }
  }
  return found
}

/** A level that a schedule holds. */
export interface ScheduledLevel {
  level: number
  value: Value
  schedule: string
}

/** What the schedules of a controller hold at a moment, by the id of the point. */
export function scheduledLevels(
  world: World,
  deviceId: string,
  {
    at,
    points,
  }: {
    at: number
    points: readonly (Pick<PlacedPoint, 'id' | 'object_type' | 'object_instance'> & { kind: string })[]
  },
): Map<string, ScheduledLevel[]> {
  const levels = new Map<string, ScheduledLevel[]>()
  const run = runsOf(world, deviceId, at + 1).at(-1)
  if (!run) return levels
  const zone = world.store.get<{ time_zone: string }>(
    'SELECT time_zone FROM device JOIN site ON site.id = site_id WHERE device.id = ?',
    deviceId,
  )
  if (!zone) return levels
  const { date, seconds } = localTime(at, zone.time_zone)
  for (const schedule of run.schedules) {
    const said = sayingsOf(run, schedule, date).findLast((saying) => saying.seconds <= seconds)
    const value = said?.value ?? null
    if (value === null) continue
    for (const point of points) {
      if (!schedule.listOfObjectPropertyReferences.some((target) => isMeant(target, point))) continue
      const { priorityForWriting: level, name } = schedule
      const held = { level, value: point.kind === 'boolean' ? Boolean(value) : value, schedule: name }
      levels.set(point.id, [...(levels.get(point.id) ?? []), held])
    }
  }
  return levels
}

/** One minute of a point. */
export interface Reading {
  at: number
  value: Value | null
}

/** The minutes of some objects of a unit between two moments, every so many of them; what nobody heard is null. */
export function unitBetween(
  world: World,
  unit: BuildingUnit,
  {
    keys,
    from,
    to,
    everyMinutes,
    isSilent,
  }: { keys: readonly string[]; from: number; to: number; everyMinutes: number; isSilent: (at: number) => boolean },
): Map<string, Reading[]> {
  const readings = new Map(keys.map((key) => [key, [] as Reading[]]))
  for (let at = from; at < to; ) {
    const unitDay = unitDayOf(world, unit, at)
    const { start, end } = unitDay.day
    const first = Math.ceil((at - start) / (everyMinutes * minuteMs)) * everyMinutes
    for (const [key, own] of readings) {
      const read = readerOf(unitDay, key)
      for (let passed = first; passed < unitDay.minutes; passed += everyMinutes) {
        const moment = start + passed * minuteMs
        if (moment >= to) break
        own.push({ at: moment, value: isSilent(moment) ? null : (read?.(passed) ?? null) })
      }
    }
    at = end
  }
  return readings
}
