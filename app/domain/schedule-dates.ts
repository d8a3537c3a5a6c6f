/** Lists the dates of a calendar rule: "the last Friday of even months" is hard to read off a calendar. */
import { addDays, matchesDay } from '#contracts/schedule-days'
import type { Calendar, CalendarEntry, Period } from '#contracts/schedules'

/** Search horizon, in years; all but the rarest rules have further dates within it. */
const yearsAhead = 9

/** Returns the next dates of a period, from a day on and including it; fewer when there are no more. */
export function nextDays(
  period: Period,
  { from, calendars, max = 5 }: { from: string; calendars: readonly Calendar[]; max?: number },
): string[] {
  const days: string[] = []
  const bounds = entriesOf(period, calendars).map(boundsOf)
  const horizon = addDays(from, yearsAhead * 366 - 1)
  const last = latest(bounds.map(({ end }) => earliest([end ?? horizon, horizon])))
  const first = latest([from, earliest(bounds.map(({ start }) => start ?? from))])
  for (let day = first; day <= last && days.length < max; day = addDays(day, 1)) {
    if (matchesDay(period, day, calendars)) days.push(day)
  }
  return days
}

const entriesOf = (period: Period, calendars: readonly Calendar[]): readonly CalendarEntry[] =>
  period.type === 'calendarReference'
    ? (calendars.find(({ key }) => key === period.calendarKey)?.dateList ?? [])
    : [period]

/** Returns the first and last possible date of an entry; null bounds when it recurs. */
function boundsOf(entry: CalendarEntry): { start: string | null; end: string | null } {
  if (entry.type === 'dateRange') return entry
  if (entry.type === 'date' && !entry.date.includes('*')) return { start: entry.date, end: entry.date }
  const year = entry.type === 'date' ? entry.date.slice(0, 4) : '*'
  return /^\d{4}$/.test(year) ? { start: `${year}-01-01`, end: `${year}-12-31` } : { start: null, end: null }
}

/** Dates as text sort in order. `''` when there are none. */
const latest = (days: readonly string[]) => days.reduce((one, other) => (one > other ? one : other), '')
const earliest = (days: readonly string[]) => days.reduce((one, other) => (one < other ? one : other), days[0] ?? '')

/** Returns the days of a month (`2026-03`) in weeks that begin on Monday; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const before = (new Date(first).getUTCDay() + 6) % 7
  const weeks: (string | null)[][] = []
  for (let at = -before; ; at += 7) {
    const week = Array.from({ length: 7 }, (_, day) => addDays(first, at + day))
    if (at > 0 && !week.some((day) => day.startsWith(month))) return weeks
    weeks.push(week.map((day) => (day.startsWith(month) ? day : null)))
  }
}

/** Returns the month a number of months later, or earlier when negative. */
export function monthFrom(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}
