/** Days of local time: from one midnight to the next (domain §3.2). */
import { LRUCache } from 'lru-cache'
import { addDays } from '../contracts/schedule-days'
import { clockChangeBetween, instantOf, localTimeAt } from './local-time'

const minute = 60_000
export const dayMs = 86_400_000

/** The local day that contains a moment: from one midnight to the next, not 24 hours where clocks change. */
export interface LocalDay {
  /** `YYYY-MM-DD`. */
  date: string
  /** Local midnight. */
  start: number
  /** The next local midnight. */
  end: number
  dayOfYear: number
}

/** The local days that were found in a day of UTC. */
const days = new LRUCache<string, readonly LocalDay[]>({ max: 500 })

/** Returns the local day of a moment. */
export function localDayOf(at: number, timeZone: string): LocalDay {
  const key = `${timeZone} ${Math.floor(at / dayMs)}`
  const known = days.get(key) ?? []
  const cached = known.find(({ start, end }) => start <= at && at < end)
  if (cached) return cached
  const { date } = localTimeAt(at, timeZone)
  const newYear = Date.parse(`${date.slice(0, 4)}-01-01`)
  const day = {
    date,
    start: instantOf({ date, seconds: 0 }, timeZone),
    end: instantOf({ date: addDays(date, 1), seconds: 0 }, timeZone),
    dayOfYear: (Date.parse(date) - newYear) / dayMs + 1,
  }
  days.set(key, [day, ...known].slice(0, 3))
  return day
}

/** Returns the local day before another. */
export const dayBefore = ({ start }: LocalDay, timeZone: string): LocalDay => localDayOf(start - 1, timeZone)

/**
 * Returns the number of minutes of a day, 1,440 unless clocks change on it, how many of them have passed at the change,
 * and by how many minutes clocks move forward then. Where they move back, an hour is repeated.
 */
export function localClockOf({ start, end }: LocalDay, timeZone: string) {
  const minutes = (end - start) / minute
  const shift = dayMs / minute - minutes
  const changed = shift === 0 ? minutes : (clockChangeBetween(start - 1000, end, timeZone) - start) / minute
  return { minutes, changed, shift }
}
