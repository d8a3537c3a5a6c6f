/** Fields of a customer (spec §3). */
import type { FormDefinition } from '~/kit/edit/fields'

export const customerFields = {
  name: { kind: 'text', label: (t) => t('field.name'), maxLength: 120, isRequired: true, means: 'name' },
  description: { kind: 'text', label: (t) => t('field.description'), maxLength: 2000, lines: 3 },
} satisfies FormDefinition
