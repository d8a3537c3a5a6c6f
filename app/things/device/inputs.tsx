/** The inputs of a controller, the same for a new one and for an edit. */
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { fieldLabel } from '~/screens/edit/fields'
import { Input, Inputs } from '~/screens/edit/inputs'
import { Fieldset } from '~/ui/choice-field'
import { type Option, TextInput } from '~/ui/field'
import { allDeviceFields, controllerFields, describedFields } from './fields'
import { propertyField } from './form-fields'

/** `models` is absent where the model stays as it is. */
export function DeviceInputs({ form, models }: { form: ChangeForm; models?: readonly Option[] | undefined }) {
  const { name, ...others } = describedFields
  return (
    <>
      <Inputs fields={{ name }} form={form} />
      {models && <Input name="productId" field={controllerFields.productId} form={form} offered={models} />}
      <Inputs fields={others} form={form} />
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
    return { ...form.input(field), defaultValue: heldIn(field), label: fieldLabel(allDeviceFields, t, field) }
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
