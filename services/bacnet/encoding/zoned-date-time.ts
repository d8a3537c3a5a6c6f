/** A moment as the date and time of a place; in the zone `UTC`, what a UTCTimeSynchronization has. */
import type { BacnetDateTime } from './calendar'

export function dateTimeIn(timeZone: string, atMs: number): BacnetDateTime {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  return {
    date: { year, month, day, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7 },
    time: {
      hour: part('hour'),
      minute: part('minute'),
      second: part('second'),
      hundredths: Math.floor((((atMs % 1_000) + 1_000) % 1_000) / 10),
    },
  }
}

/** Returns the moment that a place calls so, in milliseconds, the earlier one where two do; null when a part is open. */
export function momentIn(timeZone: string, { date, time }: BacnetDateTime): number | null {
  const { year, month, day } = date
  const { hour, minute, second, hundredths } = time
  if (year === null || month === null || day === null || hour === null || minute === null) return null
  if (month > 12 || day > 31) return null
  const wall = Date.UTC(year, month - 1, day, hour, minute, second ?? 0, (hundredths ?? 0) * 10)
  const before = wall - offsetIn(timeZone, wall - dayMs)
  const after = wall - offsetIn(timeZone, wall + dayMs)
  const exact = [before, after].filter((at) => at + offsetIn(timeZone, at) === wall)
  // The hour that is missing in spring is neither: clocks that still run through it are those of before the change.
  return exact.length > 0 ? Math.min(...exact) : before
}

const dayMs = 86_400_000

/** Returns by how much the clocks of a place are ahead of UTC, in milliseconds. */
function offsetIn(timeZone: string, atMs: number): number {
  const { date, time } = dateTimeIn(timeZone, atMs)
  const wall = Date.UTC(
    ...[date.year ?? 0, (date.month ?? 1) - 1, date.day ?? 1, time.hour ?? 0, time.minute ?? 0, time.second ?? 0],
  )
  return wall - Math.floor(atMs / 1_000) * 1_000
}
