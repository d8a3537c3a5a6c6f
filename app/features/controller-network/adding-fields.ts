/** The field of a change that adds controllers. */
import type { FormDefinition } from '~/kit/edit/fields'

export const addingFields = {
  spaceId: {
    kind: 'thing',
    label: (t) => t('entity.space'),
    hint: (t) => t('main:controllerNetwork.add.spaceHint'),
    none: (t) => t('main:controllerNetwork.add.chooseSpace'),
    isRequired: true,
  },
} as const satisfies FormDefinition
