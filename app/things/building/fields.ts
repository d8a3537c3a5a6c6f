/** Fields of a building (spec §3, §5). */
import type { FormDefinition } from '~/screens/edit/fields'
import { placeDescription, placeName, sizeFields } from '../site/fields'
import { usageField } from '../site/usage'

export const buildingOwnFields = {
  name: placeName,
  description: placeDescription,
  usage: usageField,
  address: {
    kind: 'text',
    label: (t) => t('main:site.address'),
    hint: (t) => t('main:building.addressHint'),
    maxLength: 200,
  },
} satisfies FormDefinition

export const buildingFields = { ...buildingOwnFields, ...sizeFields } satisfies FormDefinition
