/**
 * The fields of a thing, declared once. The inputs of its forms, the schema of what they post, and the labels of a
 * conflict, a plan and the trail are derived from here.
 */
import type { Translate } from '~/i18n/instance'
import type { Option } from '~/ui/field'
import type { Said } from '../list/filter'

interface Named {
  /** `number` is the row of a repeated field, which is named `property[].value`. */
  label(t: Translate, number?: number): string
  hint?: Said
}

/** Free text. */
export interface TextField extends Named {
  kind: 'text'
  /** Maximum number of characters. */
  most: number
  /** The rows of a multi-line input. */
  lines?: number
  isRequired?: true
  /** Disables autocomplete; a code is not spell-checked either. */
  means?: 'name' | 'code'
}

/** A number in the notation of the person's language. Invalid input stays in the form with `error` beside it. */
export interface NumberField extends Named {
  kind: 'number'
  min: number
  max: number
  error: string
}

/** One of a few values with labels. */
export interface ChoiceField<Value extends string = string> extends Named {
  kind: 'choice'
  values: readonly Value[]
  /** Returns the label of a value; null for values without a label, which are shown as they are. */
  text(t: Translate, value: string, language: string): string | null
  /** The label of no choice, where the field may be empty. */
  none?: Said
  isRequired?: true
}

/** One of the things the page offers, by id. */
export interface ThingField extends Named {
  kind: 'thing'
  none?: Said
  isRequired?: true
}

/** A checkbox. */
export interface BoxField extends Named {
  kind: 'box'
}

export type Field = TextField | NumberField | ChoiceField | ThingField | BoxField
export type Fields = Readonly<Record<string, Field>>

/** The values of a form: text by input name, empty for unset fields. */
export type FilledIn = Readonly<Record<string, string>>

/** Returns the form values of a thing. */
export function filledWith(fields: Fields, thing: Readonly<Record<string, unknown>>): FilledIn {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, inputText(thing[name])]))
}

function inputText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : ''
  return String(value ?? '')
}

/** Returns the label of a field in a change; fields without a declaration use their name. */
export function fieldLabel(fields: Fields, t: Translate, name: string): string {
  const { field, number } = fieldNamed(fields, name)
  return field?.label(t, number) ?? name
}

/** Returns a value in words, as its input shows it. */
export function valueText(fields: Fields, { t, language }: { t: Translate; language: string }) {
  return (name: string, value: string): string => {
    const { field } = fieldNamed(fields, name)
    return (field?.kind === 'choice' && field.text(t, value, language)) || value
  }
}

/** Whether a field is required or may stay empty; neither for fields that always have a value. */
export function needOf(field: Field): { isRequired?: boolean; isOptional?: boolean } {
  if (field.kind === 'box') return {}
  if (field.kind !== 'number' && field.isRequired) return { isRequired: true }
  if (field.kind === 'text' || field.kind === 'number') return { isOptional: true }
  return { isOptional: field.none !== undefined }
}

/** Returns which fields a form marks: the less frequent kind. The reason counts as one optional field. */
export function marksOf(fields: Fields): 'optional' | 'required' {
  const needs = Object.values(fields).map(needOf)
  const required = needs.filter(({ isRequired }) => isRequired).length
  const optional = needs.filter(({ isOptional }) => isOptional).length + 1
  return required > 0 && required < optional ? 'required' : 'optional'
}

/** Returns the options of a choice. */
export function optionsOf({ values, text }: ChoiceField, t: Translate, language: string): Option[] {
  return values.map((value) => ({ value, label: text(t, value, language) ?? value }))
}

/**
 * Finds the declaration of a field: `property[3].name` is the field `property[].name`, row 4; `serves.<id>` matches
 * `serves.*`.
 */
function fieldNamed(fields: Fields, name: string): { field: Field | undefined; number?: number } {
  const [, row] = name.match(/\[(\d+)\]/) ?? []
  const plain = row === undefined ? name : name.replace(`[${row}]`, '[]')
  const key = Object.hasOwn(fields, plain) ? plain : plain.replace(/\.[^.]+$/, '.*')
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return row === undefined ? { field } : { field, number: Number(row) + 1 }
}
