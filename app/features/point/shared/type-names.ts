/** Names of point types in the reader's language. */
import type { PointType } from '#contracts/points'
import type { Panel } from '~/backend/reader.server'
import type { Language } from '~/i18n/languages'
import { typeWord } from '~/i18n/type-word'

/** Returns a function that names a point type; unknown types are named after their Brick class. */
export function pointTypeNames(
  language: Language,
  types: Panel<readonly Pick<PointType, 'id' | 'name'>[]>,
): (id: string) => string {
  const names = new Map(types.ok ? types.value.map(({ id, name }) => [id, name]) : [])
  return (id) => typeWord(language, names.get(id) ?? id.replaceAll('_', ' '))
}
