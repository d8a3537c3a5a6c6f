/** The inputs of a thing, built from its declared fields. */
import type { ReactNode } from 'react'
import type { ChangeForm } from '~/change/change-form'
import { useLanguage, useT } from '~/i18n/use-t'
import { Checkbox } from '~/ui/choice-field'
import { type Option, Select, TextArea, TextInput } from '~/ui/field'
import {
  type ChoiceField,
  type FieldDefinition,
  type FormDefinition,
  needOf,
  optionsOf,
  type TextField,
  type ThingField,
} from './fields'

type OptionsByField = Readonly<Record<string, readonly Option[] | undefined>>

/** Renders all inputs in declared order. `offered` has the options of thing fields, by field name. */
export function Inputs({
  fields,
  form,
  offered = {},
}: {
  fields: FormDefinition
  form: ChangeForm
  offered?: OptionsByField
}) {
  return Object.entries(fields).map(([name, field]) => (
    <FieldInput key={name} name={name} field={field} form={form} offered={offered[name]} />
  ))
}

interface InputProps<F extends FieldDefinition> {
  name: string
  field: F
  form: ChangeForm
  /** Replaces the declared hint. */
  hint?: ReactNode
  offered?: readonly Option[] | undefined
}

export function FieldInput({ field, ...rest }: InputProps<FieldDefinition>) {
  const t = useT()
  const { name, form, hint = field.hint?.(t) } = rest
  switch (field.kind) {
    case 'text':
      return <Text {...rest} field={field} hint={hint} />
    case 'number':
      return (
        <TextInput label={field.label(t)} hint={hint} inputMode="decimal" {...needOf(field)} {...form.input(name)} />
      )
    case 'choice':
    case 'thing':
      return <Choice {...rest} field={field} hint={hint} />
    case 'box':
      return <Checkbox label={field.label(t)} hint={hint} {...form.box(name)} />
  }
}

/** Inputs for fewer characters are narrow. */
const narrowLength = 10

function Text({ name, field, form, hint }: InputProps<TextField>) {
  const t = useT()
  const { maxLength, lines, means } = field
  const inputProps = { label: field.label(t), hint, maxLength: maxLength, ...needOf(field), ...form.input(name) }
  const asCode = means === 'code' ? ({ autoCapitalize: 'none', spellCheck: false } as const) : {}
  if (lines) return <TextArea {...inputProps} {...asCode} rows={lines} />
  return (
    <TextInput
      {...inputProps}
      {...asCode}
      autoComplete={means ? 'off' : undefined}
      className={maxLength < narrowLength ? '!w-28' : undefined}
    />
  )
}

function Choice({ name, field, form, hint, offered }: InputProps<ChoiceField | ThingField>) {
  const t = useT()
  const language = useLanguage()
  const options = offered ?? (field.kind === 'choice' ? optionsOf(field, t, language) : [])
  return (
    <Select
      label={field.label(t)}
      hint={hint}
      {...needOf(field)}
      options={field.none ? [{ value: '', label: field.none(t) }, ...options] : options}
      {...form.input(name)}
    />
  )
}
