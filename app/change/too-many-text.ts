import type { TooMany } from '~/domain/selection'
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'

/** How many were chosen, or match, and how many a change reaches. */
export function tooManyText(t: Translate, { of, are, found, most }: TooMany): string {
  if (!found) return t('main:selection.uncounted', { most })
  return t(`main:selection.${are}`, { found: countText(t, of, found), most })
}
