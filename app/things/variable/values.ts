/**
 * Internal variables as a form has them: in the units of whoever reads, thresholds as differences, an empty field for the
 * default (domain §2.5).
 */
import type { InternalVariable } from '#contracts/rules'
import { fromMetric, type QuantityId, quantities, toMetric, type UnitSystem, unitSymbol } from '~/domain/units'
import type { Language } from '~/i18n/languages'

/** Who reads, and so in what. */
export interface Reading {
  system: UnitSystem
  language: Language
}

type Measured = Pick<InternalVariable, 'unit'>

const quantityOf = ({ unit }: Measured): QuantityId | null =>
  unit && Object.hasOwn(quantities, unit) && unit !== 'noUnits' ? (unit as QuantityId) : null

/** A pressure in inches of water has its step in the third place behind the point. */
const digits = 3

/** What stands behind the number: `°F`, `min`; nothing for what is counted. */
export function symbolOf(variable: Measured, { system }: Pick<Reading, 'system'>): string {
  const quantity = quantityOf(variable)
  return quantity ? unitSymbol(quantity, system) : (variable.unit ?? '')
}

/** A value of the wire as it is typed. */
export function typed(variable: Measured, value: number, { system, language }: Reading): string {
  const quantity = quantityOf(variable)
  const own = quantity ? fromMetric(value, { quantity, system, isDelta: true }) : value
  const text = String(Number(own.toFixed(digits)))
  return language === 'fr' ? text.replace('.', ',') : text
}

/** What was typed, for the wire; null for what is no number. Either sign for decimals is understood. */
export function untyped(variable: Measured, text: string, { system }: Pick<Reading, 'system'>): number | null {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return null
  const quantity = quantityOf(variable)
  const value = Number(plain)
  return quantity ? toMetric(value, { quantity, system, isDelta: true }) : value
}

/** The form filled in: the values that are the equipment's own; what is as it begins is empty. */
export function filledIn(variables: readonly InternalVariable[], reading: Reading): Record<string, string> {
  return Object.fromEntries(
    variables.map((variable) => [variable.key, variable.isOverridden ? typed(variable, variable.value, reading) : '']),
  )
}

/** The limits and the default as they would be typed, each with its unit. */
export function described(variable: InternalVariable, reading: Reading) {
  const symbol = symbolOf(variable, reading)
  const said = (value: number) => `${typed(variable, value, reading)}${symbol ? `\u00a0${symbol}` : ''}`
  const { min, max, step, defaultValue } = variable
  return { min: said(min), max: said(max), step: said(step), defaultValue: said(defaultValue) }
}
