/** Labels of the mapping plan, with roles by name. */
import type { PlanView } from '~/change/plan'
import type { Translate } from '~/i18n/instance'
import type { MappingData } from './mapping-form'

export function planWords(t: Translate, { lines }: MappingData, { rows }: Pick<PlanView, 'rows'>) {
  const names = new Map(lines.map(({ role, name }) => [role, name]))
  return {
    caption: t('main:mapping.caption'),
    subjectTitle: t('entity.equipment'),
    fieldTitle: t('main:rule.role'),
    emptyText: t('main:mapping.none'),
    apply: (count: number) => t('main:mapping.apply', { count }),
    text: (key: string) => names.get(key),
  }
}
