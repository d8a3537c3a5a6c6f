/** Formats the value of a point in words and in the reader's units (domain §4.1, §4.3). */
import type { Point, Value } from '#contracts/points'
import { isQuantity, quantities } from '~/domain/units'
import type { Translate } from '~/i18n/instance'
import { stateWordText, switchedText } from '~/i18n/state-word'
import type { Format } from '~/ui/format'

/** What is needed to format a value of a point. */
export interface ValueFormat {
  kind: Point['kind']
  unit: string | null
  /** Decimals in the unit of the wire. */
  precision: number
  /** Labels of an enum's states, starting with state 1; labels of false and true for a boolean. */
  states: readonly string[]
}

/** Returns the format of a point's values. */
export function valueFormatOf({ kind, unit, precision, stateText, falseText, trueText }: Point): ValueFormat {
  const states = kind === 'boolean' ? [falseText ?? '', trueText ?? ''] : (stateText ?? [])
  return { kind, unit: unit ?? null, precision: precision ?? 1, states }
}

/** Returns `21.4 °C`, `On` or `Heating`; a dash if unknown. */
export function pointValueText(
  { t, format }: { t: Translate; format: Format },
  { kind, unit, precision, states }: ValueFormat,
  value: Value | null | undefined,
): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return switchedText(t, value, states[value ? 1 : 0])
  if (typeof value === 'string') return value
  if (kind === 'enum') return stateWordText(t, states[value - 1] || String(value))
  if (unit && isQuantity(unit)) return format.quantity(value, unit, { digits: decimalsIn(unit, precision) })
  return [format.number(value, precision), unit].filter(Boolean).join(' ')
}

/** Formats the COV increment of a point; a difference has no offset. */
export function covIncrementText(format: Format, { unit, precision }: ValueFormat, step: number): string {
  if (unit && isQuantity(unit)) {
    return format.quantity(step, unit, { digits: decimalsIn(unit, Math.max(precision, 2)), isDelta: true })
  }
  return [format.number(step, Math.max(precision, 2)), unit].filter(Boolean).join(' ')
}

/** Returns the limits of a numeric point, `0 % to 100 %`; null if it has none. */
export function rangeText(
  words: { t: Translate; format: Format },
  valueFormat: ValueFormat,
  { min, max }: { min: number | null; max: number | null },
): string | null {
  if (valueFormat.kind !== 'number' || (min === null && max === null)) return null
  const text = (value: number | null) => pointValueText(words, valueFormat, value)
  return words.t('main:point.rangeOf', { min: text(min), max: text(max) })
}

/** Returns the labels of a point's states in order; null if it has none. */
export function statesText(t: Translate, { kind, states }: ValueFormat): string | null {
  if (kind === 'boolean') return [switchedText(t, false, states[0]), switchedText(t, true, states[1])].join(' · ')
  return kind === 'enum' && states.length > 0
    ? states.map((name, at) => `${at + 1} ${stateWordText(t, name)}`).join(' · ')
    : null
}

/** Returns the decimals in a unit: one that is ten times larger needs one more. */
export function decimalsIn(unit: keyof typeof quantities, precision: number): number {
  const { factor } = quantities[unit]
  return precision + Math.max(0, Math.round(-Math.log10(factor)))
}

/** Returns the value in both unit systems if they differ: `72 °F (22.2 °C)`. */
export function dualUnitText(
  words: { t: Translate; format: Format; other: Format },
  valueFormat: ValueFormat,
  value: Value | null | undefined,
): string {
  const own = pointValueText(words, valueFormat, value)
  const other = pointValueText({ t: words.t, format: words.other }, valueFormat, value)
  return own === other ? own : `${own} (${other})`
}
