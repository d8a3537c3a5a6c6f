/** Fields of a controller (spec §3, domain §15). */

import { propertyFields } from '~/features/property/shared/fields'
import { placeDescription, placeName } from '~/features/site/shared/fields'
import type { FormDefinition } from '~/kit/edit/fields'

export const descriptionFields = {
  name: placeName,
  description: placeDescription,
  spaceServed: { kind: 'text', label: (t) => t('main:device.spaceServed'), maxLength: 200 },
} satisfies FormDefinition

export const controllerFields = {
  ...descriptionFields,
  productId: { kind: 'thing', label: (t) => t('main:device.model'), none: (t) => t('main:device.form.noModel') },
  spaceId: {
    kind: 'thing',
    label: (t) => t('entity.space'),
    hint: (t) => t('main:device.form.spaceHint'),
    isRequired: true,
  },
} satisfies FormDefinition

/** Fields of new controllers. A host id belongs to one controller, so it cannot be set for several. */
export const newDeviceFields = {
  quantity: {
    kind: 'text',
    label: (t) => t('main:device.form.quantity'),
    hint: (t) => t('main:device.form.quantityHint'),
    maxLength: 3,
    isRequired: true,
  },
  hostId: {
    kind: 'text',
    label: (t) => t('main:device.hostId'),
    hint: (t) => t('main:device.form.hostIdHint'),
    maxLength: 100,
    means: 'name',
  },
} satisfies FormDefinition

/** All fields that a change of a controller can have. */
export const allDeviceFields = {
  ...controllerFields,
  ...newDeviceFields,
  ...propertyFields,
} satisfies FormDefinition
