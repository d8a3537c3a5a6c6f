/**
 * Form values of internal variables: in the reader's units, thresholds as differences, empty for the default (domain
 * §2.5).
 */
import type { InternalVariable } from '#contracts/rules'
import { fromMetric, type QuantityId, quantities, toMetric, type UnitSystem, unitSymbol } from '~/domain/units'
import type { Language } from '~/i18n/languages'

/** The reader's units and language. */
export interface NumberLocale {
  system: UnitSystem
  language: Language
}

type Measured = Pick<InternalVariable, 'unit'>

const quantityOf = ({ unit }: Measured): QuantityId | null =>
  unit && Object.hasOwn(quantities, unit) && unit !== 'noUnits' ? (unit as QuantityId) : null

/** A pressure step in inches of water needs three decimals. */
const maxDecimals = 3

/** Returns the unit after a number: `°F`, `min`; '' for counts. */
export function variableSymbol(variable: Measured, { system }: Pick<NumberLocale, 'system'>): string {
  const quantity = quantityOf(variable)
  return quantity ? unitSymbol(quantity, system) : (variable.unit ?? '')
}

/** Formats a value of the wire as input text. */
export function toInputText(variable: Measured, value: number, { system, language }: NumberLocale): string {
  const quantity = quantityOf(variable)
  const own = quantity ? fromMetric(value, { quantity, system, isDelta: true }) : value
  const text = String(Number(own.toFixed(maxDecimals)))
  return language === 'fr' ? text.replace('.', ',') : text
}

/** Parses input text to a value of the wire; null if it is not a number. Accepts a comma or a point as decimal sign. */
export function parseInput(variable: Measured, text: string, { system }: Pick<NumberLocale, 'system'>): number | null {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return null
  const quantity = quantityOf(variable)
  const value = Number(plain)
  return quantity ? toMetric(value, { quantity, system, isDelta: true }) : value
}

/** Returns the form values: overridden values, and '' for defaults. */
export function variablesToForm(variables: readonly InternalVariable[], locale: NumberLocale): Record<string, string> {
  return Object.fromEntries(
    variables.map((variable) => [
      variable.key,
      variable.isOverridden ? toInputText(variable, variable.value, locale) : '',
    ]),
  )
}

/** Returns the limits and the default as input text with units. */
export function limitsText(variable: InternalVariable, locale: NumberLocale) {
  const symbol = variableSymbol(variable, locale)
  const withUnit = (value: number) => `${toInputText(variable, value, locale)}${symbol ? `\u00a0${symbol}` : ''}`
  const { min, max, step, defaultValue } = variable
  return { min: withUnit(min), max: withUnit(max), step: withUnit(step), defaultValue: withUnit(defaultValue) }
}
