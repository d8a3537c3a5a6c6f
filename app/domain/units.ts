/**
 * Quantities: metric on the wire, in the person's units on the screen and in forms (domain §4.3). Nothing is rounded
 * here; rounding belongs to display.
 */

export type UnitSystem = 'metric' | 'us'

interface Quantity {
  metric: string
  us: string
  /** US = metric × factor + offset; a difference has no offset. */
  factor: number
  offset?: number
}

/** Every quantity by its id on the wire, with the symbol in each system. */
export const quantities = {
  degC: { metric: '°C', us: '°F', factor: 1.8, offset: 32 },
  pctRH: { metric: '%', us: '%', factor: 1 },
  Pa: { metric: 'Pa', us: 'in.w.c.', factor: 1 / 249.089 },
  kPa: { metric: 'kPa', us: 'psi', factor: 1 / 6.894757 },
  'L/s': { metric: 'L/s', us: 'cfm', factor: 2.11888 },
  'm3/h': { metric: 'm³/h', us: 'gpm', factor: 4.402868 },
  kW: { metric: 'kW', us: 'kW', factor: 1 },
  kWh: { metric: 'kWh', us: 'kWh', factor: 1 },
  ppm: { metric: 'ppm', us: 'ppm', factor: 1 },
  lux: { metric: 'lx', us: 'fc', factor: 1 / 10.7639 },
  m2: { metric: 'm²', us: 'ft²', factor: 10.76391 },
  percent: { metric: '%', us: '%', factor: 1 },
  noUnits: { metric: '', us: '', factor: 1 },
} as const satisfies Record<string, Quantity>
export type QuantityId = keyof typeof quantities

/** Returns whether a unit on the wire is a known quantity. */
export const isQuantity = (unit: string): unit is QuantityId => Object.hasOwn(quantities, unit)

/** `isDelta`: the value is a difference, as between two setpoints. */
export interface Conversion {
  quantity: QuantityId
  system: UnitSystem
  isDelta?: boolean
}

/** Converts a value from the wire to the person's units. */
export function fromMetric(value: number, conversion: Conversion): number {
  if (conversion.system === 'metric') return value
  const { factor, offset } = ruleOf(conversion)
  return value * factor + offset
}

/** Converts a value in the person's units for the wire. */
export function toMetric(value: number, conversion: Conversion): number {
  if (conversion.system === 'metric') return value
  const { factor, offset } = ruleOf(conversion)
  return (value - offset) / factor
}

function ruleOf({ quantity, isDelta }: Conversion): { factor: number; offset: number } {
  const { factor, offset = 0 }: Quantity = quantities[quantity]
  return { factor, offset: isDelta ? 0 : offset }
}

/** Returns the unit symbol; empty for quantities without a unit. */
export function unitSymbol(quantity: QuantityId, system: UnitSystem): string {
  return quantities[quantity][system]
}

/**
 * Returns the size of a site in the person's units. A site stores it as entered, with its unit: `m2` or `metric`, `ft2`
 * or `us`; anything else counts as metric (domain §4.3).
 */
export function areaIn(size: number, units: string | null | undefined, system: UnitSystem): number {
  const entered: UnitSystem = units === 'ft2' || units === 'us' ? 'us' : 'metric'
  if (entered === system) return size
  return entered === 'us'
    ? toMetric(size, { quantity: 'm2', system: 'us' })
    : fromMetric(size, { quantity: 'm2', system })
}
