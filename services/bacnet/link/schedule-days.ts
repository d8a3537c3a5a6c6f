/** Days and times of schedules and calendars, as BACnet has them and as the console has them. */
import { isDatePattern, isRealDate, weekdayOf } from '../../contracts/schedule-days'
import { intervalsOf, transitionsOf } from '../../contracts/schedule-transitions'
import type { CalendarEntry, Interval, ScheduleValue } from '../../contracts/schedules'
import type { calendarEntry, timeAndValue, WeekAndDay } from '../encoding/calendar'
import type { Decoded } from '../encoding/codec'
import type { BacnetDate, BacnetTime } from '../encoding/primitives'
import type { ScheduleValueType } from './schedule-values'

export type DeviceEntry = Decoded<typeof calendarEntry>
export type TimeAndValue = Decoded<typeof timeAndValue>
type WeekNDay = Extract<CalendarEntry, { type: 'weekNDay' }>

const [oddMonths, evenMonths, lastWeek] = [13, 14, 6]
const anyDate: BacnetDate = { year: null, month: null, day: null, weekday: null }
const padded = (part: number | null, length: number) => (part === null ? '*' : String(part).padStart(length, '0'))
const dateText = ({ year, month, day }: BacnetDate) => `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`

/** Returns the days of an entry; null when the console has no such days. */
export function entryOf(entry: DeviceEntry): CalendarEntry | null {
  switch (entry.kind) {
    case 'date':
      return dateEntry(entry.value)
    case 'dateRange': {
      const range = rangeOf(entry.value)
      const isBackward = range?.start && range.end && range.start > range.end
      return range && !isBackward ? { type: 'dateRange', ...range } : null
    }
    case 'weekAndDay':
      return weekEntry(entry.value)
  }
}

function dateEntry(date: BacnetDate): CalendarEntry | null {
  const { year, month, day, weekday } = date
  const isOfMonths = year === null && day === null && (weekday !== null || (month ?? 0) > 12)
  if (isOfMonths) return weekEntry({ month, week: null, weekday })
  const text = dateText(date)
  if (!isDatePattern(text) || (weekday !== null && !(isRealDate(text) && weekdayOf(text) === weekday))) return null
  return { type: 'date', date: text }
}

function weekEntry({ month, week, weekday }: WeekAndDay): WeekNDay | null {
  if (month !== null && (month < 1 || month > evenMonths)) return null
  if (week !== null && (week < 1 || week > lastWeek)) return null
  if (weekday !== null && (weekday < 1 || weekday > 7)) return null
  return {
    type: 'weekNDay',
    month: month === oddMonths ? 'odd' : month === evenMonths ? 'even' : (month ?? 'any'),
    week: week === lastWeek ? 'last' : (week ?? 'any'),
    dayOfWeek: weekday ?? 'any',
  }
}

/** Returns the ends of a range, null for an open one; undefined when one of them is a pattern. */
export function rangeOf({ start, end }: { start: BacnetDate; end: BacnetDate }) {
  const [from, to] = [endOf(start), endOf(end)]
  return from === undefined || to === undefined ? undefined : { start: from, end: to }
}

function endOf(date: BacnetDate): string | null | undefined {
  const text = dateText(date)
  if (text === '*-*-*') return null
  return isRealDate(text) ? text : undefined
}

export function deviceEntryOf(entry: CalendarEntry): DeviceEntry {
  switch (entry.type) {
    case 'date':
      return { kind: 'date', value: deviceDateOf(entry.date) }
    case 'dateRange':
      return { kind: 'dateRange', value: deviceRangeOf(entry) }
    case 'weekNDay':
      return { kind: 'weekAndDay', value: deviceWeekOf(entry) }
  }
}

export const deviceRangeOf = ({ start, end }: { start: string | null; end: string | null }) => ({
  start: start === null ? anyDate : deviceDateOf(start),
  end: end === null ? anyDate : deviceDateOf(end),
})

function deviceDateOf(text: string): BacnetDate {
  const [year = null, month = null, day = null] = text.split('-').map((part) => (part === '*' ? null : Number(part)))
  return { year, month, day, weekday: isRealDate(text) ? weekdayOf(text) : null }
}

const deviceWeekOf = ({ month, week, dayOfWeek }: WeekNDay): WeekAndDay => ({
  month: month === 'any' ? null : month === 'odd' ? oddMonths : month === 'even' ? evenMonths : month,
  week: week === 'any' ? null : week === 'last' ? lastWeek : week,
  weekday: dayOfWeek === 'any' ? null : dayOfWeek,
})

/** Returns the intervals of a day; null when one of its times or values is none of the console. */
export function intervalsOfDay(day: readonly TimeAndValue[], type: ScheduleValueType): Interval[] | null {
  const transitions: { time: number; value: ScheduleValue }[] = []
  for (const { time, value } of day) {
    const seconds = secondsOfTime(time)
    const own = type.toValue(value)
    if (seconds === null || own === undefined) return null
    transitions.push({ time: seconds, value: own })
  }
  return intervalsOf(transitions)
}

function secondsOfTime({ hour, minute, second, hundredths }: BacnetTime): number | null {
  if (hour === null || minute === null || (hundredths ?? 0) > 0) return null
  return hour * 3_600 + minute * 60 + (second ?? 0)
}

/** Returns the times and values of a day in the data type of its schedule. */
export const deviceDayOf = (intervals: readonly Interval[], type: ScheduleValueType): TimeAndValue[] =>
  transitionsOf(intervals).map(({ time, value }) => ({
    time: { hour: Math.floor(time / 3_600), minute: Math.floor(time / 60) % 60, second: time % 60, hundredths: 0 },
    value: type.toPrimitive(value),
  }))
