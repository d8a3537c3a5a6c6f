/** Options of units in the person's unit system (domain §4.3). */
import { isQuantity, type UnitSystem, unitSymbol } from '~/domain/units'
import type { Option } from '~/ui/field'

/**
 * Returns units by their symbol, without those that have none; relative humidity is marked to distinguish the two
 * percentages.
 */
export function unitOptions(units: readonly string[], system: UnitSystem): Option[] {
  return units.flatMap((unit) => {
    const symbol = isQuantity(unit) ? unitSymbol(unit, system) : unit
    return symbol ? [{ value: unit, label: unit === 'pctRH' ? `${symbol} RH` : symbol }] : []
  })
}
