/** What a point reads, in words and in the reader's units (domain §4.1, §4.3). */
import type { Point, Value } from '#contracts/points'
import { isQuantity, quantities } from '~/domain/units'
import type { Translate } from '~/i18n/instance'
import type { Format } from '~/ui/format'

/** What has to be known of a point to say a value of it. */
export interface Meaning {
  kind: Point['kind']
  unit: string | null
  /** Digits after the point, in the unit of the wire. */
  precision: number
  /** Of an enum, from state 1; of a boolean what false and true are called. */
  states: readonly string[]
}

/** A point as far as its values mean something by it. */
export function meaningOf({ kind, unit, precision, stateText, falseText, trueText }: Point): Meaning {
  const states = kind === 'boolean' ? [falseText ?? '', trueText ?? ''] : (stateText ?? [])
  return { kind, unit: unit ?? null, precision: precision ?? 1, states }
}

/** `21.4 °C`, `On`, `Heating`; a dash where nothing is known. */
export function valueText(
  { t, format }: { t: Translate; format: Format },
  { kind, unit, precision, states }: Meaning,
  value: Value | null | undefined,
): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return states[value ? 1 : 0] || t(value ? 'word.on' : 'word.off')
  if (typeof value === 'string') return value
  if (kind === 'enum') return states[value - 1] || String(value)
  if (unit && isQuantity(unit)) return format.quantity(value, unit, { digits: digitsOf(unit, precision) })
  return [format.number(value, precision), unit].filter(Boolean).join(' ')
}

/** How much a value has to change for it to be told (COV_Increment); a difference, whatever the unit begins at. */
export function stepText(format: Format, { unit, precision }: Meaning, step: number): string {
  if (unit && isQuantity(unit)) {
    return format.quantity(step, unit, { digits: digitsOf(unit, Math.max(precision, 2)), isDelta: true })
  }
  return [format.number(step, Math.max(precision, 2)), unit].filter(Boolean).join(' ')
}

/** What the states of a point are called, in their order; nothing for one that has none. */
export function statesText(t: Translate, { kind, states }: Meaning): string | null {
  if (kind === 'boolean') return [states[0] || t('word.off'), states[1] || t('word.on')].join(' · ')
  return kind === 'enum' && states.length > 0 ? states.map((name, at) => `${at + 1} ${name}`).join(' · ') : null
}

/** A unit many times as large takes as many more digits to say the same. */
export function digitsOf(unit: keyof typeof quantities, precision: number): number {
  const { factor } = quantities[unit]
  return precision + Math.max(0, Math.round(-Math.log10(factor)))
}

/** The same with the other system of units beside it, where that reads otherwise: `72 °F (22.2 °C)`. */
export function bothText(
  words: { t: Translate; format: Format; other: Format },
  meaning: Meaning,
  value: Value | null | undefined,
): string {
  const own = valueText(words, meaning, value)
  const other = valueText({ t: words.t, format: words.other }, meaning, value)
  return own === other ? own : `${own} (${other})`
}
