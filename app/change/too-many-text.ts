import type { SelectionTooLarge } from '~/domain/selection'
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'

/** Returns how many were selected, or match, and the limit of the change. */
export function tooManyText(t: Translate, { of, are, total, max }: SelectionTooLarge): string {
  if (!total) return t('main:selection.uncounted', { most: max })
  return t(`main:selection.${are}`, { found: countText(t, of, total), most: max })
}
