/** Units to choose from, in the system of whoever chooses (domain §4.3). */
import { isQuantity, type UnitSystem, unitSymbol } from '~/domain/units'
import type { Option } from '~/ui/field'

/** Each by its symbol; what has none is left out. Of two percentages that of humidity says so. */
export function unitOptions(units: readonly string[], system: UnitSystem): Option[] {
  return units.flatMap((unit) => {
    const symbol = isQuantity(unit) ? unitSymbol(unit, system) : unit
    return symbol ? [{ value: unit, label: unit === 'pctRH' ? `${symbol} RH` : symbol }] : []
  })
}
