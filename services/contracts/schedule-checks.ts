/** The checks of a schedule document (domain §3.2). */

import {
  acceptsValue,
  checkEffectivePeriod,
  checkEntry,
  checkIntervals,
  checkPeriod,
  type ScheduleProblems,
} from './schedule-interval-checks'
import type { Calendar, Facets, Schedule, ScheduleTarget, ValueType } from './schedules'

const maxInstance = 4_194_302
/** Operators override at level 8: what a schedule writes at a stronger level cannot be overridden by them. */
const operatorLevel = 8

export type ScheduleWarning = { field: string; key: string }

export interface CheckResult {
  problems: ScheduleProblems
  warnings: ScheduleWarning[]
}

interface Document {
  calendars: readonly Calendar[]
  schedules: readonly Schedule[]
}

/** Returns the errors and warnings of a document by field. `mayCommand` knows the objects of the controllers. */
export function checkDocument(
  { calendars, schedules }: Document,
  mayCommand: (target: ScheduleTarget) => boolean,
): CheckResult {
  const calendarKeys = new Set(calendars.map(({ key }) => key))
  const problems: ScheduleProblems = {
    ...Object.assign({}, ...calendars.map((calendar, index) => checkCalendar(calendar, `calendars.${index}`))),
    ...Object.assign(
      {},
      ...schedules.map((schedule, index) =>
        checkSchedule(schedule, { at: `schedules.${index}`, calendarKeys, mayCommand }),
      ),
    ),
    ...checkUnique(calendars, 'calendars'),
    ...checkUnique(schedules, 'schedules'),
  }
  return { problems, warnings: schedules.flatMap(warningsOf) }
}

/** Whether all problems are about targets (4803), not the schedule itself (4801). */
export const isAboutTargets = (problems: ScheduleProblems) =>
  Object.values(problems).every((key) => key === 'errors.schedule.target')

function checkCalendar(calendar: Calendar, at: string): ScheduleProblems {
  return {
    ...checkLabels(calendar, at),
    ...Object.assign({}, ...calendar.dateList.map((entry, index) => checkEntry(entry, `${at}.dateList.${index}`))),
  }
}

interface Place {
  at: string
  calendarKeys: ReadonlySet<string>
  mayCommand: (target: ScheduleTarget) => boolean
}

function checkSchedule(schedule: Schedule, { at, calendarKeys, mayCommand }: Place): ScheduleProblems {
  const { weeklySchedule, exceptionSchedule, listOfObjectPropertyReferences: targets } = schedule
  const problems: ScheduleProblems = {
    ...checkLabels(schedule, at),
    ...checkFacets(schedule, at),
    ...checkEffectivePeriod(schedule.effectivePeriod, `${at}.effectivePeriod`),
  }
  if (schedule.description.length > 256) problems[`${at}.description`] = 'errors.field.tooLong'
  if (!isPriority(schedule.priorityForWriting)) problems[`${at}.priorityForWriting`] = 'errors.schedule.priority'
  if (!acceptsValue(schedule, schedule.scheduleDefault)) problems[`${at}.scheduleDefault`] = 'errors.schedule.value'
  if (weeklySchedule.length !== 7) problems[`${at}.weeklySchedule`] = 'errors.schedule.days'
  for (const [day, intervals] of weeklySchedule.entries()) {
    const where = { at: `${at}.weeklySchedule.${day}`, rule: schedule, allowsNull: false }
    Object.assign(problems, checkIntervals(intervals, where))
  }
  for (const [index, { name, eventPriority, period, intervals }] of exceptionSchedule.entries()) {
    const path = `${at}.exceptionSchedule.${index}`
    if (name.length > 64) problems[`${path}.name`] = 'errors.schedule.name'
    if (!isPriority(eventPriority)) problems[`${path}.eventPriority`] = 'errors.schedule.priority'
    Object.assign(problems, checkPeriod(period, `${path}.period`, calendarKeys))
    Object.assign(problems, checkIntervals(intervals, { at: `${path}.intervals`, rule: schedule, allowsNull: true }))
  }
  Object.assign(problems, checkKeys(exceptionSchedule, `${at}.exceptionSchedule`))
  for (const [index, target] of targets.entries()) {
    if (commandableTypes[schedule.valueType]?.includes(target.objectType) && mayCommand(target)) continue
    problems[`${at}.listOfObjectPropertyReferences.${index}`] = 'errors.schedule.target'
  }
  return problems
}

/** The object types that accept each value type at a priority. */
export const commandableTypes: Readonly<Record<ValueType, readonly string[]>> = {
  boolean: ['binaryOutput', 'binaryValue'],
  enum: ['multiStateOutput', 'multiStateValue'],
  integer: ['multiStateOutput', 'multiStateValue', 'analogOutput', 'analogValue'],
  number: ['analogOutput', 'analogValue'],
}

const isPriority = (value: number) => Number.isInteger(value) && value >= 1 && value <= 16

function checkLabels({ name, objectInstance }: { name: string; objectInstance: number }, at: string): ScheduleProblems {
  const isInstance = Number.isInteger(objectInstance) && objectInstance >= 0 && objectInstance <= maxInstance
  return {
    ...(name.length >= 1 && name.length <= 64 ? {} : { [`${at}.name`]: 'errors.schedule.name' }),
    ...(isInstance ? {} : { [`${at}.objectInstance`]: 'errors.schedule.instance' }),
  }
}

/** An enum needs its states, each value once; bounds must be in order. */
function checkFacets({ valueType, facets }: { valueType: ValueType; facets: Facets }, at: string): ScheduleProblems {
  const values = facets.range?.map(({ value }) => value) ?? []
  const isStates = values.length > 0 && new Set(values).size === values.length && values.every(Number.isInteger)
  const isBounds = (facets.min ?? -Infinity) <= (facets.max ?? Infinity)
  return (valueType === 'enum' ? isStates : isBounds) ? {} : { [`${at}.facets`]: 'errors.schedule.facets' }
}

function checkUnique(siblings: readonly { key: string; objectInstance: number }[], at: string): ScheduleProblems {
  const instances = siblings.map(({ objectInstance }) => objectInstance)
  const problems = checkKeys(siblings, at)
  for (const [index, instance] of instances.entries()) {
    if (instances.indexOf(instance) < index) problems[`${at}.${index}.objectInstance`] = 'errors.schedule.instance'
  }
  return problems
}

function checkKeys(siblings: readonly { key: string }[], at: string): ScheduleProblems {
  const keys = siblings.map(({ key }) => key)
  const problems: ScheduleProblems = {}
  for (const [index, key] of keys.entries()) {
    if (!key || key.length > 40 || keys.indexOf(key) < index) problems[`${at}.${index}.key`] = 'errors.schedule.key'
  }
  return problems
}

function warningsOf(schedule: Schedule, index: number): ScheduleWarning[] {
  return schedule.priorityForWriting <= operatorLevel
    ? [{ field: `schedules.${index}.priorityForWriting`, key: 'errors.schedule.overridesOperators' }]
    : []
}
