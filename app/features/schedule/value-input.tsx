/** One value of a schedule: a choice of states, or a number with its unit. */
import { stateWordText } from '~/i18n/state-word'
import { useT } from '~/i18n/use-t'
import { type FieldProps, type Option, Select, TextInput } from '~/ui/field'
import type { EditableSchedule } from './editor-props'
import { scheduleValueText, unitText } from './words'

export function ValueInput({
  schedule,
  defaultValue,
  ...field
}: FieldProps & {
  schedule: Pick<EditableSchedule, 'valueType' | 'facets'>
  defaultValue: string
}) {
  const t = useT()
  const { valueType, facets } = schedule
  const unit = unitText(facets.unit)
  const options = optionsOf()
  if (!options)
    return (
      <TextInput
        {...field}
        label={
          <>
            {field.label}
            {unit && <span className="font-normal text-soft"> ({unit})</span>}
          </>
        }
        defaultValue={defaultValue}
        inputMode="decimal"
        className="!w-28"
        maxLength={40}
      />
    )
  const isNone = defaultValue === ''
  const isOther = defaultValue !== '' && !options.some(({ value }) => value === defaultValue)
  return (
    <Select
      {...field}
      defaultValue={defaultValue}
      options={[
        // A schedule without a default value keeps none unless one is chosen.
        ...(isNone ? [{ value: '', label: scheduleValueText({ t }, facets, null) }] : []),
        ...options,
        // A posted value outside the options is shown unchanged, with its error.
        ...(isOther ? [{ value: defaultValue, label: defaultValue }] : []),
      ]}
    />
  )

  function optionsOf(): Option[] | null {
    if (valueType === 'boolean')
      return [true, false].map((value) => ({ value: String(value), label: scheduleValueText({ t }, facets, value) }))
    if (valueType !== 'enum') return null
    return (facets.range ?? []).map(({ value, label }) => ({
      value: String(value),
      label: stateWordText(t, label || String(value)),
    }))
  }
}
