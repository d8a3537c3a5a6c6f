/**
 * Converts between values as people type them, in their language and units, and values of the wire (domain §4.3, §4.5).
 */
import type { Point, Value } from '#contracts/points'
import { parseTypedNumber } from '~/domain/site-input'
import { fromMetric, isQuantity, toMetric, type UnitSystem } from '~/domain/units'
import { decimalsIn, valueFormatOf } from './shared/value'

/** Language and units of the person. */
export interface InputLocale {
  language: 'en' | 'fr'
  unit: UnitSystem
}

/** Returns the value for the wire, or the message key of its error. */
export function parseValue(
  point: Point,
  text: string,
  { language, unit }: InputLocale,
): { value: Value } | { error: string } {
  const { kind, states } = valueFormatOf(point)
  if (kind === 'string') return { value: text }
  if (text === '') return { error: 'errors:field.required' }
  if (kind === 'boolean')
    return text === '0' || text === '1' ? { value: text === '1' } : { error: 'errors:points.type' }
  if (kind === 'enum') {
    const state = Number(text)
    const isOne = Number.isInteger(state) && state >= 1 && (states.length === 0 || state <= states.length)
    return isOne ? { value: state } : { error: 'errors:points.enum' }
  }
  const amount = parseTypedNumber(text, language)
  if (amount === undefined) return { error: 'errors:points.type' }
  const value = toWire(point, amount, unit)
  const { min, max } = point
  if ((min != null && value < min) || (max != null && value > max)) return { error: 'errors:points.range' }
  return { value }
}

/**
 * Converts to the unit of the wire. The result has more decimals than the display, so that a limit typed as shown is in
 * range.
 */
function toWire({ unit: id, precision = 1, min, max }: Point, amount: number, system: UnitSystem): number {
  if (!id || !isQuantity(id) || system === 'metric') return amount
  const value = round(toMetric(amount, { quantity: id, system }), precision + 3)
  const limit = [min, max].find((one) => one != null && isShownAs(one, amount, { id, precision, system }))
  return limit ?? value
}

function isShownAs(
  limit: number,
  amount: number,
  { id, precision, system }: { id: Parameters<typeof decimalsIn>[0]; precision: number; system: UnitSystem },
): boolean {
  return round(fromMetric(limit, { quantity: id, system }), decimalsIn(id, precision)) === amount
}

/** Returns a value of the wire as the text of an input, which `parseValue` reads back. */
export function pointInputText(point: Point, value: Value | null | undefined, { unit: system }: InputLocale): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  const { kind, unit, precision } = valueFormatOf(point)
  if (typeof value === 'string' || kind === 'enum') return String(value)
  if (!unit || !isQuantity(unit)) return String(round(value, precision))
  return String(round(fromMetric(value, { quantity: unit, system }), decimalsIn(unit, precision)))
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
