/**
 * Engineering units (clause 21, `BACnetEngineeringUnits`) in those of the console. Units of the same quantity are
 * converted; all others keep their numbers, with the unit as text.
 */

/** How a number of a device becomes one of the console: `value × factor + offset`. */
export interface UnitScale {
  unit: string
  factor: number
  /** Zero for differences. */
  offset: number
}

const btu = 1 / 3_412.142

/** Units that are those of the console, or a multiple of them: number, unit, factor, offset. */
const converted: readonly (readonly [number: number, unit: string, factor: number, offset?: number])[] = [
  [0, 'm2', 1],
  [1, 'm2', 0.092_903_04],
  [16, 'kWh', 1 / 3_600_000],
  [17, 'kWh', 1 / 3_600],
  [18, 'kWh', 0.001],
  [19, 'kWh', 1],
  [20, 'kWh', btu],
  [21, 'kWh', 29.300_1],
  [22, 'kWh', 3.516_853],
  [29, 'pctRH', 1],
  [37, 'lux', 1],
  [38, 'lux', 10.763_91],
  [47, 'kW', 0.001],
  [48, 'kW', 1],
  [49, 'kW', 1_000],
  [50, 'kW', btu],
  [51, 'kW', 0.745_7],
  [52, 'kW', 3.516_853],
  [53, 'Pa', 1],
  [54, 'kPa', 1],
  [55, 'kPa', 100],
  [56, 'kPa', 6.894_757],
  [57, 'Pa', 98.066_5],
  [58, 'Pa', 249.089],
  [59, 'kPa', 0.133_322_4],
  [60, 'kPa', 1.333_224],
  [61, 'kPa', 3.386_389],
  [62, 'degC', 1],
  [63, 'degC', 1, -273.15],
  [64, 'degC', 5 / 9, -160 / 9],
  [84, 'L/s', 0.471_947_4],
  [85, 'm3/h', 3_600],
  [86, 'm3/h', 0.272_765_4],
  [87, 'L/s', 1],
  [88, 'L/s', 1 / 60],
  [89, 'm3/h', 0.227_124_7],
  [95, 'noUnits', 1],
  [96, 'ppm', 1],
  [97, 'ppm', 0.001],
  [98, 'percent', 1],
  [126, 'kWh', 1 / 3.6],
  [133, 'Pa', 100],
  [134, 'Pa', 100],
  [135, 'm3/h', 1],
  [136, 'L/s', 1 / 3_600],
  [142, 'L/s', 28.316_85],
  [146, 'kWh', 1_000],
  [147, 'kWh', 1_000 * btu],
  [148, 'kWh', 1_000_000 * btu],
  [157, 'kW', 1_000 * btu],
  [165, 'm3/h', 60],
  [191, 'L/s', 0.007_865_79],
  [192, 'm3/h', 0.003_785_412],
]

/** Symbols of other units that are common in buildings. */
const symbols: Readonly<Record<number, string>> = {
  2: 'mA',
  3: 'A',
  4: 'Ω',
  5: 'V',
  6: 'kV',
  8: 'VA',
  9: 'kVA',
  10: 'MVA',
  11: 'var',
  12: 'kvar',
  13: 'Mvar',
  15: 'cos φ',
  23: 'J/kg',
  24: 'Btu/lb',
  25: '1/h',
  26: '1/min',
  27: 'Hz',
  28: 'g/kg',
  30: 'mm',
  31: 'm',
  32: 'in',
  33: 'ft',
  34: 'W/ft²',
  35: 'W/m²',
  36: 'lm',
  39: 'kg',
  40: 'lb',
  41: 't',
  42: 'kg/s',
  43: 'kg/min',
  44: 'kg/h',
  45: 'lb/min',
  46: 'lb/h',
  65: '°C·d',
  66: '°F·d',
  67: 'a',
  68: 'months',
  69: 'weeks',
  70: 'd',
  71: 'h',
  72: 'min',
  73: 's',
  74: 'm/s',
  75: 'km/h',
  76: 'ft/s',
  77: 'ft/min',
  78: 'mph',
  79: 'ft³',
  80: 'm³',
  81: 'imp gal',
  82: 'L',
  83: 'US gal',
  90: '°',
  91: '°C/h',
  92: '°C/min',
  93: '°F/h',
  94: '°F/min',
  99: '%/s',
  100: '1/min',
  101: '1/s',
  104: 'rpm',
  118: 'cm',
  120: 'Δ°F',
  121: 'ΔK',
  122: 'kΩ',
  123: 'MΩ',
  124: 'mV',
  125: 'kJ/kg',
  129: 'kHz',
  131: '1/h',
  132: 'mW',
  149: 'kJ/kg',
  154: 'g/s',
  155: 'g/min',
  156: 't/h',
  159: 'ms',
  161: 'mm/s',
  163: 'm/min',
  186: 'kg/m³',
  218: 'mg/m³',
  219: 'µg/m³',
  232: 'dB(A)',
  234: 'pH',
  242: 'varh',
  243: 'kvarh',
}

const scales = new Map<number, UnitScale>(
  converted.map(([number, unit, factor, offset = 0]) => [number, { unit, factor, offset }]),
)

/** Returns the unit of the console for the number of a unit. One that is not known is named by its number. */
export function unitScaleOf(number: number): UnitScale {
  return scales.get(number) ?? { unit: symbols[number] ?? `BACnet ${number}`, factor: 1, offset: 0 }
}

const numbers = new Map<string, number>(
  converted.filter(([, , factor, offset = 0]) => factor === 1 && offset === 0).map(([number, unit]) => [unit, number]),
)

/** Returns the number of a unit of the console; that of "no units" when there is none. */
export const unitNumberOf = (unit: string | null): number => numbers.get(unit ?? 'noUnits') ?? 95
