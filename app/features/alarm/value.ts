/** Formats the value of the point that raised an alarm, in the reader's units. */
import { isQuantity } from '~/domain/units'
import type { Translate } from '~/i18n/instance'
import { stateWordText, switchedText } from '~/i18n/state-word'
import type { Format } from '~/ui/format'

interface Words {
  t: Translate
  format: Format
}

/** Returns `27.4 °C`; a value with an unknown unit is not converted, and no value is ''. */
export function alarmValueText({ t, format }: Words, value: number | string | null | undefined, unit: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (value === 'true' || value === 'false') return switchedText(t, value === 'true')
  if (typeof value !== 'number') return stateWordText(t, value)
  return isQuantity(unit) ? format.quantity(value, unit) : [format.number(value), unit].filter(Boolean).join(' ')
}

/** Returns the text of a state of the alarm's point, as its own page shows it; null for any other value. */
export type AlarmStateText = (value: boolean | number) => string | null

/** Returns the text of a value that is a state of the alarm's point, else the value. */
export function stateTextOr<T extends number | string | null>(textOf: AlarmStateText, value: T): T | string {
  const state = value === 'true' || value === 'false' ? value === 'true' : value
  return (typeof state === 'number' || typeof state === 'boolean' ? textOf(state) : null) ?? value
}

/** Returns a value and its limit with the same number of decimals: `27.4 °C` and `26.0 °C`. */
export function comparedTexts(
  words: Words,
  values: readonly [value: number | string, limit: number | string],
  unit: string,
): [value: string, limit: string] {
  const { format } = words
  const text = (value: number | string) => {
    if (typeof value !== 'number' || !isQuantity(unit)) return alarmValueText(words, value, unit)
    return format.quantity(value, unit, { minDigits: values.some(hasFraction) ? 1 : 0 })
  }
  const hasFraction = (value: number | string) =>
    typeof value === 'number' &&
    isQuantity(unit) &&
    format.quantity(value, unit, { digits: 1 }) !== format.quantity(value, unit, { digits: 0 })
  return [text(values[0]), text(values[1])]
}

/** Formats the distance to a limit; a difference has no offset. */
export function differenceText(words: Words, value: number, unit: string): string {
  return isQuantity(unit) ? words.format.quantity(value, unit, { isDelta: true }) : alarmValueText(words, value, unit)
}
