/** Labels of the mapping plan, with roles by name. */
import type { PlanView } from '~/change/plan'
import { errorText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'
import type { MappingData } from './mapping-form'

export function planWords(t: Translate, { lines }: MappingData, { rows }: Pick<PlanView, 'rows'>) {
  const names = new Map(lines.map(({ role, name }) => [role, name]))
  return {
    caption: t('main:mapping.caption'),
    subjectTitle: t('entity.equipment'),
    fieldTitle: t('main:rule.role'),
    emptyText: t('main:mapping.none'),
    apply: t('main:mapping.apply', { count: rows.filter(({ effect }) => effect === 'change').length }),
    text: (key: string) => names.get(key) ?? (key.startsWith('errors:') ? errorText(t, key) : key),
  }
}
