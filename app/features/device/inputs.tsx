/** Inputs of a controller, for a new one and for an edit. */
import type { ChangeForm } from '~/change/change-form'
import { FieldInput, Inputs } from '~/kit/edit/inputs'
import type { Option } from '~/ui/field'
import { controllerFields, descriptionFields } from './shared/fields'

/** Without `models`, the model cannot be changed. */
export function DeviceInputs({ form, models }: { form: ChangeForm; models?: readonly Option[] | undefined }) {
  const { name, ...others } = descriptionFields
  return (
    <>
      <Inputs fields={{ name }} form={form} />
      {models && <FieldInput name="productId" field={controllerFields.productId} form={form} offered={models} />}
      <Inputs fields={others} form={form} />
    </>
  )
}
