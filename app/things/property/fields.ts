/** Fields of the `$` properties of a controller or of equipment, for plans and records (spec §3). */
import type { Fields } from '~/screens/edit/fields'

export const propertyFields = {
  'property[].name': { kind: 'text', label: (t, number) => t('main:device.form.property.name', { number }), most: 60 },
  'property[].value': {
    kind: 'text',
    label: (t, number) => t('main:device.form.property.value', { number }),
    most: 500,
  },
} satisfies Fields
