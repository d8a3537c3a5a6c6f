/**
 * The clock of a controller on a day: at a clock change, a skipped time maps to the end of the gap, and of a repeated
 * time only the first counts (domain §3.2).
 */
import { localTime, startOfDay } from './zoned-day'

const dayMs = 86_400_000

/** Moments in ms since 1970. */
export interface ClockDay {
  /** Its first moment, and the first of the next day: 23, 24 or 25 hours apart. */
  from: number
  to: number
  /** The moment of a clock change, and the times of day before and after it, in seconds; null without one. */
  jump: { at: number; from: number; to: number } | null
}

/** Returns a day (`2026-03-29`) by the clock of a zone (an IANA id). */
export function clockDay(date: string, zone: string): ClockDay {
  const midnight = Date.parse(date)
  const [from, to] = [momentOf(midnight, zone), momentOf(midnight + dayMs, zone)]
  const at = jumpBetween(from - 1, to, zone)
  if (at === null) return { from, to, jump: null }
  const before = localTime(at - 1_000, zone) + 1_000 - midnight
  return { from, to, jump: { at, from: before / 1_000, to: (localTime(at, zone) - midnight) / 1_000 } }
}

/** A day whose moments are computed once, however many schedules switch at them. */
export interface DayClock extends ClockDay {
  momentAt(seconds: number): number
  /** Returns the time of day of a moment in seconds, as `timeAt` does. */
  secondsAt(moment: number): number
}

export function dayClock(date: string, zone: string): DayClock {
  return {
    ...clockDay(date, zone),
    momentAt: memoized((seconds) => momentAt({ date, seconds }, zone)),
    secondsAt: memoized((moment) => timeAt(moment, zone).seconds),
  }
}

function memoized(compute: (of: number) => number): (of: number) => number {
  const cache = new Map<number, number>()
  return (of) => {
    const result = cache.get(of) ?? compute(of)
    cache.set(of, result)
    return result
  }
}

/** Returns the first moment of a time of day, in seconds since midnight; 86,400 is the next midnight. */
export function momentAt({ date, seconds }: { date: string; seconds: number }, zone: string): number {
  return momentOf(Date.parse(date) + seconds * 1_000, zone)
}

/**
 * Returns the day of a moment and its time in seconds; in the second pass of a repeated hour, the last of the first.
 */
export function timeAt(moment: number, zone: string): { date: string; seconds: number } {
  const local = localTime(moment, zone)
  const jump = jumpBetween(moment - 3 * 3_600_000, moment, zone)
  const reached = jump === null ? local : localTime(jump - 1_000, zone)
  const wall = Math.max(local, reached)
  const date = new Date(wall).toISOString().slice(0, 10)
  return { date, seconds: Math.floor((wall - Date.parse(date)) / 1_000) }
}

/** Returns the date in a zone at a moment. */
export function dateAt(moment: number, zone: string): string {
  return new Date(localTime(moment, zone)).toISOString().slice(0, 10)
}

/**
 * Returns the first moment with the local time `wall`, given as if it were UTC; the end of the gap when it is skipped.
 */
function momentOf(wall: number, zone: string): number {
  const ahead = [wall - dayMs, wall + dayMs].map((moment) => localTime(moment, zone) - moment)
  const matches = ahead.map((offset) => wall - offset).filter((moment) => localTime(moment, zone) === wall)
  if (matches.length > 0) return Math.min(...matches)
  const around = ahead.map((offset) => wall - offset)
  return jumpBetween(Math.min(...around) - 1, Math.max(...around), zone) ?? Date.parse(startOfDay(dayOf(wall), zone))
}

const dayOf = (wall: number) => new Date(wall).toISOString().slice(0, 10)

/** Returns the first moment after `from`, not after `to`, at which the clock changes; null when it does not. */
function jumpBetween(from: number, to: number, zone: string): number | null {
  const offsetAt = (moment: number) => localTime(moment, zone) - Math.floor(moment / 1_000) * 1_000
  const before = offsetAt(from)
  if (offsetAt(to) === before) return null
  let [low, high] = [Math.floor(from / 1_000), Math.ceil(to / 1_000)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * 1_000) === before) low = middle
    else high = middle
  }
  return high * 1_000
}
