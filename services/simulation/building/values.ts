/** What points read, now or at any moment: the value of the priority array, else the day of their unit. */
import type { Value } from '../../contracts/points'
import { placeAt } from '../../history/earlier-inputs'
import { localDayOf } from '../../kit/local-days'
import type { World } from '../../kit/world'
import { minuteOf, readerOf, type UnitDay, unitDayOf } from './readings'
import { firstWriteAfter, scheduleRunsOf, stretchesOn, type TargetPoint, writesTo } from './schedule-levels'
import { type UnitPoint, unitsOn } from './units'

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
  for (const unit of unitsOn(world, deviceId, at)) {
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
  const timeZone = placeAt(world.store, deviceId, at)?.timeZone
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

/** Whether a schedule has written to the weakest level of a point since a person did. */
export function isOverwritten(
  world: World,
  point: TargetPoint & { device_id: string },
  { writtenAt, at }: { writtenAt: number; at: number },
): boolean {
  const timeZone = placeAt(world.store, point.device_id, at)?.timeZone
  return (
    timeZone !== undefined &&
    firstWriteAfter(world, point, { after: writtenAt, before: at + 1, timeZone }) !== undefined
  )
}
