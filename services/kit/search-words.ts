/**
 * Finding things by words, at fleet size (domain §11.3, §17). A word that few things hold is looked up in the
 * full-text index; one that many hold is compared row by row, in the order of the list, until a page is full.
 */
import { fold, sortName } from './sort-name'
import type { Store, Value } from './store'

/** Kinds of things that are found, in the order of the answers. */
export const soughtKinds = ['group', 'site', 'building', 'space', 'device', 'equipment'] as const
export type SoughtKind = (typeof soughtKinds)[number]
export const rankOf = (kind: SoughtKind) => soughtKinds.indexOf(kind)

/** As many ids are few: a list begins with them. Beyond, a page is full sooner in the order of the list. */
const fewIds = 2_000

/** An SQL condition and what it binds. */
export type Condition = [sql: string, ...values: Value[]]

/** The words of a question, at most ten. */
export const wordsIn = (text: string | null | undefined) => (text ?? '').split(/\s+/).filter(Boolean).slice(0, 10)

/** A word as it stands in folded texts: as it is, and with its numbers padded as sort names have them. */
const formsOf = (word: string) => [...new Set([fold(word), sortName(word)])]

/** The full-text expression for the words that are long enough for one; undefined when none is. */
export function matchOf(words: readonly string[], column?: 'own'): string | undefined {
  const parts = words
    .filter((word) => [...fold(word)].length >= 3)
    .map((word) => `(${formsOf(word).map(quoted).join(' OR ')})`)
  if (!parts.length) return undefined
  return column ? `{${column}} : (${parts.join(' AND ')})` : parts.join(' AND ')
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The same question as a comparison with a folded text, an SQL expression. */
function containing(text: string, word: string): Condition {
  const forms = formsOf(word)
  return [
    `(${forms.map(() => `${text} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
    ...forms.map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`),
  ]
}

interface Sought {
  kind: SoughtKind
  words: readonly string[]
  /** Only what the thing says of itself, not where it is. */
  column?: 'own'
}

/** The ids of the things that hold all the words; undefined when they are more than a few. */
export function fewHolding(store: Store, { kind, words, column }: Sought): string[] | undefined {
  const match = matchOf(words, column)
  const compared = comparedWith(words, column)
  const found = store.all<{ id: string }>(
    `SELECT id FROM ${match ? indexed : 'search_entry'} WHERE kind = ? AND ${compared.sql} LIMIT ?`,
    ...(match ? [match] : []),
    rankOf(kind),
    ...compared.parameters,
    fewIds + 1,
  )
  return found.length > fewIds ? undefined : found.map(({ id }) => id)
}

/** The condition that the thing whose id an SQL column holds has all the words, for words that many have. */
export function holding(idColumn: string, { words, column }: Pick<Sought, 'words' | 'column'>): Condition {
  const { sql, parameters } = comparedWith(words, column)
  return [`EXISTS (SELECT 1 FROM search_entry WHERE search_entry.id = ${idColumn} AND ${sql})`, ...parameters]
}

/** Entries by a full-text expression, which is bound first. */
export const indexed =
  'search_index CROSS JOIN search_entry ON search_entry.number = search_index.rowid AND search_index MATCH ?'

/** All the words, compared with the text of an entry. */
export function comparedWith(words: readonly string[], column?: 'own'): { sql: string; parameters: Value[] } {
  const text = column ? 'search_entry.own' : `(search_entry.own || ' ' || search_entry.above)`
  const conditions = words.map((word) => containing(text, word))
  return {
    sql: conditions.map(([sql]) => sql).join(' AND ') || '1',
    parameters: conditions.flatMap(([, ...values]) => values),
  }
}
