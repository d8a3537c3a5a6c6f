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
export const momentIn = (timeZone: string, dateTime: BacnetDateTime): number | null =>
  momentsIn(timeZone, dateTime)[0] ?? null

/** Returns the moments that a place calls so, the earlier one first: two in the hour that is repeated in autumn. */
export function momentsIn(timeZone: string, { date, time }: BacnetDateTime): number[] {
  const { year, month, day } = date
  const { hour, minute, second, hundredths } = time
  if (year === null || month === null || day === null || hour === null || minute === null) return []
  if (month > 12 || day > 31) return []
  const wall = Date.UTC(year, month - 1, day, hour, minute, second ?? 0, (hundredths ?? 0) * 10)
  const before = wall - offsetIn(timeZone, wall - dayMs)
  const after = wall - offsetIn(timeZone, wall + dayMs)
  const exact = [before, after].filter((at) => at + offsetIn(timeZone, at) === wall)
  // The hour that is missing in spring is neither: clocks that still run through it are those of before the change.
  return exact.length > 0 ? [...new Set(exact)].sort((one, other) => one - other) : [before]
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
