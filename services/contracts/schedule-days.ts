/** The days that an entry of a calendar or an exception matches (domain §3.1, §3.2). Dates are `YYYY-MM-DD`. */
import type { Calendar, CalendarEntry, Period } from './schedules'

const day = 86_400_000

export const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

/** Monday is 1, Sunday 7. */
export const weekdayOf = (date: string) => new Date(date).getUTCDay() || 7

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Whether the day exists: no 30 February, nothing before year 1. */
export function isRealDate(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (!year || !month || !date) return false
  return month <= 12 && date <= daysIn(year, month)
}

/**
 * Whether a date pattern, in which year, month or day may be `*`, matches any day; 29 February is valid for every year.
 */
export function isDatePattern(text: string): boolean {
  const [, year, month, date] = /^(\d{4}|\*)-(\d{2}|\*)-(\d{2}|\*)$/.exec(text) ?? []
  if (!year || !month || !date || year === '0000') return false
  const months = month === '*' ? 1 : Number(month)
  const lastDay = month === '*' ? 31 : daysIn(year === '*' ? 2024 : Number(year), months)
  return months >= 1 && months <= 12 && (date === '*' || (Number(date) >= 1 && Number(date) <= lastDay))
}

/** Whether a day is within a range; null is open. */
export const isWithin = (date: string, { start, end }: { start: string | null; end: string | null }) =>
  (start === null || start <= date) && (end === null || date <= end)

/** Whether a period includes a day; a reference to a calendar includes the days of its entries. */
export function matchesDay(period: Period, date: string, calendars: readonly Calendar[]): boolean {
  if (period.type !== 'calendarReference') return entryMatchesDay(period, date)
  const calendar = calendars.find(({ key }) => key === period.calendarKey)
  return calendar?.dateList.some((entry) => entryMatchesDay(entry, date)) ?? false
}

function entryMatchesDay(entry: CalendarEntry, date: string): boolean {
  switch (entry.type) {
    case 'date': {
      const pattern = entry.date.split('-')
      return date.split('-').every((part, index) => pattern[index] === '*' || pattern[index] === part)
    }
    case 'dateRange':
      return isWithin(date, entry)
    case 'weekNDay':
      return matchesMonth(entry.month, date) && matchesWeek(entry.week, date) && matchesWeekday(entry.dayOfWeek, date)
  }
}

type WeekNDay = Extract<CalendarEntry, { type: 'weekNDay' }>

function matchesMonth(month: WeekNDay['month'], date: string): boolean {
  const own = Number(date.slice(5, 7))
  if (month === 'any') return true
  if (month === 'odd' || month === 'even') return (own % 2 === 1) === (month === 'odd')
  return month === own
}

/** Week 1 is the first seven days of a month, `last` the last seven. */
function matchesWeek(week: WeekNDay['week'], date: string): boolean {
  const own = Number(date.slice(8))
  if (week === 'any') return true
  if (week === 'last') return own > daysIn(Number(date.slice(0, 4)), Number(date.slice(5, 7))) - 7
  return week === Math.ceil(own / 7)
}

const matchesWeekday = (dayOfWeek: WeekNDay['dayOfWeek'], date: string) =>
  dayOfWeek === 'any' || dayOfWeek === weekdayOf(date)
