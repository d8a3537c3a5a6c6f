/** Fields of a customer (spec §3). */
import type { Fields } from '~/screens/edit/fields'

export const customerFields = {
  name: { kind: 'text', label: (t) => t('field.name'), most: 120, isRequired: true, means: 'name' },
  description: { kind: 'text', label: (t) => t('field.description'), most: 2000, lines: 3 },
} satisfies Fields
