/** Formats the value of the point that raised an alarm, in the reader's units. */
import { isQuantity } from '~/domain/units'
import type { Format } from '~/ui/format'

/** Returns `27.4 °C`; a value with an unknown unit is not converted, and no value is ''. */
export function alarmValueText(format: Format, value: number | string | null | undefined, unit: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value !== 'number') return value
  return isQuantity(unit) ? format.quantity(value, unit) : [format.number(value), unit].filter(Boolean).join(' ')
}

/** Returns a value and its limit with the same number of decimals: `27.4 °C` and `26.0 °C`. */
export function comparedTexts(
  format: Format,
  values: readonly [value: number | string, limit: number | string],
  unit: string,
): [value: string, limit: string] {
  const text = (value: number | string) => {
    if (typeof value !== 'number' || !isQuantity(unit)) return alarmValueText(format, value, unit)
    return format.quantity(value, unit, { minDigits: values.some(hasFraction) ? 1 : 0 })
  }
  const hasFraction = (value: number | string) =>
    typeof value === 'number' &&
    isQuantity(unit) &&
    format.quantity(value, unit, { digits: 1 }) !== format.quantity(value, unit, { digits: 0 })
  return [text(values[0]), text(values[1])]
}

/** Formats the distance to a limit; a difference has no offset. */
export function differenceText(format: Format, value: number, unit: string): string {
  return isQuantity(unit) ? format.quantity(value, unit, { isDelta: true }) : alarmValueText(format, value, unit)
}
