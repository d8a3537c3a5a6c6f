/** What a person fills in about equipment, and what of it is sent (domain §8.1). */
import { z } from 'zod'
import type { Equipment } from '#contracts/equipment'
import { freeText, Id } from '#contracts/scalars'
import { type FilledIn, filledWith } from '~/screens/edit/fields'
import { shapeOf } from '~/screens/edit/schema'
import { editedProperties, filledProperties, PropertyList } from '../property/form'
import { keptEquipmentFields, newEquipmentFields } from './fields'
import { hasBox, servesField, servingMark } from './serving'

/** As many as one form adds. */
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
  /** What each space is called, by its id. */
  serves: z.record(Id, z.string().max(1_000)).default({}),
})
export type EquipmentForm = z.infer<typeof EquipmentForm>

/** What an edit makes of equipment; what was emptied says so. */
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

/** Equipment with what the spaces of its site are called, by their ids, where that was read. */
export type EquipmentOfSite = Equipment & { spaceNames?: ReadonlyMap<string, string> }

/** The form as it is filled in for equipment. */
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
