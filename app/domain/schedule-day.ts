/**
 * The values of a schedule on a day (domain §3.1): outside its effective period the default; else the exceptions of the
 * day by priority, equal ones in their order, then the week, then the default. An exception without a value at a time,
 * or with null, is skipped; one without intervals sets the default for the whole day.
 */
import { isWithin, matchesDay, weekdayOf } from '#contracts/schedule-days'
import { daySeconds, secondsOf } from '#contracts/schedule-times'
import type { Calendar, Interval, Schedule, ScheduleException, ScheduleValue } from '#contracts/schedules'
import { dayClock, timeAt } from './controller-clock'
import { localTime } from './zoned-day'

/** A schedule, the calendars of its document, and the time zone of its controller. */
export interface ScheduleContext {
  schedule: Schedule
  calendars: readonly Calendar[]
  timeZone: string
}

export type ScheduleReason = 'weekly' | 'exception' | 'default' | 'outside' | 'outOfService'

/** A part of a day with one value for one reason. */
export interface ScheduleSpan {
  /** Moments in ms since 1970; the end is exclusive. */
  from: number
  to: number
  /** Times of day in seconds, by the clock of the controller; times skipped by a clock change do not occur. */
  start: number
  end: number
  value: ScheduleValue
  because: ScheduleReason
  /** The key of the exception that decides. */
  exception?: string
}

type ScheduleEffect = Pick<ScheduleSpan, 'value' | 'because' | 'exception'>

/** Returns the spans of a day from its first moment to its last, without a gap. */
export function scheduleSpans(
  context: ScheduleContext,
  date: string,
  clock = dayClock(date, context.timeZone),
): ScheduleSpan[] {
  const { timeZone } = context
  const effectAtSeconds = effectsOn(context, date)
  const localSeconds = (moment: number, seconds: number) =>
    seconds === daySeconds ? seconds : (localTime(moment, timeZone) - Date.parse(date)) / 1_000
  const spans: ScheduleSpan[] = []
  for (const [begin, finish] of pairs(boundariesOf(context, date))) {
    const [from, to] = [clock.momentAt(begin), clock.momentAt(finish)]
    if (from >= to) continue
    const effect = effectAtSeconds(clock.secondsAt(from))
    const [start, end] = [localSeconds(from, begin), localSeconds(to, finish)]
    const last = spans.at(-1)
    if (last && last.value === effect.value && last.because === effect.because && last.exception === effect.exception) {
      Object.assign(last, { to, end })
    } else spans.push({ from, to, start, end, ...effect })
  }
  return spans
}

/** Returns the value at a moment, and its reason. */
export function scheduleEffectAt(context: ScheduleContext, moment: number): ScheduleEffect {
  const { date, seconds } = timeAt(moment, context.timeZone)
  return effectsOn(context, date)(seconds)
}

/** Returns the exceptions of a day, in order of precedence. */
export function exceptionsOn({ schedule, calendars }: ScheduleContext, date: string): ScheduleException[] {
  return schedule.exceptionSchedule
    .filter(({ period }) => matchesDay(period, date, calendars))
    .sort((one, other) => one.eventPriority - other.eventPriority)
}

/** Returns the weekly intervals of a day. */
const weeklyOn = ({ schedule }: ScheduleContext, date: string) => schedule.weeklySchedule[weekdayOf(date) - 1] ?? []

function effectsOn(context: ScheduleContext, date: string): (seconds: number) => ScheduleEffect {
  const { schedule } = context
  const { scheduleDefault: value } = schedule
  if (schedule.outOfService) return () => ({ value, because: 'outOfService' })
  if (!isWithin(date, schedule.effectivePeriod)) return () => ({ value, because: 'outside' })
  const exceptions = exceptionsOn(context, date)
  const weekly = weeklyOn(context, date)
  return (seconds) => {
    for (const { key, intervals } of exceptions) {
      if (intervals.length === 0) return { value, because: 'exception', exception: key }
      const intervalValue = valueAtSeconds(intervals, seconds)
      if (intervalValue !== null) return { value: intervalValue, because: 'exception', exception: key }
    }
    const intervalValue = valueAtSeconds(weekly, seconds)
    return intervalValue === null ? { value, because: 'default' } : { value: intervalValue, because: 'weekly' }
  }
}

/** Returns the value of the intervals at a time of day; null when there is none. */
function valueAtSeconds(intervals: readonly Interval[], seconds: number): ScheduleValue {
  const match = intervals.find((interval) => {
    const [from, to] = timesOf(interval)
    return from <= seconds && seconds < to
  })
  return match?.value ?? null
}

const timesOf = ({ start, end }: Pick<Interval, 'start' | 'end'>): [number, number] => [
  secondsOf(start) ?? 0,
  secondsOf(end, { isEnd: true }) ?? 0,
]

/** Returns the times of a day at which the value may change, including its start and end. */
function boundariesOf(context: ScheduleContext, date: string): number[] {
  const intervals = [...exceptionsOn(context, date).flatMap((one) => one.intervals), ...weeklyOn(context, date)]
  return [...new Set([0, daySeconds, ...intervals.flatMap(timesOf)])].sort((one, other) => one - other)
}

const pairs = (times: readonly number[]) =>
  times.slice(1).map((end, at): [number, number] => [times[at] as number, end])
