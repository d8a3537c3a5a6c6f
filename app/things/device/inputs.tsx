/** The inputs of a controller, the same for a new one and for an edit. */
import type { ChangeForm } from '~/change/change-form'
import { Input, Inputs } from '~/screens/edit/inputs'
import type { Option } from '~/ui/field'
import { controllerFields, describedFields } from './fields'

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
