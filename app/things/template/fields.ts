/** Fields of a configuration template, used by its form, its conflicts and the trail. */
import type { Translate } from '~/i18n/instance'
import type { Field, Fields } from '~/screens/edit/fields'
import { allSettings, someOf, type TemplateSetting } from './settings'

/** Its name, description and model. */
export const ownFields = {
  name: { kind: 'text', label: (t) => t('field.name'), most: 80, isRequired: true, means: 'name' },
  description: { kind: 'text', label: (t) => t('field.description'), most: 1000, lines: 2 },
  productId: {
    kind: 'thing',
    label: (t) => t('main:template.model'),
    hint: (t) => t('main:template.modelHint'),
    none: (t) => t('main:template.anyModel'),
  },
} satisfies Fields

/** Whether it includes users, never their passwords. */
export const usersName = 'users'

export const templateFields: Fields = {
  ...ownFields,
  ...Object.fromEntries(allSettings().map((setting) => [setting.name, fieldOf(setting)])),
  [usersName]: { kind: 'box', label: (t) => t('main:template.users'), hint: (t) => t('main:template.usersHint') },
}

function fieldOf({ field }: TemplateSetting): Field {
  const { fullLabel: label, control, offered = [], options } = field
  if (control === 'switch')
    return { kind: 'choice', label, values: ['on', 'off'], text: (t, value) => t(`word.${value as 'on' | 'off'}`) }
  if (control === 'boxes')
    return { kind: 'choice', label, values: someOf(offered), text: (t, value) => boxesText(t, options, value) }
  if (control === 'choice') return { kind: 'thing', label }
  return control === 'lines' ? { kind: 'text', label, most: 2_000, lines: 3 } : { kind: 'text', label, most: 100 }
}

/** Returns the labels of the selected boxes. */
export function boxesText(t: Translate, options: TemplateSetting['field']['options'], value: string): string {
  const named = options?.(t) ?? []
  return value
    .split(' ')
    .map((one) => named.find((option) => option.value === one)?.label ?? one)
    .join(', ')
}
