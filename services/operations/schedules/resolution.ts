/**
 * The value of a schedule at an instant (domain §3.1): outside its effective period the default; else the exceptions of
 * the day, the strongest first, then the week, then the default. An exception without a value at a time, or with null,
 * defers to the next; one without intervals closes the whole day.
 */

import { addDays, isWithin, matchesDay, weekdayOf } from '../../contracts/schedule-days'
import { daySeconds } from '../../contracts/schedule-times'
import { transitionsOf, type ValueTransition, valueDuring } from '../../contracts/schedule-transitions'
import type { Calendar, Schedule, ScheduleValue } from '../../contracts/schedules'
import { instantOf, localTimeAt } from '../../kit/local-time'

/** The inputs of a resolution: a schedule, the calendars of its document, and the controller's time zone. */
export interface ResolutionInput {
  schedule: Schedule
  calendars: readonly Calendar[]
  timeZone: string
}

export interface NextTransition {
  /** Milliseconds since 1970. */
  at: number
  value: ScheduleValue
}

/** How far ahead a change is searched, in days: long enough for yearly events. */
const daysAhead = 400

/** Returns the value at an instant; the default when the schedule is out of service. */
export function scheduleValueAt(input: ResolutionInput, at: number): ScheduleValue {
  if (input.schedule.outOfService) return input.schedule.scheduleDefault
  const { date, seconds } = localTimeAt(at, input.timeZone)
  return valueReaderOf(input, date)(seconds)
}

/** Returns the next instant at which the value changes; null when there is none within four hundred days. */
export function nextTransition(input: ResolutionInput, at: number): NextTransition | null {
  if (input.schedule.outOfService) return null
  const now = localTimeAt(at, input.timeZone)
  const current = valueReaderOf(input, now.date)(now.seconds)
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const date = addDays(now.date, ahead)
    const valueAtSeconds = valueReaderOf(input, date)
    for (const seconds of boundariesOf(input, date)) {
      const value = valueAtSeconds(seconds)
      if (value === current || (ahead === 0 && seconds <= now.seconds)) continue
      const instant = instantOf({ date, seconds }, input.timeZone)
      if (instant > at && scheduleValueAt(input, instant) === value) return { at: instant, value }
    }
  }
  return null
}

/**
 * Returns what a schedule writes over a day, by seconds since local midnight; nothing while it is out of service or
 * outside its effective period (BACnet clause 12.24.6), though its own value is the default then.
 */
export function scheduledValuesOn(input: ResolutionInput, date: string): { seconds: number; value: ScheduleValue }[] {
  const { schedule } = input
  if (schedule.outOfService || !isWithin(date, schedule.effectivePeriod)) return []
  const valueAtSeconds = valueReaderOf(input, date)
  return boundariesOf(input, date).map((seconds) => ({ seconds, value: valueAtSeconds(seconds) }))
}

/** Whether a schedule is in its effective period and in service. */
export function isScheduleActive({ schedule, timeZone }: ResolutionInput, at: number): boolean {
  return !schedule.outOfService && isWithin(localTimeAt(at, timeZone).date, schedule.effectivePeriod)
}

/** Returns the sources of the value on a day, strongest first; `closed` for an exception without intervals. */
function sourcesOf({ schedule, calendars }: ResolutionInput, date: string): (ValueTransition[] | 'closed')[] {
  if (!isWithin(date, schedule.effectivePeriod)) return []
  const exceptions = schedule.exceptionSchedule
    .filter(({ period }) => matchesDay(period, date, calendars))
    .sort((a, b) => a.eventPriority - b.eventPriority)
    .map(({ intervals }) => (intervals.length ? transitionsOf(intervals) : ('closed' as const)))
  return [...exceptions, transitionsOf(schedule.weeklySchedule[weekdayOf(date) - 1] ?? [])]
}

function valueReaderOf(input: ResolutionInput, date: string): (seconds: number) => ScheduleValue {
  const sources = sourcesOf(input, date)
  const { scheduleDefault } = input.schedule
  return (seconds) => {
    for (const source of sources) {
      if (source === 'closed') return scheduleDefault
      const value = valueDuring(source, seconds)
      if (value !== null) return value
    }
    return scheduleDefault
  }
}

/** Returns the times of a day at which the value may change, in order. */
function boundariesOf(input: ResolutionInput, date: string): number[] {
  const times = sourcesOf(input, date).flatMap((source) => (source === 'closed' ? [] : source.map(({ time }) => time)))
  return [...new Set([0, ...times])].filter((time) => time < daySeconds).sort((a, b) => a - b)
}
