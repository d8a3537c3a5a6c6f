/** Fields of a space (spec §3). */
import type { FormDefinition } from '~/screens/edit/fields'
import { placeName } from '../site/fields'
import { usageField } from '../site/usage'
import { spaceKinds, spaceKindText } from './kind'

/** An empty `parentSpaceId` is directly in the building. */
export const spaceFields = {
  name: placeName,
  kind: { kind: 'choice', label: (t) => t('field.kind'), values: spaceKinds, text: spaceKindText, isRequired: true },
  usage: usageField,
  parentSpaceId: { kind: 'thing', label: (t) => t('main:space.parent') },
} satisfies FormDefinition
