/** Fields of a site agent, used by its form and the trail. */
import type { FormDefinition } from '~/kit/edit/fields'

export const siteAgentFields = {
  name: {
    kind: 'text',
    label: (t) => t('field.name'),
    hint: (t) => t('main:siteAgent.nameHint'),
    maxLength: 80,
    isRequired: true,
    means: 'name',
  },
} as const satisfies FormDefinition
