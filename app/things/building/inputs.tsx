/** Renders the inputs of a building. */
import type { ChangeForm } from '~/change/change-form'
import { Inputs } from '~/screens/edit/inputs'
import { SizeInputs, type StoredSize } from '../site/inputs'
import { buildingOwnFields } from './fields'

export function BuildingInputs({ form, size }: { form: ChangeForm; size?: StoredSize }) {
  return (
    <>
      <Inputs fields={buildingOwnFields} form={form} />
      <SizeInputs form={form} size={size} />
    </>
  )
}
