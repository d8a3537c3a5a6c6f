/** Inputs of `$` properties: name and value side by side, with three empty rows. */
import type { ChangeForm } from '~/change/change-form'
import type { FormReply } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { fieldLabel, type InputValues } from '~/kit/edit/fields'
import { Fieldset } from '~/ui/choice-field'
import { TextInput } from '~/ui/field'
import { propertyField, propertyRows } from '../form-fields'
import { propertyFields } from './fields'

/** `initial` are the values at the time the form was opened, `reply` is the reply to the submitted form. */
export function PropertyInputs({
  form,
  initial,
  reply,
}: {
  form: ChangeForm
  initial: InputValues
  reply: FormReply | undefined
}) {
  const t = useT()
  const rows = propertyRows([...Object.keys(initial), ...(reply?.submission.fields ?? [])])
  const input = (at: number, side: 'name' | 'value') => {
    const field = propertyField(at, side)
    const defaultValue = reply ? (form.valuesOf(field)[0] ?? '') : (initial[field] ?? '')
    return { ...form.input(field), defaultValue, label: fieldLabel(propertyFields, t, field) }
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
