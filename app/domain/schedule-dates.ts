/** Which days a rule means, told as days: nobody reads "the last Friday of even months" off a calendar. */
import { addDays, meansDay } from '#contracts/schedule-days'
import type { Calendar, Period } from '#contracts/schedules'

/** So far ahead are days looked for: within it every rule but the rarest has its next ones. */
const yearsAhead = 9

/** The next days that a period means, from a day on, that day itself among them; fewer where there are no more. */
export function nextDays(
  period: Period,
  { from, calendars, most = 5 }: { from: string; calendars: readonly Calendar[]; most?: number },
): string[] {
  const days: string[] = []
  for (let ahead = 0; ahead < yearsAhead * 366 && days.length < most; ahead += 1) {
    const day = addDays(from, ahead)
    if (meansDay(period, day, calendars)) days.push(day)
  }
  return days
}

/** The days of a month (`2026-03`) in weeks that begin on Monday; null where a week has a day of another month. */
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

/** The month before or after. */
export function monthFrom(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}
