/** Splits a schedule into the parts of its form. */
import type { Interval, Schedule, ScheduleException, ScheduleTarget, ScheduleValue } from '#contracts/schedules'
import {
  dayPart,
  exceptionPart,
  gone,
  intervalsText,
  isException,
  type Parts,
  type TypedInterval,
  type TypedTarget,
  targetsPart,
  targetsText,
  typedExceptionText,
} from './parts'
import { fieldsOf } from './period-form'

export function partsOf(schedule: Schedule): Parts {
  const { effectivePeriod, weeklySchedule, exceptionSchedule, listOfObjectPropertyReferences: targets } = schedule
  return {
    name: schedule.name,
    description: schedule.description,
    start: effectivePeriod.start ?? '',
    end: effectivePeriod.end ?? '',
    scheduleDefault: typedValueOf(schedule.scheduleDefault),
    priorityForWriting: String(schedule.priorityForWriting),
    outOfService: schedule.outOfService ? 'on' : '',
    ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [dayPart(day), typedDay(weeklySchedule[day] ?? [])])),
    ...Object.fromEntries(exceptionSchedule.map((one) => [exceptionPart(one.key), typedException(one)])),
    [targetsPart]: targetsText(targets.map(typedTarget)),
  }
}

/** Adds the exceptions that only `other` has, marked as removed. */
export function beside(parts: Parts, other: Parts): Parts {
  const missing = Object.keys(other).filter((name) => isException(name) && !(name in parts))
  return { ...parts, ...Object.fromEntries(missing.map((name) => [name, gone])) }
}

export const typedValueOf = (value: ScheduleValue) => (value === null ? '' : String(value))

const typedIntervals = (intervals: readonly Interval[]): TypedInterval[] =>
  intervals.map(({ start, end, value }) => [start, end, typedValueOf(value)])

const typedDay = (intervals: readonly Interval[]) => intervalsText(typedIntervals(intervals))

function typedException({ name, eventPriority, period, intervals }: ScheduleException): string {
  return typedExceptionText({
    name,
    priority: String(eventPriority),
    period: fieldsOf(period),
    intervals: typedIntervals(intervals),
  })
}

export const typedTarget = ({ objectType, objectInstance, deviceInstance }: ScheduleTarget): TypedTarget => [
  objectType,
  String(objectInstance),
  deviceInstance == null ? '' : String(deviceInstance),
]
