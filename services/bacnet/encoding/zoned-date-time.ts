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
