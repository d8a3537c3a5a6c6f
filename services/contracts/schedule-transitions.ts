/**
 * Intervals are for people, transitions for controllers: BACnet stores the value from each time on (domain §3.1). A
 * null transition relinquishes the value.
 */

import { daySeconds, secondsOf, timeText } from './schedule-times'
import type { Interval, ScheduleValue } from './schedules'

export interface ValueTransition {
  /** Seconds since midnight. */
  time: number
  value: ScheduleValue
}

/** Returns the transitions of a day, in order; no null between adjacent intervals. */
export function transitionsOf(intervals: readonly Interval[]): ValueTransition[] {
  const days = intervals
    .map(({ start, end, value }) => ({
      start: secondsOf(start) ?? 0,
      end: secondsOf(end, { isEnd: true }) ?? 0,
      value,
    }))
    .sort((a, b) => a.start - b.start)
  return days.flatMap(({ start, end, value }, index) => {
    const isContinued = end === daySeconds || days[index + 1]?.start === end
    return isContinued
      ? [{ time: start, value }]
      : [
          { time: start, value },
          { time: end, value: null },
        ]
  })
}

/** Returns the intervals of transitions; a last one without a null runs to 24:00. */
export function intervalsOf(transitions: readonly ValueTransition[]): Interval[] {
  const ordered = [...transitions].sort((a, b) => a.time - b.time)
  return ordered.flatMap(({ time, value }, index) => {
    const end = ordered[index + 1]?.time ?? daySeconds
    return value === null || end <= time ? [] : [{ start: timeText(time), end: timeText(end), value }]
  })
}

/** Returns the value of a day's transitions at a time; null without one. */
export function valueDuring(transitions: readonly ValueTransition[], seconds: number): ScheduleValue {
  return transitions.findLast(({ time }) => time <= seconds)?.value ?? null
}
