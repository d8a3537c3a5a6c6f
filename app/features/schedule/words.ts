/** Formats the values, times, days and rules of a schedule in words. */
import { timeText } from '#contracts/schedule-times'
import type { Calendar, Facets, Interval, Period, ScheduleValue } from '#contracts/schedules'
import { isQuantity, unitSymbol } from '~/domain/units'
import type { Translate } from '~/i18n/instance'
import type { Language } from '~/i18n/languages'
import { stateWordText, switchedText } from '~/i18n/state-word'
import { type Format, formatsFor } from '~/ui/format'

/** Translations for values, in the reader's units if there is a format, else in those of the schedule. */
export interface ValueWords {
  t: Translate
  format?: Format | undefined
}

/** A language and its translations. */
export interface ScheduleWords extends ValueWords {
  language: Language
}

/** Returns the words for typed, planned and recorded values: numbers in the language, units of the schedule. */
export const scheduleWords = (t: Translate, language: Language): ScheduleWords => ({
  t,
  language,
  format: formatsFor({ language, unit: 'metric', timeZone: 'UTC' }),
})

/** Formats a value with the labels of the schedule, else by its type. */
export function scheduleValueText({ t, format }: ValueWords, facets: Facets, value: ScheduleValue): string {
  if (value === null) return t('main:schedule.givesWay')
  if (typeof value === 'boolean') return switchedText(t, value, value ? facets.trueText : facets.falseText)
  const label = facets.range?.find((one) => one.value === value)?.label
  return label === undefined ? numberText(value, facets, format) : stateWordText(t, label)
}

/** Maximum number of decimals for a schedule without a precision. */
const maxDecimals = 4

function numberText(value: number, { unit, precision }: Facets, format: Format | undefined): string {
  const digits = precision ?? maxDecimals
  if (format && unit && isQuantity(unit)) return format.quantity(value, unit, { digits })
  return [format ? format.number(value, digits) : value, unitText(unit)].filter((part) => part !== '').join('\u00a0')
}

/** Returns the symbol of a unit in the schedule's own system. */
export function unitText(unit: string | null | undefined): string {
  if (!unit) return ''
  return isQuantity(unit) ? unitSymbol(unit, 'metric') : unit === 'degF' ? '°F' : unit
}

/** Returns `06:30–18:30 Occupied, …`, or `none` if there are no intervals. */
export function intervalsText(
  words: ValueWords,
  { facets, intervals, none }: { facets: Facets; intervals: readonly Interval[]; none: string },
): string {
  return (
    intervals.map(({ start, end, value }) => `${start}–${end} ${scheduleValueText(words, facets, value)}`).join(', ') ||
    none
  )
}

/** Formats seconds of the day as a time. */
export const clockText = (seconds: number) => timeText(seconds)

/** Monday is 0. */
export function weekdayName(language: Language, day: number, length: 'long' | 'short' = 'long'): string {
  return nameOf(language, { weekday: length }).format(Date.UTC(2024, 0, 1 + day))
}

/** January is 1. */
export function monthName(language: Language, month: number): string {
  return nameOf(language, { month: 'long' }).format(Date.UTC(2024, month - 1, 1))
}

/** Formats `2026-12` as a month and year. */
export const monthText = (language: Language, month: string) =>
  nameOf(language, { month: 'long', year: 'numeric' }).format(Date.parse(`${month}-01`))

/** Formats `2026-12-25` with its weekday. */
export const dayText = (language: Language, date: string) =>
  `${nameOf(language, { weekday: 'short' }).format(Date.parse(date))} ${date}`

const formatters = new Map<string, Intl.DateTimeFormat>()

function nameOf(language: Language, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${Object.entries(parts).join()}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(`${language}-CA`, { ...parts, timeZone: 'UTC' })
  formatters.set(key, formatter)
  return formatter
}

/** Formats the period of an exception. */
export function periodText({ t, language }: ScheduleWords, period: Period, calendars: readonly Calendar[]): string {
  switch (period.type) {
    case 'date':
      return dateText({ t, language }, period.date)
    case 'dateRange':
      if (period.start && period.end) return t('main:schedule.when.range', { start: period.start, end: period.end })
      if (period.start) return t('main:schedule.when.from', { start: period.start })
      return period.end ? t('main:schedule.when.until', { end: period.end }) : t('main:schedule.when.always')
    case 'weekNDay':
      return ruleText({ t, language }, period)
    case 'calendarReference': {
      const name = calendars.find(({ key }) => key === period.calendarKey)?.name
      return t('main:schedule.when.calendar', { name: name ?? period.calendarKey })
    }
  }
}

/** Formats `*-12-25` as every year on 25 December; other wildcards are shown as written. */
function dateText({ t, language }: ScheduleWords, date: string): string {
  const [, month, day] = /^\*-(\d\d)-(\d\d)$/.exec(date) ?? []
  if (month && day)
    return t('main:schedule.when.yearly', { day: Number(day), month: monthName(language, Number(month)) })
  return /^\d{4}-\d\d-\d\d$/.test(date) ? dayText(language, date) : t('main:schedule.when.pattern', { date })
}

type Rule = Extract<Period, { type: 'weekNDay' }>

function ruleText({ t, language }: ScheduleWords, { month, week, dayOfWeek }: Rule): string {
  const day = dayOfWeek === 'any' ? t('main:schedule.rule.anyDay') : weekdayName(language, dayOfWeek - 1)
  const which = week === 'any' ? t('main:schedule.rule.everyWeek') : t(`main:schedule.rule.week.${weekKey(week)}`)
  const months =
    month === 'any' || month === 'odd' || month === 'even'
      ? t(`main:schedule.rule.months.${month}`)
      : t('main:schedule.rule.inMonth', { month: monthName(language, month) })
  return t('main:schedule.rule.text', { which, day, months })
}

const weekWords = ['first', 'second', 'third', 'fourth', 'fifth'] as const
const weekKey = (week: number | 'last') => (week === 'last' ? week : (weekWords[week - 1] ?? 'last'))
