/**
 * A schedule in the shape of its form (domain §3.3): one text per part, so that concurrent edits of two days or two
 * exceptions do not conflict. The text of a day is a list of intervals, or the line as typed where it is not valid.
 */
import { secondsOf } from '#contracts/schedule-times'
import { type PeriodFields, periodFieldNames } from './period-form'

export type ScheduleParts = Readonly<Record<string, string>>

/** A value is `true`, `false`, a number, or empty to relinquish. */
export type TypedInterval = readonly [start: string, end: string, value: string]
export type TypedTarget = readonly [type: string, instance: string, device: string]
export interface TypedException {
  name: string
  priority: string
  period: PeriodFields
  intervals: readonly TypedInterval[]
  /** The typed line where it is no list of intervals; `intervals` is empty then. */
  line?: string | undefined
}

/** Parts with one input each; the checkbox is `on` or empty. */
export const settingParts = [
  'name',
  'description',
  'start',
  'end',
  'scheduleDefault',
  'priorityForWriting',
  'outOfService',
] as const
export type SettingPart = (typeof settingParts)[number]

export const targetsPart = 'targets'
/** Monday is 0. */
export const dayPart = (day: number) => `weekly.${day}`
export const dayOfPart = (name: string): number | null => (/^weekly\.[0-6]$/.test(name) ? Number(name.at(-1)) : null)

/** Returns the part name of an exception by its key; a key that is not allowed in an input name is hashed. */
export const exceptionPart = (key: string) => `exception.k-${/^[\w-]{1,60}$/.test(key) ? key : hashKey(key)}`
/** Returns the part name of an exception that is not saved yet. */
export const newExceptionPart = (number: number) => `exception.n-${number}`
export const isNewException = (name: string) => /^exception\.n-\d+$/.test(name)
export const isException = (name: string) => /^exception\.[kn]-[\w-]{1,80}$/.test(name)
/** Returns the name of the input for the intervals of an exception. */
export const exceptionLineField = (name: string) => `${name}.intervals`

/** Text of an exception that does not exist or is to be removed. */
export const removedMark = '-'

function hashKey(key: string): string {
  let hash = 2_166_136_261
  for (const letter of key) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return `x-${key.length}-${hash.toString(36)}`
}

export const serializeIntervals = (intervals: readonly TypedInterval[]) => JSON.stringify(intervals)
export const serializeTargets = (targets: readonly TypedTarget[]) => JSON.stringify(targets)

/** Serializes an exception. Fields of another period type are kept if something was typed into them. */
export function serializeTypedException({ name, priority, period, intervals, line }: TypedException): string {
  const rule = ['month', 'week', 'dayOfWeek']
  const filledFields = periodFieldNames.flatMap((field) => {
    const value = period[field] ?? ''
    const isOfAnother =
      (field === 'calendarKey' && period.type !== 'calendarReference') ||
      (rule.includes(field) && value === 'any' && period.type !== 'weekNDay')
    return value === '' || isOfAnother ? [] : [[field, value]]
  })
  return JSON.stringify({ name, priority, period: Object.fromEntries(filledFields), intervals, line })
}

/** Whether the text of a day is the line as typed, not a list of intervals: it is kept where a check refuses it. */
export const isTypedLine = (text: string) => !text.startsWith('[')

/** Whether the interval ends on the next day. */
export function endsNextDay([start, end]: TypedInterval): boolean {
  const [from, to] = [secondsOf(start), secondsOf(end)]
  return from !== null && to !== null && to <= from
}

/** Parses the text; null if no form of the console wrote it. */
export function parseIntervals(text: string): TypedInterval[] | null {
  return parseTriples(parseJson(text))
}

export const parseTargets = (text: string): TypedTarget[] | null => parseTriples(parseJson(text))

export function parseTypedException(text: string): TypedException | null {
  const { name, priority, period, intervals, line } = (parseJson(text) ?? {}) as Partial<
    Record<keyof TypedException, unknown>
  >
  const triples = parseTriples(intervals)
  if (typeof name !== 'string' || typeof priority !== 'string' || !triples || !isPeriod(period)) return null
  return { name, priority, period, intervals: triples, ...(typeof line === 'string' ? { line } : {}) }
}

function isPeriod(value: unknown): value is PeriodFields {
  if (typeof value !== 'object' || value === null) return false
  const names: readonly string[] = periodFieldNames
  return Object.entries(value).every(([name, one]) => names.includes(name) && typeof one === 'string')
}

function parseTriples(value: unknown): [string, string, string][] | null {
  const isTriple = (one: unknown): one is [string, string, string] =>
    Array.isArray(one) && one.length === 3 && one.every((text) => typeof text === 'string')
  return Array.isArray(value) && value.length <= 200 && value.every(isTriple) ? value : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
