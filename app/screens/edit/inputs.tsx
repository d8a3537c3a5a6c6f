/** The inputs of a thing, built from its declared fields. */
import type { ReactNode } from 'react'
import type { ChangeForm } from '~/change/change-form'
import { useLanguage, useT } from '~/i18n/use-t'
import { Checkbox } from '~/ui/choice-field'
import { type Option, Select, TextArea, TextInput } from '~/ui/field'
import { type ChoiceField, type Field, type Fields, needOf, optionsOf, type TextField, type ThingField } from './fields'

type Offered = Readonly<Record<string, readonly Option[] | undefined>>

/** Renders all inputs in declared order. `offered` has the options of thing fields, by field name. */
export function Inputs({ fields, form, offered = {} }: { fields: Fields; form: ChangeForm; offered?: Offered }) {
  return Object.entries(fields).map(([name, field]) => (
    <Input key={name} name={name} field={field} form={form} offered={offered[name]} />
  ))
}

interface InputProps<F extends Field> {
  name: string
  field: F
  form: ChangeForm
  /** Replaces the declared hint. */
  hint?: ReactNode
  offered?: readonly Option[] | undefined
}

export function Input({ field, ...rest }: InputProps<Field>) {
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
const short = 10

function Text({ name, field, form, hint }: InputProps<TextField>) {
  const t = useT()
  const { most, lines, means } = field
  const given = { label: field.label(t), hint, maxLength: most, ...needOf(field), ...form.input(name) }
  const asCode = means === 'code' ? ({ autoCapitalize: 'none', spellCheck: false } as const) : {}
  if (lines) return <TextArea {...given} {...asCode} rows={lines} />
  return (
    <TextInput
      {...given}
      {...asCode}
      autoComplete={means ? 'off' : undefined}
      className={most < short ? '!w-28' : undefined}
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
