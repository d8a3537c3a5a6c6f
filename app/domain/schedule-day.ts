/**
 * The values of a schedule on a day (domain §3.1): outside its effective period the default; else the exceptions of the
 * day by priority, equal ones in their order, then the week, then the default. An exception without a value at a time,
 * or with null, is skipped; one without intervals sets the default for the whole day.
 */
import { isWithin, meansDay, weekdayOf } from '#contracts/schedule-days'
import { daySeconds, secondsOf } from '#contracts/schedule-times'
import type { Calendar, Interval, Schedule, ScheduleException, ScheduleValue } from '#contracts/schedules'
import { dayClock, timeAt } from './controller-clock'
import { localTime } from './zoned-day'

/** A schedule, the calendars of its document, and the time zone of its controller. */
export interface Running {
  schedule: Schedule
  calendars: readonly Calendar[]
  timeZone: string
}

export type Because = 'weekly' | 'exception' | 'default' | 'outside' | 'outOfService'

/** A part of a day with one value for one reason. */
export interface Stretch {
  /** Moments in ms since 1970; the end is exclusive. */
  from: number
  to: number
  /** Times of day in seconds, by the clock of the controller; times skipped by a clock change do not occur. */
  start: number
  end: number
  value: ScheduleValue
  because: Because
  /** The key of the exception that decides. */
  exception?: string
}

type Said = Pick<Stretch, 'value' | 'because' | 'exception'>

/** Returns the spans of a day from its first moment to its last, without a gap. */
export function stretchesOf(running: Running, date: string, clock = dayClock(date, running.timeZone)): Stretch[] {
  const { timeZone } = running
  const saying = sayingOf(running, date)
  const shown = (moment: number, seconds: number) =>
    seconds === daySeconds ? seconds : (localTime(moment, timeZone) - Date.parse(date)) / 1_000
  const stretches: Stretch[] = []
  for (const [begin, finish] of pairs(boundariesOf(running, date))) {
    const [from, to] = [clock.momentAt(begin), clock.momentAt(finish)]
    if (from >= to) continue
    const said = saying(clock.secondsAt(from))
    const [start, end] = [shown(from, begin), shown(to, finish)]
    const last = stretches.at(-1)
    if (last && last.value === said.value && last.because === said.because && last.exception === said.exception) {
      Object.assign(last, { to, end })
    } else stretches.push({ from, to, start, end, ...said })
  }
  return stretches
}

/** Returns the value at a moment, and its reason. */
export function saidAt(running: Running, moment: number): Said {
  const { date, seconds } = timeAt(moment, running.timeZone)
  return sayingOf(running, date)(seconds)
}

/** Returns the exceptions of a day, in order of precedence. */
export function exceptionsOn({ schedule, calendars }: Running, date: string): ScheduleException[] {
  return schedule.exceptionSchedule
    .filter(({ period }) => meansDay(period, date, calendars))
    .sort((one, other) => one.eventPriority - other.eventPriority)
}

/** Returns the weekly intervals of a day. */
const weeklyOn = ({ schedule }: Running, date: string) => schedule.weeklySchedule[weekdayOf(date) - 1] ?? []

function sayingOf(running: Running, date: string): (seconds: number) => Said {
  const { schedule } = running
  const { scheduleDefault: value } = schedule
  if (schedule.outOfService) return () => ({ value, because: 'outOfService' })
  if (!isWithin(date, schedule.effectivePeriod)) return () => ({ value, because: 'outside' })
  const exceptions = exceptionsOn(running, date)
  const weekly = weeklyOn(running, date)
  return (seconds) => {
    for (const { key, intervals } of exceptions) {
      if (intervals.length === 0) return { value, because: 'exception', exception: key }
      const held = heldAt(intervals, seconds)
      if (held !== null) return { value: held, because: 'exception', exception: key }
    }
    const held = heldAt(weekly, seconds)
    return held === null ? { value, because: 'default' } : { value: held, because: 'weekly' }
  }
}

/** Returns the value of the intervals at a time of day; null when there is none. */
function heldAt(intervals: readonly Interval[], seconds: number): ScheduleValue {
  const holding = intervals.find((interval) => {
    const [from, to] = timesOf(interval)
    return from <= seconds && seconds < to
  })
  return holding?.value ?? null
}

const timesOf = ({ start, end }: Pick<Interval, 'start' | 'end'>): [number, number] => [
  secondsOf(start) ?? 0,
  secondsOf(end, { isEnd: true }) ?? 0,
]

/** Returns the times of a day at which the value may change, including its start and end. */
function boundariesOf(running: Running, date: string): number[] {
  const intervals = [...exceptionsOn(running, date).flatMap((one) => one.intervals), ...weeklyOn(running, date)]
  return [...new Set([0, daySeconds, ...intervals.flatMap(timesOf)])].sort((one, other) => one - other)
}

const pairs = (times: readonly number[]) =>
  times.slice(1).map((end, at): [number, number] => [times[at] as number, end])
