/**
 * What a thing's own fields are, declared once: the inputs of its forms, the schema of what they post, and the words in
 * which a conflict, a plan and the trail tell a change of them all come from here.
 */
import type { Translate } from '~/i18n/instance'
import type { Option } from '~/ui/field'
import type { Said } from '../list/filter'

interface Named {
  /** The number of the row, for fields that a form repeats; those are named `property[].value`. */
  label(t: Translate, number?: number): string
  hint?: Said
}

/** Free text. */
export interface TextField extends Named {
  kind: 'text'
  /** Characters. */
  most: number
  /** Of an input that takes more than one. */
  lines?: number
  isRequired?: true
  /** What no browser completes; a code is no word that anything corrects either. */
  means?: 'name' | 'code'
}

/** A number as people write it in their language; anything else stays in the form with `error` beside it. */
export interface NumberField extends Named {
  kind: 'number'
  min: number
  max: number
  error: string
}

/** One of a few values that have words. */
export interface ChoiceField<Value extends string = string> extends Named {
  kind: 'choice'
  values: readonly Value[]
  /** The word for a value; a value nobody listed reads as it was written. */
  text(t: Translate, value: string, language: string): string | null
  /** What no choice means, where there can be none. */
  none?: Said
  isRequired?: true
}

/** One of the things that the page offers, by its id. */
export interface ThingField extends Named {
  kind: 'thing'
  none?: Said
  isRequired?: true
}

/** Ticked or not. */
export interface BoxField extends Named {
  kind: 'box'
}

export type Field = TextField | NumberField | ChoiceField | ThingField | BoxField
export type Fields = Readonly<Record<string, Field>>

/** A form filled in: text by the name of its input, empty where nothing is set. */
export type FilledIn = Readonly<Record<string, string>>

/** The form as it is filled in for a thing. */
export function filledWith(fields: Fields, thing: Readonly<Record<string, unknown>>): FilledIn {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, inputText(thing[name])]))
}

function inputText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : ''
  return String(value ?? '')
}

/** What a field is called where a change of it is told; by its own name where no form has it. */
export function fieldLabel(fields: Fields, t: Translate, name: string): string {
  const { field, number } = fieldNamed(fields, name)
  return field?.label(t, number) ?? name
}

/** A value in words, as its input shows it. */
export function valueText(fields: Fields, { t, language }: { t: Translate; language: string }) {
  return (name: string, value: string): string => {
    const { field } = fieldNamed(fields, name)
    return (field?.kind === 'choice' && field.text(t, value, language)) || value
  }
}

/** Whether a field has to be filled in, or may stay empty; neither of what always has a value. */
export function needOf(field: Field): { isRequired?: boolean; isOptional?: boolean } {
  if (field.kind === 'box') return {}
  if (field.kind !== 'number' && field.isRequired) return { isRequired: true }
  if (field.kind === 'text' || field.kind === 'number') return { isOptional: true }
  return { isOptional: field.none !== undefined }
}

/** Which of them a form marks: the fewer, beside a reason that is never asked for. */
export function marksOf(fields: Fields): 'optional' | 'required' {
  const needs = Object.values(fields).map(needOf)
  const required = needs.filter(({ isRequired }) => isRequired).length
  const optional = needs.filter(({ isOptional }) => isOptional).length + 1
  return required > 0 && required < optional ? 'required' : 'optional'
}

/** The values of a choice with their words. */
export function optionsOf({ values, text }: ChoiceField, t: Translate, language: string): Option[] {
  return values.map((value) => ({ value, label: text(t, value, language) ?? value }))
}

/** `property[3].name` is the field `property[].name`, in the fourth row; `serves.<id>` is one of `serves.*`. */
function fieldNamed(fields: Fields, name: string): { field: Field | undefined; number?: number } {
  const [, row] = name.match(/\[(\d+)\]/) ?? []
  const plain = row === undefined ? name : name.replace(`[${row}]`, '[]')
  const key = Object.hasOwn(fields, plain) ? plain : plain.replace(/\.[^.]+$/, '.*')
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return row === undefined ? { field } : { field, number: Number(row) + 1 }
}
