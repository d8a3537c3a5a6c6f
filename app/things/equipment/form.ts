/** The forms of equipment, and the values sent for them (domain §8.1). */
import { z } from 'zod'
import type { Equipment } from '#contracts/equipment'
import { freeText, Id } from '#contracts/scalars'
import { type FilledIn, filledWith } from '~/screens/edit/fields'
import { shapeOf } from '~/screens/edit/schema'
import { editedProperties, filledProperties, PropertyList } from '../property/form'
import { keptEquipmentFields, newEquipmentFields } from './fields'
import { hasBox, servesField, servingMark } from './serving'

/** Maximum number of items that one form adds. */
export const mostAdded = 50

const { name, description } = shapeOf(newEquipmentFields, 'en')
const kept = {
  name,
  description,
  type: freeText(100).refine((text) => text !== '', { error: 'errors:field.required' }),
}

export const NewEquipmentForm = z.object({
  ...kept,
  quantity: z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, { error: 'errors:equipment.quantity' })
    .transform(Number)
    .refine((count) => count >= 1 && count <= mostAdded, { error: 'errors:equipment.quantity' }),
})
export type NewEquipmentForm = z.infer<typeof NewEquipmentForm>

export const EquipmentForm = z.object({
  ...kept,
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
    servesSpaceIds: serving ? [...servesSpaceIds.filter((id) => !hasBox(id)), ...Object.keys(serves)] : servesSpaceIds,
    additionalProperties: editedProperties(property, additionalProperties),
  }
}

/** Equipment with the names of the spaces of its site by id, if they were read. */
export type EquipmentOfSite = Equipment & { spaceNames?: ReadonlyMap<string, string> }

/** Returns the form values of equipment. */
export function filledEquipment(equipment: EquipmentOfSite): FilledIn {
  const { additionalProperties, servesSpaceIds, spaceNames } = equipment
  const serves = servesSpaceIds.filter(hasBox).map((id) => [servesField(id), spaceNames?.get(id) ?? id])
  return {
    ...filledWith(keptEquipmentFields, equipment),
    ...filledProperties(additionalProperties),
    [servingMark]: 'on',
    ...Object.fromEntries(serves),
  }
}
