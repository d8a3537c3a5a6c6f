/** What a schedule says, in words: its values, times and days, and what a rule means. */
import { timeText } from '#contracts/schedule-times'
import type { Calendar, Facets, Interval, Period, ScheduleValue } from '#contracts/schedules'
import type { Translate } from '~/i18n/instance'
import type { Language } from '~/i18n/languages'

/** A language, and its texts. */
export interface Words {
  t: Translate
  language: Language
}

/** A value by the texts of the schedule, else as what it is. */
export function valueText(t: Translate, facets: Facets, value: ScheduleValue): string {
  if (value === null) return t('main:schedule.givesWay')
  if (typeof value === 'boolean')
    return (value ? facets.trueText : facets.falseText) || t(value ? 'word.on' : 'word.off')
  return facets.range?.find((one) => one.value === value)?.label ?? withUnit(value, facets.unit)
}

const units: Readonly<Record<string, string>> = { degC: '°C', degF: '°F', percent: '%' }
const withUnit = (value: number, unit: string | null | undefined) =>
  unit ? `${value}\u00a0${units[unit] ?? unit}` : String(value)

/** `06:30–18:30 Occupied, …`; `none` where there are none. */
export function intervalsText(
  t: Translate,
  { facets, intervals, none }: { facets: Facets; intervals: readonly Interval[]; none: string },
): string {
  return intervals.map(({ start, end, value }) => `${start}–${end} ${valueText(t, facets, value)}`).join(', ') || none
}

/** A time of day in seconds, as clocks show it. */
export const clockText = (seconds: number) => timeText(seconds)

/** Monday is 0. */
export function weekdayName(language: Language, day: number, length: 'long' | 'short' = 'long'): string {
  return nameOf(language, { weekday: length }).format(Date.UTC(2024, 0, 1 + day))
}

/** January is 1. */
export function monthName(language: Language, month: number): string {
  return nameOf(language, { month: 'long' }).format(Date.UTC(2024, month - 1, 1))
}

/** `2026-12` as people say it. */
export const monthText = (language: Language, month: string) =>
  nameOf(language, { month: 'long', year: 'numeric' }).format(Date.parse(`${month}-01`))

/** `2026-12-25` with its weekday. */
export const dayText = (language: Language, date: string) =>
  `${nameOf(language, { weekday: 'short' }).format(Date.parse(date))} ${date}`

const made = new Map<string, Intl.DateTimeFormat>()

function nameOf(language: Language, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${Object.entries(parts).join()}`
  const found = made.get(key) ?? new Intl.DateTimeFormat(`${language}-CA`, { ...parts, timeZone: 'UTC' })
  made.set(key, found)
  return found
}

/** When an exception holds, as one reads it. */
export function periodText({ t, language }: Words, period: Period, calendars: readonly Calendar[]): string {
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

/** `*-12-25` is every year on 25 December; other wildcards stay as they are written. */
function dateText({ t, language }: Words, date: string): string {
  const [, month, day] = /^\*-(\d\d)-(\d\d)$/.exec(date) ?? []
  if (month && day)
    return t('main:schedule.when.yearly', { day: Number(day), month: monthName(language, Number(month)) })
  return /^\d{4}-\d\d-\d\d$/.test(date) ? dayText(language, date) : t('main:schedule.when.pattern', { date })
}

type Rule = Extract<Period, { type: 'weekNDay' }>

function ruleText({ t, language }: Words, { month, week, dayOfWeek }: Rule): string {
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
