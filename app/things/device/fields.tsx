/** The fields of a controller, the same for a new one and for an edit. */
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { Fieldset } from '~/ui/choice-field'
import { type Option, Select, TextArea, TextInput } from '~/ui/field'
import { propertyField } from './form-fields'

/** `models` is absent where the model stays as it is. */
export function DeviceFields({ form, models }: { form: ChangeForm; models?: readonly Option[] | undefined }) {
  const t = useT()
  return (
    <>
      <TextInput label={t('field.name')} maxLength={100} autoComplete="off" {...form.input('name')} />
      {models && (
        <Select
          label={t('main:device.model')}
          isOptional
          options={[{ value: '', label: t('main:device.form.noModel') }, ...models]}
          {...form.input('productId')}
        />
      )}
      <TextArea label={t('field.description')} rows={2} maxLength={1000} isOptional {...form.input('description')} />
      <TextInput label={t('main:device.spaceServed')} maxLength={200} isOptional {...form.input('spaceServed')} />
    </>
  )
}

/** Name and value side by side; `heldIn` says what an input holds, by its name. */
export function PropertyFields({
  form,
  rows,
  heldIn,
}: {
  form: ChangeForm
  rows: number
  heldIn: (field: string) => string
}) {
  const t = useT()
  const input = (at: number, side: 'name' | 'value') => {
    const field = propertyField(at, side)
    return { ...form.input(field), defaultValue: heldIn(field), label: deviceFieldLabel(t, field) }
  }
  return (
    <Fieldset legend={t('main:device.properties')} hint={t('main:device.form.propertiesHint')}>
      {Array.from({ length: rows }, (_, at) => (
        <div key={propertyField(at, 'name')} className="grid max-w-2xl gap-x-3 gap-y-1 sm:grid-cols-2">
          <TextInput maxLength={60} autoComplete="off" {...input(at, 'name')} />
          <TextInput maxLength={500} autoComplete="off" {...input(at, 'value')} />
        </div>
      ))}
    </Fieldset>
  )
}

/** What a field of the form is called where a change of it is told. */
export function deviceFieldLabel(t: ReturnType<typeof useT>, name: string): string {
  const [, row, side] = name.match(/^property\[(\d+)\]\.(name|value)$/) ?? []
  if (row) return t(`main:device.form.property.${side as 'name' | 'value'}`, { number: Number(row) + 1 })
  switch (name) {
    case 'name':
    case 'description':
      return t(`field.${name}`)
    case 'spaceId':
      return t('entity.space')
    case 'productId':
      return t('main:device.model')
    case 'hostId':
    case 'spaceServed':
      return t(`main:device.${name}`)
    case 'quantity':
      return t('main:device.form.quantity')
    default:
      return name
  }
}
