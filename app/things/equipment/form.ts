/** What a person fills in about equipment, and what of it is sent (domain §8.1). */
import { z } from 'zod'
import type { Equipment } from '#contracts/equipment'
import { freeText, Id } from '#contracts/scalars'
import { type FilledIn, filledWith } from '~/screens/edit/fields'
import { shapeOf } from '~/screens/edit/schema'
import { editedProperties, filledProperties, PropertyList } from '../property/form'
import { keptEquipmentFields, newEquipmentFields } from './fields'

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
})
export type EquipmentForm = z.infer<typeof EquipmentForm>

/** What an edit makes of equipment; what was emptied says so. */
export function editedEquipment(
  { name, type, description, spaceId, parentEquipmentId, property }: EquipmentForm,
  { additionalProperties }: Pick<Equipment, 'additionalProperties'>,
) {
  return {
    name,
    type,
    description: description ?? '',
    spaceId,
    parentEquipmentId: parentEquipmentId ?? null,
    additionalProperties: editedProperties(property, additionalProperties),
  }
}

/** The form as it is filled in for equipment. */
export function filledEquipment(equipment: Equipment): FilledIn {
  return { ...filledWith(keptEquipmentFields, equipment), ...filledProperties(equipment.additionalProperties) }
}
