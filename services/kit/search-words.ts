/**
 * Finding things by words, at fleet size (domain §11.3, §17). A word that few things hold is looked up in the
 * full-text index; one that many hold is compared row by row, in the order of the list, until a page is full.
 */
import type { Store, Value } from './store'
import { formsOf } from './words'

/** Kinds of things that are found, in the order of the answers. */
export const soughtKinds = ['group', 'site', 'building', 'space', 'device', 'equipment'] as const
export type SoughtKind = (typeof soughtKinds)[number]
export const rankOf = (kind: SoughtKind) => soughtKinds.indexOf(kind)

/** As many ids are few: a list begins with them. Beyond, a page is full sooner in the order of the list. */
const fewIds = 2_000

/** An SQL condition and what it binds. */
export type Condition = [sql: string, ...values: Value[]]

/** The full-text expression for words; each has three letters at least with the spaces around it. */
export function matchOf(words: readonly string[], column?: 'own'): string {
  const all = words.map((word) => `(${formsOf(word).map(quoted).join(' OR ')})`).join(' AND ')
  return column ? `{${column}} : (${all})` : all
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

interface Sought {
  kind: SoughtKind
  words: readonly string[]
  /** Only what the thing says of itself, not where it is. */
  column?: 'own'
}

/** The ids of the things that hold all the words; undefined when they are more than a few. */
export function fewHolding(store: Store, { kind, words, column }: Sought): string[] | undefined {
  const found = store.all<{ id: string }>(
    `SELECT id FROM ${indexed} WHERE kind = ? LIMIT ?`,
    matchOf(words, column),
    rankOf(kind),
    fewIds + 1,
  )
  return found.length > fewIds ? undefined : found.map(({ id }) => id)
}

/** The condition that the thing whose id an SQL column holds has all the words, for words that many have. */
export function holding(idColumn: string, { words, column }: Pick<Sought, 'words' | 'column'>): Condition {
  const [sql, ...values] = comparedWith(words, column)
  return [`EXISTS (SELECT 1 FROM search_entry WHERE search_entry.id = ${idColumn} AND ${sql})`, ...values]
}

/** Entries by a full-text expression, which is bound first. */
export const indexed =
  'search_index CROSS JOIN search_entry ON search_entry.number = search_index.rowid AND search_index MATCH ?'

/** All the words, compared with the text of an entry. */
export function comparedWith(words: readonly string[], column?: 'own'): Condition {
  const text = column ? 'search_entry.own' : '(search_entry.own || search_entry.above)'
  const forms = words.map(formsOf)
  return [
    forms.map((each) => `(${each.map(() => `instr(${text}, ?)`).join(' OR ')})`).join(' AND ') || '1',
    ...forms.flat(),
  ]
}
