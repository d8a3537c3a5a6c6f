/**
 * The fields of a thing, declared once. The inputs of its forms, the schema of what they post, and the labels of a
 * conflict, a plan and the trail are derived from here.
 */
import type { Translate } from '~/i18n/instance'
import type { Option } from '~/ui/field'
import type { Label } from '../list/filter'

interface LabelledField {
  /** `number` is the row of a repeated field, which is named `property[].value`. */
  label(t: Translate, number?: number): string
  hint?: Label
}

/** Free text. */
export interface TextField extends LabelledField {
  kind: 'text'
  /** Maximum number of characters. */
  maxLength: number
  /** The rows of a multi-line input. */
  lines?: number
  isRequired?: true
  /** Disables autocomplete; a code is not spell-checked either. */
  means?: 'name' | 'code'
}

/** A number in the notation of the person's language. Invalid input stays in the form with `error` beside it. */
export interface NumberField extends LabelledField {
  kind: 'number'
  min: number
  max: number
  error: string
}

/** One of a few values with labels. */
export interface ChoiceField<Value extends string = string> extends LabelledField {
  kind: 'choice'
  values: readonly Value[]
  /** Returns the label of a value; null for values without a label, which are shown as they are. */
  text(t: Translate, value: string, language: string): string | null
  /** The label of no choice, where the field may be empty. */
  none?: Label
  isRequired?: true
}

/** One of the things the page offers, by id. */
export interface ThingField extends LabelledField {
  kind: 'thing'
  none?: Label
  isRequired?: true
}

/** A checkbox. */
export interface BoxField extends LabelledField {
  kind: 'box'
}

export type FieldDefinition = TextField | NumberField | ChoiceField | ThingField | BoxField
export type FormDefinition = Readonly<Record<string, FieldDefinition>>

/** The values of a form: text by input name, empty for unset fields. */
export type InputValues = Readonly<Record<string, string>>

/** Returns the form values of a thing. */
export function toInputValues(fields: FormDefinition, thing: Readonly<Record<string, unknown>>): InputValues {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, inputText(thing[name])]))
}

function inputText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : ''
  return String(value ?? '')
}

/** Returns the label of a field in a change; fields without a declaration use their name. */
export function fieldLabel(fields: FormDefinition, t: Translate, name: string): string {
  const { field, number } = findField(fields, name)
  return field?.label(t, number) ?? name
}

/** Returns a value in words, as its input shows it. */
export function fieldValueText(fields: FormDefinition, { t, language }: { t: Translate; language: string }) {
  return (name: string, value: string): string => {
    const { field } = findField(fields, name)
    return (field?.kind === 'choice' && field.text(t, value, language)) || value
  }
}

/** Whether a field is required or may stay empty; neither for fields that always have a value. */
export function needOf(field: FieldDefinition): { isRequired?: boolean; isOptional?: boolean } {
  if (field.kind === 'box') return {}
  if (field.kind !== 'number' && field.isRequired) return { isRequired: true }
  if (field.kind === 'text' || field.kind === 'number') return { isOptional: true }
  return { isOptional: field.none !== undefined }
}

/** Returns which fields a form marks: the less frequent kind. The reason counts as one optional field. */
export function markedFields(fields: FormDefinition): 'optional' | 'required' {
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
function findField(fields: FormDefinition, name: string): { field: FieldDefinition | undefined; number?: number } {
  const [, row] = name.match(/\[(\d+)\]/) ?? []
  const plain = row === undefined ? name : name.replace(`[${row}]`, '[]')
  const key = Object.hasOwn(fields, plain) ? plain : plain.replace(/\.[^.]+$/, '.*')
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return row === undefined ? { field } : { field, number: Number(row) + 1 }
}
