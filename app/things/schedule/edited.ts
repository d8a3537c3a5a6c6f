/** Applies the parts of a form to a schedule. Invalid input is kept as typed, so that the checks report it. */
import type { Interval, Schedule, ScheduleException, ScheduleTarget, ScheduleValue } from '#contracts/schedules'
import { typedNumber } from '~/domain/site-input'
import type { Language } from '~/i18n/languages'
import {
  dayPart,
  exceptionPart,
  gone,
  intervalsIn,
  isException,
  type Parts,
  type TypedException,
  type TypedInterval,
  targetsIn,
  targetsPart,
  typedExceptionIn,
} from './parts'
import { typedTarget } from './parts-of'
import { periodOf } from './period-form'

export interface Edited {
  schedule: Schedule
  /** Name of each exception in the form. */
  names: string[]
  /** Parts that no form of the console wrote. */
  unreadable: string[]
}

/**
 * Returns the edited schedule. Days, exceptions and targets missing from the form are unchanged; other missing inputs
 * are empty.
 */
export function editedSchedule(now: Schedule, parts: Parts, language: Language): Edited {
  const unreadable: string[] = []
  const partRead = <Read>(name: string, read: (text: string) => Read | null): Read | undefined => {
    const text = parts[name]
    if (text === undefined) return undefined
    const found = read(text)
    if (found === null) unreadable.push(name)
    return found ?? undefined
  }
  const weeklySchedule = Array.from({ length: 7 }, (_, day) => {
    const typed = partRead(dayPart(day), intervalsIn)
    return typed ? typed.map((one) => interval(one, language)) : (now.weeklySchedule[day] ?? [])
  })
  const exceptions = exceptionsOf(now, parts, { language, partRead })
  const targets = partRead(targetsPart, targetsIn)
  return {
    schedule: {
      ...now,
      name: parts.name ?? '',
      description: parts.description ?? '',
      effectivePeriod: { start: parts.start || null, end: parts.end || null },
      scheduleDefault: typedValue(parts.scheduleDefault ?? '', language),
      priorityForWriting: wholeNumber(parts.priorityForWriting ?? ''),
      outOfService: Boolean(parts.outOfService),
      weeklySchedule,
      exceptionSchedule: exceptions.map(({ exception }) => exception),
      listOfObjectPropertyReferences: targets
        ? targets.map((one) => target(now.listOfObjectPropertyReferences, one))
        : now.listOfObjectPropertyReferences,
    },
    names: exceptions.map(({ name }) => name),
    unreadable,
  }
}

/** Parses a typed value; returns the text itself if it is invalid. */
export function typedValue(text: string, language: Language): ScheduleValue {
  if (text === '') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return typedNumber(text, language) ?? (text as unknown as ScheduleValue)
}

const wholeNumber = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN)

const interval = ([start, end, value]: TypedInterval, language: Language): Interval => ({
  start,
  end,
  value: typedValue(value, language),
})

interface Reading {
  language: Language
  partRead<Read>(name: string, read: (text: string) => Read | null): Read | undefined
}

/** Returns the existing exceptions in order, then new ones with unused keys. */
function exceptionsOf({ exceptionSchedule }: Schedule, parts: Parts, { language, partRead }: Reading) {
  const made = (key: string, { name, priority, period, intervals }: TypedException): ScheduleException => ({
    key,
    name,
    eventPriority: wholeNumber(priority),
    period: periodOf(period),
    intervals: intervals.map((one) => interval(one, language)),
  })
  const kept = exceptionSchedule.flatMap((one) => {
    const name = exceptionPart(one.key)
    if (parts[name] === gone) return []
    const typed = partRead(name, typedExceptionIn)
    return [{ name, exception: typed ? { ...one, ...made(one.key, typed) } : one }]
  })
  const known = new Set(exceptionSchedule.map(({ key }) => exceptionPart(key)))
  const keys = new Set(exceptionSchedule.map(({ key }) => key))
  const others = Object.keys(parts).filter((name) => isException(name) && !known.has(name) && parts[name] !== gone)
  const added = others.flatMap((name) => {
    const typed = partRead(name, typedExceptionIn)
    return typed ? [{ name, exception: made(freeKey(keys), typed) }] : []
  })
  return [...kept, ...added]
}

function freeKey(taken: Set<string>): string {
  let number = taken.size + 1
  while (taken.has(`exc-${number}`)) number += 1
  taken.add(`exc-${number}`)
  return `exc-${number}`
}

/** An existing target keeps the fields that the form does not show. */
function target(now: readonly ScheduleTarget[], typed: readonly [string, string, string]): ScheduleTarget {
  const same = now.find((one) => typedTarget(one).join() === typed.join())
  if (same) return same
  const [objectType, instance, device] = typed
  return {
    objectType,
    objectInstance: wholeNumber(instance),
    deviceInstance: device === '' ? null : wholeNumber(device),
  }
}
