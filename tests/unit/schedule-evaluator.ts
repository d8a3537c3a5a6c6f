/**
 * What a schedule says, worked out a second time in another way: a clock is watched quarter by quarter, days are looked up
 * in lists, and the sources of a day are asked one after the other. It shares no code with what it is held against.
 */
import type { Calendar, CalendarEntry, Period, Schedule, ScheduleValue } from '../../services/contracts/schedules'

const quarter = 900_000

/** A moment, and what the controller goes by then: a day and a time of it in seconds. */
export interface Shown {
  moment: number
  date: string
  seconds: number
}

const watched = new Map<string, Shown[]>()

/** Every quarter of an hour of a day as a clock shows it; in the hour that comes twice, the last second before it jumped. */
export function watchedDay(date: string, zone: string): Shown[] {
  const key = `${date} ${zone}`
  const known = watched.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const noon = Date.parse(`${date}T12:00:00Z`)
  const shown: Shown[] = []
  let latest = ''
  for (let moment = noon - 40 * 3_600_000; moment < noon + 40 * 3_600_000; moment += quarter) {
    const wall = format.format(moment)
    const goesOn = wall > latest
    if (goesOn) latest = wall
    const [day = '', time = ''] = goesOn ? wall.split(' ') : latest.split(' ')
    const [hours = 0, minutes = 0, rest = 0] = time.split(':').map(Number)
    const seconds = hours * 3_600 + minutes * 60 + rest
    shown.push({ moment, date: day, seconds: goesOn ? seconds : seconds + 899 })
  }
  const of = shown.filter((one) => one.date === date)
  watched.set(key, of)
  return of
}

const monthsOf = (month: number | string) =>
  month === 'any'
    ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    : month === 'odd'
      ? [1, 3, 5, 7, 9, 11]
      : month === 'even'
        ? [2, 4, 6, 8, 10, 12]
        : [Number(month)]

/** The days of the month of a date, as weeks of seven from the first on. */
function daysIn(date: string): string[] {
  const days: string[] = []
  for (let day = 1; day <= 31; day += 1) {
    const text = `${date.slice(0, 8)}${String(day).padStart(2, '0')}`
    const made = new Date(`${text}T00:00:00Z`)
    if (!Number.isNaN(made.getTime()) && made.toISOString().startsWith(text)) days.push(text)
  }
  return days
}

function means(entry: CalendarEntry, date: string): boolean {
  if (entry.type === 'date') return new RegExp(`^${entry.date.replaceAll('*', '\\d+')}$`).test(date)
  if (entry.type === 'dateRange') return (entry.start ?? '0000') <= date && date <= (entry.end ?? '9999')
  const days = daysIn(date)
  const weeks = {
    any: days,
    last: days.slice(-7),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((week) => [week, days.slice(week * 7 - 7, week * 7)])),
  } as Record<string, string[]>
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const weekday = new Date(`${date}T00:00:00Z`).toUTCString().slice(0, 3)
  return (
    monthsOf(entry.month).includes(Number(date.slice(5, 7))) &&
    (weeks[String(entry.week)] ?? []).includes(date) &&
    (entry.dayOfWeek === 'any' || names[entry.dayOfWeek - 1] === weekday)
  )
}

function isMeant(period: Period, date: string, calendars: readonly Calendar[]): boolean {
  if (period.type !== 'calendarReference') return means(period, date)
  for (const calendar of calendars)
    if (calendar.key === period.calendarKey) return calendar.dateList.some((entry) => means(entry, date))
  return false
}

const clock = (seconds: number) =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
const whole = (time: string) => (time.length === 5 ? `${time}:00` : time)

/** The value, and the source that gives it. */
export function evaluated(
  { schedule, calendars }: { schedule: Schedule; calendars: readonly Calendar[] },
  { date, seconds }: { date: string; seconds: number },
): { value: ScheduleValue; because: string; exception?: string } {
  const rest = (because: string) => ({ value: schedule.scheduleDefault, because })
  if (schedule.outOfService) return rest('outOfService')
  const { start, end } = schedule.effectivePeriod
  if (start !== null && date < start) return rest('outside')
  if (end !== null && date > end) return rest('outside')
  const now = clock(seconds)
  const found = (intervals: readonly { start: string; end: string; value: ScheduleValue }[]) => {
    for (const one of intervals) if (whole(one.start) <= now && now < whole(one.end)) return one.value
    return null
  }
  for (let strength = 1; strength <= 16; strength += 1) {
    for (const exception of schedule.exceptionSchedule) {
      if (exception.eventPriority !== strength || !isMeant(exception.period, date, calendars)) continue
      if (exception.intervals.length === 0) return { ...rest('exception'), exception: exception.key }
      const value = found(exception.intervals)
      if (value !== null) return { value, because: 'exception', exception: exception.key }
    }
  }
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  const value = found(schedule.weeklySchedule[weekday] ?? [])
  return value === null ? rest('default') : { value, because: 'weekly' }
}
