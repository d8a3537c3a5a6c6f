/** The inputs of a write: the value in the reader's units or the texts of the point, and the duration. */
import type { ComponentProps } from 'react'
import { timeUnits } from '~/domain/override-time'
import { useT } from '~/i18n/use-t'
import { Radios } from '~/ui/choice-field'
import { Select, TextInput } from '~/ui/field'
import type { WriteInputs } from './writing.server'

type Input = Pick<ComponentProps<typeof Radios>, 'name' | 'defaultValue' | 'error'>
/** Returns the props of an input by its name. */
export type InputOf = (name: string) => Input

export function ValueField({ inputs, input }: { inputs: WriteInputs; input: InputOf }) {
  const t = useT()
  const { kind, symbol, states, range } = inputs
  const field = input('pointValue')
  const label = t('main:point.writing.value')
  if (kind === 'boolean') return <Radios {...field} label={label} options={states} />
  if (states.length > 0) return <Select {...field} label={label} options={states} className="max-w-xs" />
  return (
    <TextInput
      {...field}
      label={symbol ? t('main:point.writing.valueIn', { unit: symbol }) : label}
      hint={range && t('main:point.writing.range', range)}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={500}
      className="max-w-xs"
    />
  )
}

export function DurationFields({ inputs, input }: { inputs: WriteInputs; input: InputOf }) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextInput
        {...input('duration')}
        label={t('main:point.writing.duration')}
        hint={t('main:point.writing.longest', { longest: inputs.longest })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        className="max-w-24"
      />
      <Select
        {...input('unit')}
        label={t('main:point.writing.timeUnit')}
        options={timeUnits.map((unit) => ({ value: unit, label: t(`main:point.writing.${unit}`) }))}
      />
    </div>
  )
}
