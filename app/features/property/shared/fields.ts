/** Fields of the `$` properties of a controller or of equipment, for plans and records (spec §3). */
import type { FormDefinition } from '~/kit/edit/fields'

export const propertyFields = {
  'property[].name': {
    kind: 'text',
    label: (t, number) => t('main:device.form.property.name', { number }),
    maxLength: 60,
  },
  'property[].value': {
    kind: 'text',
    label: (t, number) => t('main:device.form.property.value', { number }),
    maxLength: 500,
  },
} satisfies FormDefinition
