/** Formats the value of the point that raised an alarm, in the reader's units. */
import { isQuantity } from '~/domain/units'
import type { Format } from '~/ui/format'

/** Returns `27.4 °C`; a value with an unknown unit is not converted, and no value is ''. */
export function alarmValueText(format: Format, value: number | string | null | undefined, unit: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value !== 'number') return value
  return isQuantity(unit) ? format.quantity(value, unit) : [format.number(value), unit].filter(Boolean).join(' ')
}

/** Formats the distance to a limit; a difference has no offset. */
export function differenceText(format: Format, value: number, unit: string): string {
  return isQuantity(unit) ? format.quantity(value, unit, { isDelta: true }) : alarmValueText(format, value, unit)
}
