/**
 * The value of a schedule at an instant (domain §3.1): outside its effective period the default; else the exceptions of
 * the day, the strongest first, then the week, then the default. An exception without a value at a time, or with null,
 * defers to the next; one without intervals closes the whole day.
 */

import { addDays, isWithin, meansDay, weekdayOf } from '../../contracts/schedule-days'
import { daySeconds } from '../../contracts/schedule-times'
import type { Calendar, Schedule, ScheduleValue } from '../../contracts/schedules'
import { instantOf, localTime } from '../local-time'
import { type Transition, transitionsOf, valueDuring } from './transitions'

/** The inputs of a resolution: a schedule, the calendars of its document, and the controller's time zone. */
export interface Running {
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
export function valueAt(running: Running, at: number): ScheduleValue {
  if (running.schedule.outOfService) return running.schedule.scheduleDefault
  const { date, seconds } = localTime(at, running.timeZone)
  return sayingOf(running, date)(seconds)
}

/** Returns the next instant at which the value changes; null when there is none within four hundred days. */
export function nextTransition(running: Running, at: number): NextTransition | null {
  if (running.schedule.outOfService) return null
  const now = localTime(at, running.timeZone)
  const current = sayingOf(running, now.date)(now.seconds)
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const date = addDays(now.date, ahead)
    const saying = sayingOf(running, date)
    for (const seconds of boundariesOf(running, date)) {
      const value = saying(seconds)
      if (value === current || (ahead === 0 && seconds <= now.seconds)) continue
      const instant = instantOf({ date, seconds }, running.timeZone)
      if (instant > at && valueAt(running, instant) === value) return { at: instant, value }
    }
  }
  return null
}

/**
 * Returns what a schedule writes over a day, by seconds since local midnight; nothing while it is out of service or
 * outside its effective period (BACnet clause 12.24.6), though its own value is the default then.
 */
export function sayingsOn(running: Running, date: string): { seconds: number; value: ScheduleValue }[] {
  const { schedule } = running
  if (schedule.outOfService || !isWithin(date, schedule.effectivePeriod)) return []
  const saying = sayingOf(running, date)
  return boundariesOf(running, date).map((seconds) => ({ seconds, value: saying(seconds) }))
}

/** Whether a schedule is in its effective period and in service. */
export function isActive({ schedule, timeZone }: Running, at: number): boolean {
  return !schedule.outOfService && isWithin(localTime(at, timeZone).date, schedule.effectivePeriod)
}

/** Returns the sources of the value on a day, strongest first; `closed` for an exception without intervals. */
function sourcesOf({ schedule, calendars }: Running, date: string): (Transition[] | 'closed')[] {
  if (!isWithin(date, schedule.effectivePeriod)) return []
  const exceptions = schedule.exceptionSchedule
    .filter(({ period }) => meansDay(period, date, calendars))
    .sort((a, b) => a.eventPriority - b.eventPriority)
    .map(({ intervals }) => (intervals.length ? transitionsOf(intervals) : ('closed' as const)))
  return [...exceptions, transitionsOf(schedule.weeklySchedule[weekdayOf(date) - 1] ?? [])]
}

function sayingOf(running: Running, date: string): (seconds: number) => ScheduleValue {
  const sources = sourcesOf(running, date)
  const { scheduleDefault } = running.schedule
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
function boundariesOf(running: Running, date: string): number[] {
  const times = sourcesOf(running, date).flatMap((source) =>
    source === 'closed' ? [] : source.map(({ time }) => time),
  )
  return [...new Set([0, ...times])].filter((time) => time < daySeconds).sort((a, b) => a - b)
}
