/**
 * The history of simulated controllers: computed from what held at each moment, so it reads the same after every later
 * change, and is stored nowhere. It ends now.
 */
import type { Value } from '../../contracts/points'
import { inputChangesOf } from '../../history/earlier-inputs'
import {
  type History,
  type HistoryMinutes,
  type HistoryReading,
  type HistoryReadings,
  type HistoryWindow,
  type MinuteRange,
  minuteMs,
} from '../../history/history'
import type { World } from '../../kit/world'
import { isDisturbed } from './disturbances'
import { minuteOf, readerOf, type UnitDay, unitDayOf } from './readings'
import { silenceOf } from './silence'
import { unitsOn } from './units'

export function createSimulatedHistory(world: World): History {
  const untilNow = (to: number) => Math.min(to, world.clock.now() + 1)
  return {
    between: (pointIds, window) => readBetween(world, pointIds, { ...window, to: untilNow(window.to) }),
    minutes: (pointIds, { from, to }) => minutesBetween(world, pointIds, { from, to: untilNow(to) }),
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
    expected: (pointIds, window) => minutesBetween(world, pointIds, window),
    isDisturbed: (pointIds, window) => isDisturbed(world, pointIds, window),
  }
}

/** Returns the readings of points. */
function readBetween(world: World, pointIds: readonly string[], window: HistoryWindow): HistoryReadings {
  const readings: HistoryReadings = new Map(pointIds.map((id) => [id, []]))
  const { everyMinutes } = window
  forEachDay(world, pointIds, window, ({ unitDay, points, isSilent, from, to }) => {
    const { start } = unitDay.day
    const first = Math.ceil((from - start) / (everyMinutes * minuteMs)) * everyMinutes
    for (const [key, id] of points) {
      const own = readings.get(id)
      const valueAt = everyMinutes === 1 ? minutesOf(unitDay, key) : readingAt(unitDay, key)
      for (const at of momentsOf(unitDay, key, { from, to, everyMinutes, first }))
        own?.push(readingOf(isSilent(at) ? null : valueAt(at), at))
    }
  })
  return readings
}

type Minutes = readonly (Value | null)[]

/** The minutes of a point: those of its days, one after the other, and what differs from them. */
interface MinutesInParts {
  parts: Minutes[]
  corrections: [index: number, value: Value | null][]
}

/** Returns the minutes of points; later than now no silence, since nobody knows how long it lasts. */
function minutesBetween(world: World, pointIds: readonly string[], window: MinuteRange): HistoryMinutes {
  const now = world.clock.now()
  const count = Math.max(0, Math.ceil((window.to - window.from) / minuteMs))
  const minutes = new Map(pointIds.map((id): [string, MinutesInParts] => [id, { parts: [], corrections: [] }]))
  forEachDay(world, pointIds, window, ({ unitDay, points, isSilent, from, to }) => {
    const isLost = (at: number) => at <= now && isSilent(at)
    const begin = Math.ceil((from - window.from) / minuteMs)
    const end = Math.ceil((to - window.from) / minuteMs)
    // The minute of the day that the window begins with.
    const offset = (window.from - unitDay.day.start) / minuteMs
    const lost: number[] = []
    for (let index = begin; index < end; index++) if (isLost(window.from + index * minuteMs)) lost.push(index)
    for (const [key, id] of points) {
      const own = minutes.get(id)
      if (!own) continue
      lengthen(own.parts, begin)
      own.parts.push(minutesWithin(unitDay, key, { first: offset + begin, last: offset + end }))
      for (const index of lost) own.corrections.push([index, null])
      const read = readingAt(unitDay, key)
      for (const at of momentsWithinMinutes(unitDay, key, { from, to }))
        own.corrections.push([Math.floor((at - window.from) / minuteMs), isLost(at) ? null : read(at)])
    }
  })
  return new Map(
    [...minutes].map(([id, { parts, corrections }]) => {
      lengthen(parts, count)
      return [id, corrected(joinedMinutes(parts), corrections)]
    }),
  )
}

/** Lengthens minutes to a count; nothing is known of those that are missing. */
function lengthen(parts: Minutes[], count: number): void {
  const missing = count - parts.reduce((sum, { length }) => sum + length, 0)
  if (missing > 0) parts.push(new Array<null>(missing).fill(null))
}

/** By its first part, what was joined last. */
const lastJoined = new WeakMap<Minutes, { parts: readonly Minutes[]; whole: Minutes }>()

/** Returns the parts as one list; the same list for the same parts. */
function joinedMinutes(parts: readonly Minutes[]): Minutes {
  const [first, ...others] = parts
  if (!first || others.length === 0) return first ?? []
  const last = lastJoined.get(first)
  if (last?.parts.length === parts.length && parts.every((part, at) => part === last.parts[at])) return last.whole
  const whole = first.concat(...others)
  lastJoined.set(first, { parts, whole })
  return whole
}

function corrected(minutes: Minutes, corrections: MinutesInParts['corrections']): Minutes {
  if (corrections.length === 0) return minutes
  const own = [...minutes]
  for (const [index, value] of corrections) own[index] = value
  return own
}

interface PartOfDay extends MinuteRange {
  unitDay: UnitDay
  /** The points to read: the key of the object, and the id. */
  points: [key: string, id: string][]
  /** Whether its controller was silent at a moment. */
  isSilent(at: number): boolean
}

