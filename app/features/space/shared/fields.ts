/** Fields of a space (spec §3). */

import { placeName } from '~/features/site/shared/fields'
import { usageField } from '~/features/site/shared/usage'
import type { FormDefinition } from '~/kit/edit/fields'
import { spaceKinds, spaceKindText } from './kind'

/** An empty `parentSpaceId` is directly in the building. */
export const spaceFields = {
  name: placeName,
  kind: { kind: 'choice', label: (t) => t('field.kind'), values: spaceKinds, text: spaceKindText, isRequired: true },
  usage: usageField,
  parentSpaceId: { kind: 'thing', label: (t) => t('main:space.parent') },
} satisfies FormDefinition
