/** Labels and texts for the parts of a schedule, for its form, plan, conflicts and the trail. */
import type { Calendar, Facets } from '#contracts/schedules'
import { typedValue } from '../edited'
import {
  dayOfPart,
  isException,
  parseIntervals,
  parseTargets,
  parseTypedException,
  removedMark,
  type SettingPart,
  settingParts,
  type TypedInterval,
  targetsPart,
} from '../parts'
import { periodOf } from '../period-form'
import { intervalsText, type ScheduleWords, scheduleValueText, weekdayName } from '../words'
import { exceptionText } from './exception'

/** Context for values and periods; a record of the trail has neither. */
export interface PartContext {
  facets?: Facets
  calendars?: readonly Calendar[]
}

/** Returns the label of a part; an exception is named by one of the texts. */
export function partLabel(
  { t, language }: ScheduleWords,
  name: string,
  ...texts: (string | null | undefined)[]
): string {
  const day = dayOfPart(name)
  if (day !== null) return weekdayName(language, day)
  if (name === targetsPart) return t('main:schedule.targets')
  if (isException(name)) {
    const exceptionName = texts.map((text) => parseTypedException(text ?? '')?.name).find(Boolean)
    return exceptionName ? t('main:scheduleEdit.exceptionNamed', { name: exceptionName }) : t('main:schedule.exception')
  }
  return isSetting(name) ? t(`main:scheduleEdit.setting.${name}`) : name
}

const isSetting = (name: string): name is SettingPart => (settingParts as readonly string[]).includes(name)

/** Returns a part as text; null if it is empty or a removed exception. */
export function schedulePartText(
  words: ScheduleWords,
  name: string,
  text: string | null,
  context: PartContext = {},
): string | null {
  if (text === null || text === '' || text === removedMark) return null
  const { t } = words
  const { facets = {}, calendars = [] } = context
  if (dayOfPart(name) !== null) {
    const intervals = parseIntervals(text)
    return intervals ? typedIntervalsText(words, facets, intervals, t('main:scheduleEdit.noInterval')) : text
  }
  if (isException(name)) {
    const typed = parseTypedException(text)
    return typed ? typedExceptionLine(words, typed, { facets, calendars }) : text
  }
  if (name === targetsPart) return parseTargets(text)?.map(targetText).join(', ') || t('main:schedule.noTargets')
  if (name === 'scheduleDefault') return typedValueText(words, facets, text)
  return name === 'outOfService' ? t('word.yes') : text
}

/** Returns `analogValue 3 @120`. */
export const targetText = ([type, instance, device]: readonly [string, string, string]) =>
  `${type} ${instance}${device === '' ? '' : ` @${device}`}`

/** Formats a typed exception on one line. */
export function typedExceptionLine(
  words: ScheduleWords,
  { name, priority, period, intervals }: NonNullable<ReturnType<typeof parseTypedException>>,
  { facets = {}, calendars = [] }: PartContext,
): string {
  const typedIntervals = intervals.map(([start, end, value]) => ({ start, end, value: typedValue(value, 'en') }))
  return exceptionText(
    words,
    { name, eventPriority: Number(priority), period: periodOf(period), intervals: typedIntervals },
    { facets, calendars },
  )
}

function typedIntervalsText(
  words: ScheduleWords,
  facets: Facets,
  intervals: readonly TypedInterval[],
  none: string,
): string {
  const typedIntervals = intervals.map(([start, end, value]) => ({ start, end, value: typedValue(value, 'en') }))
  return intervalsText(words, { facets, intervals: typedIntervals, none })
}

const typedValueText = (words: ScheduleWords, facets: Facets, text: string) =>
  scheduleValueText(words, facets, typedValue(text, 'en'))

/** Returns the label of an input outside of its part: `Object 2, Number`. */
export function inputLabel(words: ScheduleWords, name: string): string {
  const { t } = words
  const [, row, field] = /^targets\.(\d+)\.(type|instance|device)$/.exec(name) ?? []
  if (row !== undefined)
    return t('main:scheduleEdit.inputOf', {
      part: t('main:scheduleEdit.targetOf', { number: Number(row) + 1 }),
      input: t(`main:scheduleEdit.input.${field as 'type' | 'instance' | 'device'}`),
    })
  const [exception = name] = /^exception\.[\w-]+/.exec(name) ?? []
  return partLabel(words, exception)
}
