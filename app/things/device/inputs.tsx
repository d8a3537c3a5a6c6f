/** Inputs of a controller, for a new one and for an edit. */
import type { ChangeForm } from '~/change/change-form'
import { Input, Inputs } from '~/screens/edit/inputs'
import type { Option } from '~/ui/field'
import { controllerFields, describedFields } from './fields'

/** Without `models`, the model cannot be changed. */
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
