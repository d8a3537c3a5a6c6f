/** Formats an internal variable in the reader's units: thresholds are differences, delays are minutes (domain §2.5). */
import { type QuantityId, quantities } from '~/domain/units'
import type { Format } from '~/ui/format'

/** Returns the quantity of a variable; null for counts and minutes. */
export const quantityOfVariable = (unit: string | null | undefined): QuantityId | null =>
  unit && Object.hasOwn(quantities, unit) && unit !== 'noUnits' ? (unit as QuantityId) : null

/** Returns the decimals that distinguish two steps of the wire. */
export const variableDecimals = (unit: string | null | undefined): number =>
  unit === 'Pa' ? 3 : unit === 'degC' ? 2 : 0

export function variableText(format: Format, unit: string | null | undefined, value: number): string {
  const quantity = quantityOfVariable(unit)
  if (quantity) return format.quantity(value, quantity, { isDelta: true, digits: variableDecimals(unit) })
  if (unit === 'min') return `${format.number(value)}\u00a0min`
  return format.number(value)
}
