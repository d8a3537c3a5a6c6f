/** The words of the mapping plan. */
import type { Translate } from '~/i18n/instance'

export function planWords(t: Translate) {
  return {
    caption: t('main:mapping.caption'),
    subjectTitle: t('entity.equipment'),
    fieldTitle: t('main:rule.role'),
    emptyText: t('main:mapping.none'),
    apply: (count: number) => t('main:mapping.apply', { count }),
  }
}
