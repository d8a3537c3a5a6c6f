/** Applies the parts of a form to a schedule. Invalid input is kept as typed, so that the checks report it. */
import type { Interval, Schedule, ScheduleException, ScheduleTarget, ScheduleValue } from '#contracts/schedules'
import { parseTypedNumber } from '~/domain/site-input'
import type { Language } from '~/i18n/languages'
import { type LineRule, parseLine } from './day-line'
import {
  dayPart,
  exceptionLineField,
  exceptionPart,
  isException,
  isTypedLine,
  parseIntervals,
  parseTargets,
  parseTypedException,
  removedMark,
  type ScheduleParts,
  type TypedException,
  type TypedInterval,
  targetsPart,
} from './parts'
import { periodOf } from './period-form'
import { typedTarget } from './to-parts'
import type { ScheduleWords } from './words'

export interface EditedSchedule {
  schedule: Schedule
  /** Name of each exception in the form. */
  names: string[]
  /** Parts that no form of the console wrote. */
  unreadable: string[]
  /** Inputs whose line is not valid. */
  invalidLines: string[]
}

/**
 * Returns the edited schedule. Days, exceptions and targets missing from the form are unchanged; other missing inputs
 * are empty.
 */
export function editedSchedule(
  current: Schedule,
  parts: ScheduleParts,
  { t, language }: Pick<ScheduleWords, 't' | 'language'>,
): EditedSchedule {
  const unreadable: string[] = []
  const invalidLines: string[] = []
  const rule = { valueType: current.valueType, facets: current.facets, t, language }
  const readLine = (name: string, line: string, lineRule: LineRule): TypedInterval[] => {
    const { intervals, problems } = parseLine(line, lineRule)
    if (problems.length > 0) invalidLines.push(name)
    return problems.length > 0 ? [] : intervals
  }
  const readPart = <Read>(name: string, read: (text: string) => Read | null): Read | undefined => {
    const text = parts[name]
    if (text === undefined) return undefined
    const parsed = read(text)
    if (parsed === null) unreadable.push(name)
    return parsed ?? undefined
  }
  const weeklySchedule = Array.from({ length: 7 }, (_, day) => {
    const name = dayPart(day)
    const typed = readPart(name, (text) =>
      isTypedLine(text) ? readLine(name, text, { ...rule, allowsNull: false }) : parseIntervals(text),
    )
    return typed ? typed.map((one) => interval(one, language)) : (current.weeklySchedule[day] ?? [])
  })
  const readException = (name: string) => {
    const typed = readPart(name, parseTypedException)
    if (typed?.line === undefined) return typed
    const { line, ...others } = typed
    return { ...others, intervals: readLine(exceptionLineField(name), line, { ...rule, allowsNull: true }) }
  }
  const exceptions = exceptionsOf(current, parts, { language, readException })
  const targets = readPart(targetsPart, parseTargets)
  return {
    schedule: {
      ...current,
      name: parts.name ?? '',
      description: parts.description ?? '',
      effectivePeriod: { start: parts.start || null, end: parts.end || null },
      scheduleDefault: typedValue(parts.scheduleDefault ?? '', language),
      priorityForWriting: wholeNumber(parts.priorityForWriting ?? ''),
      outOfService: Boolean(parts.outOfService),
      weeklySchedule,
      exceptionSchedule: exceptions.map(({ exception }) => exception),
      listOfObjectPropertyReferences: targets
        ? targets.map((one) => target(current.listOfObjectPropertyReferences, one))
        : current.listOfObjectPropertyReferences,
    },
    names: exceptions.map(({ name }) => name),
    unreadable,
    invalidLines,
  }
}

/** Parses a typed value; returns the text itself if it is invalid. */
export function typedValue(text: string, language: Language): ScheduleValue {
  if (text === '') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return parseTypedNumber(text, language) ?? (text as unknown as ScheduleValue)
}

const wholeNumber = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN)

const interval = ([start, end, value]: TypedInterval, language: Language): Interval => ({
  start,
  end,
  value: typedValue(value, language),
})

interface PartReader {
  language: Language
  readException(name: string): TypedException | undefined
}

/** Returns the existing exceptions in order, then new ones with unused keys. */
function exceptionsOf({ exceptionSchedule }: Schedule, parts: ScheduleParts, { language, readException }: PartReader) {
  const toException = (key: string, { name, priority, period, intervals }: TypedException): ScheduleException => ({
    key,
    name,
    eventPriority: wholeNumber(priority),
    period: periodOf(period),
    intervals: intervals.map((one) => interval(one, language)),
  })
  const existing = exceptionSchedule.flatMap((one) => {
    const name = exceptionPart(one.key)
    if (parts[name] === removedMark) return []
    const typed = readException(name)
    return [{ name, exception: typed ? { ...one, ...toException(one.key, typed) } : one }]
  })
  const existingParts = new Set(exceptionSchedule.map(({ key }) => exceptionPart(key)))
  const keys = new Set(exceptionSchedule.map(({ key }) => key))
  const others = Object.keys(parts).filter(
    (name) => isException(name) && !existingParts.has(name) && parts[name] !== removedMark,
  )
  const added = others.flatMap((name) => {
    const typed = readException(name)
    return typed ? [{ name, exception: toException(freeKey(keys), typed) }] : []
  })
  return [...existing, ...added]
}

function freeKey(keys: Set<string>): string {
  let number = keys.size + 1
  while (keys.has(`exc-${number}`)) number += 1
  keys.add(`exc-${number}`)
  return `exc-${number}`
}

/** An existing target keeps the fields that the form does not show. */
function target(current: readonly ScheduleTarget[], typed: readonly [string, string, string]): ScheduleTarget {
  const existing = current.find((one) => typedTarget(one).join() === typed.join())
  if (existing) return existing
  const [objectType, instance, device] = typed
  return {
    objectType,
    objectInstance: wholeNumber(instance),
    deviceInstance: device === '' ? null : wholeNumber(device),
  }
}
