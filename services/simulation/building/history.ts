/**
 * The history of simulated controllers: computed from what held at each moment, so it reads the same after every later
 * change, and is stored nowhere. It ends now.
 */
import type { Value } from '../../contracts/points'
import { inputChangesOf } from '../../history/earlier-inputs'
import {
  type History,
  type HistoryReading,
  type HistoryReadings,
  type HistoryWindow,
  minuteMs,
} from '../../history/history'
import type { World } from '../../kit/world'
import { isDisturbed } from './disturbances'
import { minuteOf, readerOf, type UnitDay, unitDayOf } from './readings'
import { silenceOf } from './silence'
import { type BuildingUnit, unitsOn } from './units'

export function createSimulatedHistory(world: World): History {
  const untilNow = (to: number) => Math.min(to, world.clock.now() + 1)
  return {
    between: (pointIds, window) => readBetween(world, pointIds, { ...window, to: untilNow(window.to) }),
    last(pointIds, at) {
      const to = untilNow(at + 1)
      const from = Math.floor((to - 1) / minuteMs) * minuteMs
      const readings = readBetween(world, pointIds, { from, to, everyMinutes: 1 })
      return new Map(
        [...readings].flatMap(([id, own]) => {
          const last = own.at(-1)
          return last ? [[id, last] as const] : []
        }),
      )
    },
    expected: (pointIds, window) => readBetween(world, pointIds, window, { isExpected: true }),
    isDisturbed: (pointIds, window) => isDisturbed(world, pointIds, window),
  }
}

/** Returns the readings of points, controller by controller, each stretch between two changes of its inputs by itself. */
function readBetween(
  world: World,
  pointIds: readonly string[],
  window: HistoryWindow,
  { isExpected = false }: { isExpected?: boolean } = {},
): HistoryReadings {
  const { store } = world
  const readings: HistoryReadings = new Map(pointIds.map((id) => [id, []]))
  const hosts = store.all<{ id: string }>(
    'SELECT DISTINCT device_id AS id FROM point WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(pointIds),
  )
  for (const { id: deviceId } of hosts) {
    // How long a silence lasts is unknown.
    const isSilent = isExpected ? () => false : silenceOf(world, [deviceId], window)
    const edges = [window.from, ...inputChangesOf(store, deviceId, window), window.to]
    for (const [index, from] of edges.slice(0, -1).entries()) {
      const stretch = { ...window, from, to: edges[index + 1] ?? window.to }
      for (const unit of unitsOn(world, deviceId, from)) readUnit(world, unit, { ...stretch, isSilent, readings })
    }
  }
  return readings
}

interface UnitRead extends HistoryWindow {
  isSilent(at: number): boolean
  readings: HistoryReadings
}

/** Adds the readings of the points of a unit. */
function readUnit(world: World, unit: BuildingUnit, { isSilent, readings, ...window }: UnitRead): void {
  const { from, to, everyMinutes } = window
  const keys = [...unit.points].filter(([, { id }]) => readings.has(id))
  if (keys.length === 0) return
  for (let at = from; at < to; ) {
    const unitDay = unitDayOf(world, unit, at)
    const { start, end } = unitDay.day
    const first = Math.ceil((at - start) / (everyMinutes * minuteMs)) * everyMinutes
    for (const [key, { id }] of keys) {
      const own = readings.get(id)
      const valueAt = everyMinutes === 1 ? minutesOf(unitDay, key) : readingAt(unitDay, key)
      for (const moment of momentsOf(unitDay, key, { ...window, first }))
        own?.push(readingOf(moment, valueAt, isSilent))
    }
    at = end
  }
}

function readingOf(at: number, valueAt: (at: number) => Value | null, isSilent: UnitRead['isSilent']): HistoryReading {
  const value = isSilent(at) ? null : valueAt(at)
  return { at, value, quality: value === null ? 'lost' : 'good' }
}

const readingAt = (unitDay: UnitDay, key: string) => {
  const read = readerOf(unitDay, key)
  return (at: number): Value | null => read?.(minuteOf(unitDay, at), at) ?? null
}

type Minutes = Map<string, (Value | null)[]>
/** Rules read the minutes of a day again and again; they are kept with the course they are of. */
const minutesOfCourses = new WeakMap<UnitDay['course'], Minutes>()
const maxMinutesOfCourse = 200

/** Returns a function that reads an object of a unit at a moment of a day; whole minutes are computed once. */
function minutesOf(unitDay: UnitDay, key: string): (at: number) => Value | null {
  const { unit, day, course, commanded, excursions } = unitDay
  const read = readingAt(unitDay, key)
  const cache: Minutes = minutesOfCourses.get(course) ?? new Map()
  minutesOfCourses.set(course, cache)
  const name = JSON.stringify([unit.id, unit.kind, day.start, key, commanded.get(key), excursions.get(key)])
  const minutes = cache.get(name) ?? new Array<Value | null>(unitDay.minutes)
  if (cache.size >= maxMinutesOfCourse) cache.clear()
  cache.set(name, minutes)
  return (at) => {
    const minute = (at - day.start) / minuteMs
    if (!Number.isInteger(minute)) return read(at)
    const cached = minutes[minute]
    if (cached !== undefined) return cached
    const value = read(at)
    minutes[minute] = value
    return value
  }
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
