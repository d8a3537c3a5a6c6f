import type { TooMany } from '~/domain/selection'
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'

/** Returns how many were selected, or match, and the limit of the change. */
export function tooManyText(t: Translate, { of, are, found, most }: TooMany): string {
  if (!found) return t('main:selection.uncounted', { most })
  return t(`main:selection.${are}`, { found: countText(t, of, found), most })
}
