/** Splits a schedule into the parts of its form. */
import type { Interval, Schedule, ScheduleException, ScheduleTarget, ScheduleValue } from '#contracts/schedules'
import {
  dayPart,
  exceptionPart,
  isException,
  removedMark,
  type ScheduleParts,
  serializeIntervals,
  serializeTargets,
  serializeTypedException,
  type TypedInterval,
  type TypedTarget,
  targetsPart,
} from './parts'
import { periodFieldsOf } from './period-form'

export function toScheduleParts(schedule: Schedule): ScheduleParts {
  const { effectivePeriod, weeklySchedule, exceptionSchedule, listOfObjectPropertyReferences: targets } = schedule
  return {
    name: schedule.name,
    description: schedule.description,
    start: effectivePeriod.start ?? '',
    end: effectivePeriod.end ?? '',
    scheduleDefault: valueInputText(schedule.scheduleDefault),
    priorityForWriting: String(schedule.priorityForWriting),
    outOfService: schedule.outOfService ? 'on' : '',
    ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [dayPart(day), typedDay(weeklySchedule[day] ?? [])])),
    ...Object.fromEntries(exceptionSchedule.map((one) => [exceptionPart(one.key), typedException(one)])),
    [targetsPart]: serializeTargets(targets.map(typedTarget)),
  }
}

/** Adds the exceptions that only `other` has, marked as removed. */
export function withRemovedExceptions(parts: ScheduleParts, other: ScheduleParts): ScheduleParts {
  const missing = Object.keys(other).filter((name) => isException(name) && !(name in parts))
  return { ...parts, ...Object.fromEntries(missing.map((name) => [name, removedMark])) }
}

export const valueInputText = (value: ScheduleValue) => (value === null ? '' : String(value))

const typedIntervals = (intervals: readonly Interval[]): TypedInterval[] =>
  intervals.map(({ start, end, value }) => [start, end, valueInputText(value)])

const typedDay = (intervals: readonly Interval[]) => serializeIntervals(typedIntervals(intervals))

function typedException({ name, eventPriority, period, intervals }: ScheduleException): string {
  return serializeTypedException({
    name,
    priority: String(eventPriority),
    period: periodFieldsOf(period),
    intervals: typedIntervals(intervals),
  })
}

export const typedTarget = ({ objectType, objectInstance, deviceInstance }: ScheduleTarget): TypedTarget => [
  objectType,
  String(objectInstance),
  deviceInstance == null ? '' : String(deviceInstance),
]
