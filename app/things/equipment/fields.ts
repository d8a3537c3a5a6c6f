/** Fields of equipment (spec §3, domain §8.1). */
import type { Fields } from '~/screens/edit/fields'
import { propertyFields } from '../property/fields'
import { placeDescription, placeName } from '../site/fields'

export const newEquipmentFields = {
  name: { ...placeName, most: 128 },
  type: { kind: 'thing', label: (t) => t('main:equipment.type'), isRequired: true },
  description: { ...placeDescription, most: 2000 },
} satisfies Fields

/** How many items a form adds; their names are numbered. */
export const quantityField = {
  kind: 'text',
  label: (t) => t('main:equipment.quantity'),
  hint: (t) => t('main:equipment.quantityHint'),
  most: 2,
  isRequired: true,
} satisfies Fields[string]

export const keptEquipmentFields = {
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
} satisfies Fields

/** All fields that a change of equipment can have. */
export const allEquipmentFields = {
  ...keptEquipmentFields,
  ...propertyFields,
  'serves.*': { kind: 'box', label: (t) => t('main:equipment.serves') },
  quantity: quantityField,
} satisfies Fields
