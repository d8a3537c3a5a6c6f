/**
 * Form values of internal variables: in the reader's units, thresholds as differences, empty for the default (domain
 * §2.5).
 */
import type { InternalVariable } from '#contracts/rules'
import { fromMetric, type QuantityId, quantities, toMetric, type UnitSystem, unitSymbol } from '~/domain/units'
import type { Language } from '~/i18n/languages'

/** The reader's units and language. */
export interface Reading {
  system: UnitSystem
  language: Language
}

type Measured = Pick<InternalVariable, 'unit'>

const quantityOf = ({ unit }: Measured): QuantityId | null =>
  unit && Object.hasOwn(quantities, unit) && unit !== 'noUnits' ? (unit as QuantityId) : null

/** A pressure step in inches of water needs three decimals. */
const digits = 3

/** Returns the unit after a number: `°F`, `min`; '' for counts. */
export function symbolOf(variable: Measured, { system }: Pick<Reading, 'system'>): string {
  const quantity = quantityOf(variable)
  return quantity ? unitSymbol(quantity, system) : (variable.unit ?? '')
}

/** Formats a value of the wire as input text. */
export function typed(variable: Measured, value: number, { system, language }: Reading): string {
  const quantity = quantityOf(variable)
  const own = quantity ? fromMetric(value, { quantity, system, isDelta: true }) : value
  const text = String(Number(own.toFixed(digits)))
  return language === 'fr' ? text.replace('.', ',') : text
}

/** Parses input text to a value of the wire; null if it is not a number. Accepts a comma or a point as decimal sign. */
export function untyped(variable: Measured, text: string, { system }: Pick<Reading, 'system'>): number | null {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return null
  const quantity = quantityOf(variable)
  const value = Number(plain)
  return quantity ? toMetric(value, { quantity, system, isDelta: true }) : value
}

/** Returns the form values: overridden values, and '' for defaults. */
export function filledIn(variables: readonly InternalVariable[], reading: Reading): Record<string, string> {
  return Object.fromEntries(
    variables.map((variable) => [variable.key, variable.isOverridden ? typed(variable, variable.value, reading) : '']),
  )
}

/** Returns the limits and the default as input text with units. */
export function described(variable: InternalVariable, reading: Reading) {
  const symbol = symbolOf(variable, reading)
  const said = (value: number) => `${typed(variable, value, reading)}${symbol ? `\u00a0${symbol}` : ''}`
  const { min, max, step, defaultValue } = variable
  return { min: said(min), max: said(max), step: said(step), defaultValue: said(defaultValue) }
}
