/** The schema of a form, derived from its declared fields (spec §3, §5). */
import { z } from 'zod'
import { freeLine, freeText, Id } from '#contracts/scalars'
import { parseTypedNumber } from '~/domain/site-input'
import type { ChoiceField, FieldDefinition, FormDefinition, NumberField, TextField } from './fields'

type ValueOf<F extends FieldDefinition> = F extends { kind: 'number' }
  ? number
  : F extends { kind: 'box' }
    ? boolean
    : F extends { values: readonly (infer Value extends string)[] }
      ? Value
      : string

type Shape<F extends FormDefinition> = {
  -readonly [Name in keyof F]: F[Name] extends { isRequired: true } | { kind: 'box' }
    ? z.ZodType<ValueOf<F[Name]>>
    : z.ZodOptional<z.ZodType<ValueOf<F[Name]>>>
}

/** Returns the schema of each field; empty inputs are undefined. `language` is the notation of typed numbers. */
export function shapeOf<F extends FormDefinition>(fields: F, language: 'en' | 'fr'): Shape<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field, language)]),
  ) as unknown as Shape<F>
}

function schemaOf(field: FieldDefinition, language: 'en' | 'fr'): z.ZodType {
  switch (field.kind) {
    case 'text':
      return textSchema(field)
    case 'number':
      return numberSchema(field, language).optional()
    case 'choice':
      return choiceSchema(field)
    case 'thing':
      return field.isRequired ? Id : Id.optional()
    case 'box':
      return z.boolean().default(false)
  }
}

function textSchema({ maxLength, lines, isRequired }: TextField) {
  const text = lines ? freeText(maxLength) : freeLine(maxLength)
  return isRequired ? text.refine((typed) => typed !== '', { error: 'errors:field.required' }) : text.optional()
}

function choiceSchema({ values, isRequired }: ChoiceField) {
  const one = z.enum(values as readonly [string, ...string[]])
  return isRequired ? one : one.optional()
}

function numberSchema({ min, max, error }: NumberField, language: 'en' | 'fr') {
  return z
    .string()
    .max(40)
    .transform((text, check) => {
      const number = parseTypedNumber(text, language)
      if (number !== undefined && number >= min && number <= max) return number
      check.addIssue({ code: 'custom', message: error })
      return z.NEVER
    })
}

type Whole<F extends FormDefinition, Form> = {
  [Name in keyof F & keyof Form]-?: undefined extends Form[Name] ? Exclude<Form[Name], undefined> | null : Form[Name]
}

/** Returns every field of a form as an edit sends it: cleared fields are null. */
export function withNulls<F extends FormDefinition, Form extends object>(fields: F, form: Form): Whole<F, Form> {
  const values = form as Record<string, unknown>
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? null])) as Whole<F, Form>
}
