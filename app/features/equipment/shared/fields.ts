/** Fields of equipment (spec §3, domain §8.1). */

import { propertyFields } from '~/features/property/shared/fields'
import { placeDescription, placeName } from '~/features/site/shared/fields'
import type { FormDefinition } from '~/kit/edit/fields'

export const newEquipmentFields = {
  name: { ...placeName, maxLength: 128 },
  type: { kind: 'thing', label: (t) => t('main:equipment.type'), isRequired: true },
  description: { ...placeDescription, maxLength: 2000 },
} satisfies FormDefinition

/** How many items a form adds; their names are numbered. */
export const quantityField = {
  kind: 'text',
  label: (t) => t('main:equipment.quantity'),
  hint: (t) => t('main:equipment.quantityHint'),
  maxLength: 2,
  isRequired: true,
} satisfies FormDefinition[string]

export const existingEquipmentFields = {
  ...newEquipmentFields,
  spaceId: {
    kind: 'thing',
    label: (t) => t('entity.space'),
    hint: (t) => t('main:equipment.spaceHint'),
    isRequired: true,
  },
  parentEquipmentId: {
    kind: 'thing',
    label: (t) => t('main:equipment.fedBy'),
    none: (t) => t('main:equipment.byNothing'),
  },
} satisfies FormDefinition

/** All fields that a change of equipment can have. */
export const allEquipmentFields = {
  ...existingEquipmentFields,
  ...propertyFields,
  'serves.*': { kind: 'box', label: (t) => t('main:equipment.serves') },
  quantity: quantityField,
} satisfies FormDefinition
