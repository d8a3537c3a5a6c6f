/** Renders the inputs of a building. */
import type { ChangeForm } from '~/change/change-form'
import { SizeInputs, type StoredSize } from '~/features/site/shared/inputs'
import { Inputs } from '~/kit/edit/inputs'
import { buildingOwnFields } from './shared/fields'

export function BuildingInputs({ form, size }: { form: ChangeForm; size?: StoredSize }) {
  return (
    <>
      <Inputs fields={buildingOwnFields} form={form} />
      <SizeInputs form={form} size={size} />
    </>
  )
}
