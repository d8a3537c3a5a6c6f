import type { Point } from '#contracts/points'
import type { Language } from '~/i18n/languages'
import { typeWord } from '~/i18n/type-word'

/** Returns the object of a point, `analogInput 3` or `Entrée analogique 3`; a dash if the backend does not report it. */
export function objectText(
  language: Language,
  { objectType, objectInstance }: Pick<Point, 'objectType' | 'objectInstance'>,
): string {
  return [typeWord(language, objectType), instanceText(objectInstance)].filter((part) => part !== '').join(' ') || '–'
}

/** Returns '' for an instance that the backend does not report. */
export const instanceText = (instance: number): string => (Number.isFinite(instance) ? String(instance) : '')
