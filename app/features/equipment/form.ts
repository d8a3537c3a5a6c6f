/** The forms of equipment, and the values sent for them (domain §8.1). */
import { z } from 'zod'
import type { Equipment } from '#contracts/equipment'
import { freeText, Id } from '#contracts/scalars'
import { editedProperties, PropertyList, propertiesToForm } from '~/features/property/shared/form'
import { type InputValues, toInputValues } from '~/kit/edit/fields'
import { shapeOf } from '~/kit/edit/schema'
import { hasCheckbox, servesField, servingMark } from './serving'
import { existingEquipmentFields, newEquipmentFields } from './shared/fields'

/** Maximum number of items that one form adds. */
export const maxNewEquipment = 50

const { name, description } = shapeOf(newEquipmentFields, 'en')
const commonShape = {
  name,
  description,
  type: freeText(100).refine((text) => text !== '', { error: 'errors:field.required' }),
}

export const NewEquipmentForm = z.object({
  ...commonShape,
  quantity: z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, { error: 'errors:equipment.quantity' })
    .transform(Number)
    .refine((count) => count >= 1 && count <= maxNewEquipment, { error: 'errors:equipment.quantity' }),
})
export type NewEquipmentForm = z.infer<typeof NewEquipmentForm>

export const EquipmentForm = z.object({
  ...commonShape,
  spaceId: Id,
  parentEquipmentId: Id.optional(),
  property: PropertyList,
  [servingMark]: z.string().max(10).optional(),
  /** Name of each served space, by its id. */
  serves: z.record(Id, z.string().max(1_000)).default({}),
})
export type EquipmentForm = z.infer<typeof EquipmentForm>

/** Returns the values of an edit; emptied fields are '' or null. */
export function editedEquipment(
  { name, type, description, spaceId, parentEquipmentId, property, serving, serves }: EquipmentForm,
  { additionalProperties, servesSpaceIds }: Pick<Equipment, 'additionalProperties' | 'servesSpaceIds'>,
) {
  return {
    name,
    type,
    description: description ?? '',
    spaceId,
    parentEquipmentId: parentEquipmentId ?? null,
    servesSpaceIds: serving
      ? [...servesSpaceIds.filter((id) => !hasCheckbox(id)), ...Object.keys(serves)]
      : servesSpaceIds,
    additionalProperties: editedProperties(property, additionalProperties),
  }
}

/** Equipment with the names of the spaces of its site by id, if they were read. */
export type EquipmentWithSpaceNames = Equipment & { spaceNames?: ReadonlyMap<string, string> }

/** Returns the form values of equipment. */
export function equipmentToForm(equipment: EquipmentWithSpaceNames): InputValues {
  const { additionalProperties, servesSpaceIds, spaceNames } = equipment
  const serves = servesSpaceIds.filter(hasCheckbox).map((id) => [servesField(id), spaceNames?.get(id) ?? id])
  return {
    ...toInputValues(existingEquipmentFields, equipment),
    ...propertiesToForm(additionalProperties),
    [servingMark]: 'on',
    ...Object.fromEntries(serves),
  }
}
