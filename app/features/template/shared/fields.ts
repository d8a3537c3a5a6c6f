/** Fields of a configuration template, used by its form, its conflicts and the trail. */
import type { Translate } from '~/i18n/instance'
import type { FieldDefinition, FormDefinition } from '~/kit/edit/fields'
import { allSettings, combinationsOf, type TemplateSetting } from '../template-settings'

/** Its name, description and model. */
export const templateOwnFields = {
  name: { kind: 'text', label: (t) => t('field.name'), maxLength: 80, isRequired: true, means: 'name' },
  description: { kind: 'text', label: (t) => t('field.description'), maxLength: 1000, lines: 2 },
  productId: {
    kind: 'thing',
    label: (t) => t('main:template.model'),
    hint: (t) => t('main:template.modelHint'),
    none: (t) => t('main:template.anyModel'),
  },
} satisfies FormDefinition

/** Whether it includes users, never their passwords. */
export const usersField = 'users'

export const templateFields: FormDefinition = {
  ...templateOwnFields,
  ...Object.fromEntries(allSettings().map((setting) => [setting.name, fieldOf(setting)])),
  [usersField]: { kind: 'box', label: (t) => t('main:template.users'), hint: (t) => t('main:template.usersHint') },
}

function fieldOf({ field }: TemplateSetting): FieldDefinition {
  const { fullLabel: label, control, selectable = [], options } = field
  if (control === 'switch')
    return { kind: 'choice', label, values: ['on', 'off'], text: (t, value) => t(`word.${value as 'on' | 'off'}`) }
  if (control === 'boxes')
    return {
      kind: 'choice',
      label,
      values: combinationsOf(selectable),
      text: (t, value) => boxesText(t, options, value),
    }
  if (control === 'choice') return { kind: 'thing', label }
  return control === 'lines'
    ? { kind: 'text', label, maxLength: 2_000, lines: 3 }
    : { kind: 'text', label, maxLength: 100 }
}

/** Returns the labels of the selected boxes. */
export function boxesText(t: Translate, options: TemplateSetting['field']['options'], value: string): string {
  const labelled = options?.(t) ?? []
  return value
    .split(' ')
    .map((one) => labelled.find((option) => option.value === one)?.label ?? one)
    .join(', ')
}
