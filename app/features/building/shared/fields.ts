/** Fields of a building (spec §3, §5). */

import { placeDescription, placeName, sizeFields } from '~/features/site/shared/fields'
import { usageField } from '~/features/site/shared/usage'
import type { FormDefinition } from '~/kit/edit/fields'

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
