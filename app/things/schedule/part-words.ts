/** Labels and texts for the parts of a schedule, for its form, plan, conflicts and the trail. */
import type { Calendar, Facets } from '#contracts/schedules'
import { typedValue } from './edited'
import { exceptionText } from './exception'
import {
  dayOf,
  gone,
  intervalsIn,
  isException,
  type SettingPart,
  settingParts,
  type TypedInterval,
  targetsIn,
  targetsPart,
  typedExceptionIn,
} from './parts'
import { periodOf } from './period-form'
import { intervalsText, valueText, type Words, weekdayName } from './words'

/** Context for values and periods; a record of the trail has neither. */
export interface Known {
  facets?: Facets
  calendars?: readonly Calendar[]
}

/** Returns the label of a part; an exception is named by one of the texts. */
export function partLabel({ t, language }: Words, name: string, ...texts: (string | null | undefined)[]): string {
  const day = dayOf(name)
  if (day !== null) return weekdayName(language, day)
  if (name === targetsPart) return t('main:schedule.targets')
  if (isException(name)) {
    const called = texts.map((text) => typedExceptionIn(text ?? '')?.name).find(Boolean)
    return called ? t('main:scheduleEdit.exceptionNamed', { name: called }) : t('main:schedule.exception')
  }
  return isSetting(name) ? t(`main:scheduleEdit.setting.${name}`) : name
}

const isSetting = (name: string): name is SettingPart => (settingParts as readonly string[]).includes(name)

/** Returns a part as text; null if it is empty or a removed exception. */
export function partText(words: Words, name: string, text: string | null, known: Known = {}): string | null {
  if (text === null || text === '' || text === gone) return null
  const { t } = words
  const { facets = {}, calendars = [] } = known
  if (dayOf(name) !== null) {
    const intervals = intervalsIn(text)
    return intervals ? typedIntervalsText(words, facets, intervals, t('main:scheduleEdit.noInterval')) : text
  }
  if (isException(name)) {
    const typed = typedExceptionIn(text)
    return typed ? typedExceptionLine(words, typed, { facets, calendars }) : text
  }
  if (name === targetsPart) return targetsIn(text)?.map(targetLine).join(', ') || t('main:schedule.noTargets')
  if (name === 'scheduleDefault') return typedValueText(words, facets, text)
  return name === 'outOfService' ? t('word.yes') : text
}

/** Returns `analogValue 3 @120`. */
export const targetLine = ([type, instance, device]: readonly [string, string, string]) =>
  `${type} ${instance}${device === '' ? '' : ` @${device}`}`

/** Formats a typed exception on one line. */
export function typedExceptionLine(
  words: Words,
  { name, priority, period, intervals }: NonNullable<ReturnType<typeof typedExceptionIn>>,
  { facets = {}, calendars = [] }: Known,
): string {
  const typed = intervals.map(([start, end, value]) => ({ start, end, value: typedValue(value, 'en') }))
  return exceptionText(
    words,
    { name, eventPriority: Number(priority), period: periodOf(period), intervals: typed },
    { facets, calendars },
  )
}

function typedIntervalsText(words: Words, facets: Facets, intervals: readonly TypedInterval[], none: string): string {
  const typed = intervals.map(([start, end, value]) => ({ start, end, value: typedValue(value, 'en') }))
  return intervalsText(words, { facets, intervals: typed, none })
}

const typedValueText = (words: Words, facets: Facets, text: string) => valueText(words, facets, typedValue(text, 'en'))

/** Returns the label of an input outside of its part: `Monday, 2nd interval: from`. */
export function inputLabel(words: Words, name: string): string {
  const { t } = words
  const [, part = '', row, field = ''] =
    /^((?:weekly|exception)\.[\w-]+|targets)(?:\.(\d+))?(?:\.(\w+))?$/.exec(name) ?? []
  if (!part) return partLabel(words, name)
  const label = partLabel(words, part)
  if (row === undefined && !field) return label
  const inputs = ['start', 'end', 'value', 'instance', 'type', 'device'] as const
  const own = inputs.find((one) => one === field)
  if (row !== undefined && own)
    return t('main:scheduleEdit.inputOf', {
      part: label,
      number: Number(row) + 1,
      input: t(`main:scheduleEdit.input.${own}`),
    })
  return label
}