/**
 * Visits the days of points, controller by controller and in order, each stretch between two changes of its inputs by
 * itself.
 */
function forEachDay(
  world: World,
  pointIds: readonly string[],
  window: MinuteRange,
  visit: (part: PartOfDay) => void,
): void {
  const wanted = new Set(pointIds)
  const hosts = world.store.all<{ id: string }>(
    'SELECT DISTINCT device_id AS id FROM point WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(pointIds),
  )
  for (const { id: deviceId } of hosts) {
    const isSilent = silenceOf(world, [deviceId], window)
    const edges = [window.from, ...inputChangesOf(world.store, deviceId, window), window.to]
    for (const [index, begin] of edges.slice(0, -1).entries()) {
      const end = edges[index + 1] ?? window.to
      for (const unit of unitsOn(world, deviceId, begin)) {
        const points = [...unit.points].flatMap(([key, { id }]): PartOfDay['points'] =>
          wanted.has(id) ? [[key, id]] : [],
        )
        for (let from = begin; points.length > 0 && from < end; ) {
          const unitDay = unitDayOf(world, unit, from)
          const to = Math.min(end, unitDay.day.end)
          visit({ unitDay, points, isSilent, from, to })
          from = to
        }
      }
    }
  }
}

const readingOf = (value: Value | null, at: number): HistoryReading => ({
  at,
  value,
  quality: value === null ? 'lost' : 'good',
})

const readingAt = (unitDay: UnitDay, key: string) => {
  const read = readerOf(unitDay, key)
  return (at: number): Value | null => read?.(minuteOf(unitDay, at), at) ?? null
}

interface MinutesOfDay {
  /** As far as they were computed. */
  values: (Value | null)[]
  isWhole: boolean
}
/** Rules read the minutes of a day again and again; they are kept with the course they are of. */
const minutesOfCourses = new WeakMap<UnitDay['course'], Map<string, MinutesOfDay>>()
const maxMinutesOfCourse = 200

/** Returns what is known of the whole minutes of an object over a day; the same each time. */
function knownMinutesOf({ unit, day, course, commanded, excursions, minutes }: UnitDay, key: string): MinutesOfDay {
  const cache = minutesOfCourses.get(course) ?? new Map<string, MinutesOfDay>()
  minutesOfCourses.set(course, cache)
  const name = JSON.stringify([unit.id, unit.kind, day.start, key, commanded.get(key), excursions.get(key)])
  const known = cache.get(name) ?? { values: new Array<Value | null>(minutes), isWhole: false }
  if (cache.size >= maxMinutesOfCourse) cache.clear()
  cache.set(name, known)
  return known
}

/** Returns a function that reads an object of a unit at a moment of a day; whole minutes are computed once. */
function minutesOf(unitDay: UnitDay, key: string): (at: number) => Value | null {
  const read = readingAt(unitDay, key)
  const { values } = knownMinutesOf(unitDay, key)
  return (at) => {
    const minute = (at - unitDay.day.start) / minuteMs
    if (!Number.isInteger(minute)) return read(at)
    const cached = values[minute]
    if (cached !== undefined) return cached
    const value = read(at)
    values[minute] = value
    return value
  }
}

/** Returns the whole minutes of an object from one minute of a day to another; those of the day are the same list. */
function minutesWithin(unitDay: UnitDay, key: string, { first, last }: { first: number; last: number }): Minutes {
  const { minutes, day } = unitDay
  if (last - first < minutes / 2) {
    const valueAt = minutesOf(unitDay, key)
    return Array.from({ length: last - first }, (_, index) => valueAt(day.start + (first + index) * minuteMs))
  }
  const whole = wholeMinutesOf(unitDay, key)
  return first === 0 && last === minutes ? whole : whole.slice(first, last)
}

/** Returns every whole minute of an object over a day. */
function wholeMinutesOf(unitDay: UnitDay, key: string): Minutes {
  const known = knownMinutesOf(unitDay, key)
  if (known.isWhole) return known.values
  const read = readingAt(unitDay, key)
  const { start } = unitDay.day
  const values: (Value | null)[] = []
  for (let minute = 0; minute < unitDay.minutes; minute++) {
    const computed = known.values[minute]
    values.push(computed === undefined ? read(start + minute * minuteMs) : computed)
  }
  known.values = values
  known.isWhole = true
  return known.values
}

/** Returns a moment every `everyMinutes` of a day, and the moments between at which a commanded object changes. */
function momentsOf(
  unitDay: UnitDay,
  key: string,
  { first, everyMinutes, ...range }: HistoryWindow & { first: number },
): number[] {
  const { start } = unitDay.day
  const count = Math.max(0, Math.ceil(((range.to - start) / minuteMs - first) / everyMinutes))
  const moments = Array.from({ length: count }, (_, index) => start + (first + index * everyMinutes) * minuteMs)
  if (everyMinutes > 1) return moments
  const between = momentsWithinMinutes(unitDay, key, range)
  return between.length === 0 ? moments : [...moments, ...between].sort((a, b) => a - b)
}

/** Returns the moments at which a commanded object changes within a minute, in order. */
const momentsWithinMinutes = ({ day, commanded }: UnitDay, key: string, { from, to }: MinuteRange): number[] =>
  [...new Set((commanded.get(key) ?? []).flatMap((one) => [one.from, one.until]))]
    .filter((at) => at >= from && at < to && (at - day.start) % minuteMs !== 0)
    .sort((a, b) => a - b)
