/**
 * Names of the types of points, equipment and objects in the reader's language. A backend may return them in English
 * alone, or only an id: those that are known are shown in French to French readers, all others as received.
 */
import en from './en/type-words'
import fr from './fr/type-words'
import type { Language } from './languages'

type TypeId = keyof typeof en

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const ids: ReadonlyMap<string, TypeId> = new Map(
  (Object.entries(en) as [TypeId, string][]).flatMap(([id, name]) => [[plain(id), id] as const, [plain(name), id]]),
)

/** Returns the name of a type from its id or its English name, however both are written; else the text itself. */
export function typeWord(language: Language, text: string): string {
  if (language === 'en' || text.length > maxLength) return text
  const id = ids.get(plain(text))
  return id ? fr[id] : text
}

const maxLength = 100
