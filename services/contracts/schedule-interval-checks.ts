/**
 * Checks of times, dates and intervals (domain §3.2). Each returns message keys by field, empty when there are none.
 */

import { isDatePattern, isRealDate } from './schedule-days'
import { secondsOf } from './schedule-times'
import type { CalendarEntry, Facets, Interval, Period, Schedule, ValueType } from './schedules'

/** Field → message key or keys. */
export type ScheduleProblems = Record<string, string | string[]>

const maxIntervals = 10
const maxYears = 10

/** The values that a schedule accepts. */
export interface ValueRule {
  valueType: ValueType
  facets: Facets
}

export function acceptsValue({ valueType, facets }: ValueRule, value: unknown): boolean {
  if (valueType === 'boolean') return typeof value === 'boolean'
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  if (valueType === 'enum') return facets.range?.some((state) => state.value === value) ?? false
  if (valueType === 'integer' && !Number.isInteger(value)) return false
  return value >= (facets.min ?? -Infinity) && value <= (facets.max ?? Infinity)
}

/** Checks the intervals of one day or one exception; only an exception may have null, which defers to what follows. */
export function checkIntervals(
  intervals: readonly Interval[],
  { at, rule, allowsNull }: { at: string; rule: ValueRule; allowsNull: boolean },
): ScheduleProblems {
  const problems: ScheduleProblems = {}
  if (intervals.length > maxIntervals) problems[at] = 'errors.schedule.tooMany'
  const sound: { start: number; end: number; index: number }[] = []
  for (const [index, { start, end, value }] of intervals.entries()) {
    const from = secondsOf(start)
    const to = secondsOf(end, { isEnd: true })
    if (from === null) problems[`${at}.${index}.start`] = 'errors.schedule.time'
    if (to === null) problems[`${at}.${index}.end`] = 'errors.schedule.time'
    if (from !== null && to !== null) {
      if (to > from) sound.push({ start: from, end: to, index })
      else problems[`${at}.${index}.end`] = ['errors.schedule.order', 'errors.schedule.midnight']
    }
    if (!(value === null && allowsNull) && !acceptsValue(rule, value)) {
      problems[`${at}.${index}.value`] = 'errors.schedule.value'
    }
  }
  sound.sort((a, b) => a.start - b.start)
  for (const [position, interval] of sound.entries()) {
    const before = sound[position - 1]
    if (!before || before.end <= interval.start) continue
    problems[`${at}.${before.index}`] = 'errors.schedule.overlap'
    problems[`${at}.${interval.index}`] = 'errors.schedule.overlap'
  }
  return problems
}

/** Checks for real days, the first not after the last, and at most ten years between them. */
export function checkEffectivePeriod({ start, end }: Schedule['effectivePeriod'], at: string): ScheduleProblems {
  const problems: ScheduleProblems = {}
  if (start !== null && !isRealDate(start)) problems[`${at}.start`] = 'errors.schedule.date'
  if (end !== null && !isRealDate(end)) problems[`${at}.end`] = 'errors.schedule.date'
  if (start === null || end === null || Object.keys(problems).length) return problems
  const latest = `${String(Number(start.slice(0, 4)) + maxYears).padStart(4, '0')}${start.slice(4)}`
  return start > end || end > latest ? { [`${at}.end`]: 'errors.schedule.period' } : {}
}

/** Checks the period of an exception; its calendar must be in the document. */
export function checkPeriod(period: Period, at: string, calendarKeys: ReadonlySet<string>): ScheduleProblems {
  if (period.type !== 'calendarReference') return checkEntry(period, at)
  return calendarKeys.has(period.calendarKey) ? {} : { [`${at}.calendarKey`]: 'errors.schedule.calendar' }
}

export function checkEntry(entry: CalendarEntry, at: string): ScheduleProblems {
  switch (entry.type) {
    case 'date':
      return isDatePattern(entry.date) ? {} : { [`${at}.date`]: 'errors.schedule.date' }
    case 'dateRange': {
      const problems: ScheduleProblems = {}
      if (entry.start !== null && !isRealDate(entry.start)) problems[`${at}.start`] = 'errors.schedule.date'
      if (entry.end !== null && !isRealDate(entry.end)) problems[`${at}.end`] = 'errors.schedule.date'
      if (entry.start !== null && entry.end !== null && entry.start > entry.end) {
        problems[`${at}.end`] = 'errors.schedule.date'
      }
      return problems
    }
    case 'weekNDay':
      return {
        ...(isCounted(entry.month, 12) ? {} : { [`${at}.month`]: 'errors.schedule.date' }),
        ...(isCounted(entry.week, 5) ? {} : { [`${at}.week`]: 'errors.schedule.date' }),
        ...(isCounted(entry.dayOfWeek, 7) ? {} : { [`${at}.dayOfWeek`]: 'errors.schedule.date' }),
      }
  }
}

const isCounted = (value: number | string, max: number) =>
  typeof value === 'string' || (Number.isInteger(value) && value >= 1 && value <= max)
