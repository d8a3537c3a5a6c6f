/** How the values of a chart are written: plain data, so that the script of a page writes them as its server does. */
import type { Format } from '../format'

export interface AxisFormat {
  digits: number
  /** Empty without a unit. */
  symbol: string
}

export function formattedValue(value: number, { digits, symbol }: AxisFormat, { number }: Pick<Format, 'number'>) {
  const text = number(value, digits)
  return symbol ? `${text}\u00a0${symbol}` : text
}
