/** Fields of the switch for writing to a controller. */
import type { FormDefinition } from '~/kit/edit/fields'

/** Not at all, every object that can be commanded, or those that are named. */
export const writingScopes = ['off', 'all', 'some'] as const
export type WritingScope = (typeof writingScopes)[number]

const isScope = (value: string): value is WritingScope => (writingScopes as readonly string[]).includes(value)

export const writingFields = {
  writing: {
    kind: 'choice',
    label: (t) => t('main:controllerWriting.writing'),
    values: writingScopes,
    text: (t, value) => (isScope(value) ? t(`main:controllerWriting.scope.${value}`) : null),
    isRequired: true,
  },
  objects: {
    kind: 'text',
    label: (t) => t('main:controllerWriting.objects'),
    hint: (t) => t('main:controllerWriting.objectsHint'),
    maxLength: 20_000,
    lines: 5,
    means: 'code',
  },
} as const satisfies FormDefinition
