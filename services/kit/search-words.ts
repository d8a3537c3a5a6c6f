/**
 * Search by words, at fleet size (domain §11.3, §17). A rare word is looked up in the full-text index; a frequent one
 * is compared row by row, in the order of the list, until a page is full.
 */
import type { SqlValue, Store } from './store'
import { formsOf } from './words'

/** Kinds of results, in their order. */
export const indexedKinds = ['group', 'site', 'building', 'space', 'device', 'equipment', 'project', 'point'] as const
export type IndexedKind = (typeof indexedKinds)[number]
export const kindRank = (kind: IndexedKind) => indexedKinds.indexOf(kind)

/** Entries are numbered in one range per kind. */
export const entriesPerKind = 2 ** 40
export const firstEntryNumber = (kind: IndexedKind) => kindRank(kind) * entriesPerKind + 1

/** Up to this many ids, a list starts from them. With more, a page fills faster in the order of the list. */
export const maxListedIds = 2_000

/** An SQL condition and its parameters. */
export type Condition = [sql: string, ...values: SqlValue[]]

/**
 * Returns the condition that a column has one of some values; a plain equality for one value, so that an index applies.
 */
export function columnIn(column: string, values: readonly string[]): Condition {
  if (values.length === 1) return [`${column} = ?`, values[0] ?? '']
  return [`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)]
}

/** Returns the condition that any of some conditions is met. */
export function anyCondition(conditions: readonly Condition[]): Condition {
  return [conditions.map(([sql]) => `(${sql})`).join(' OR '), ...conditions.flatMap(([, ...values]) => values)]
}

/** Returns the full-text expression for words; each has at least three letters with the spaces around it. */
function matchOf({ words, column, ownForms = [] }: Omit<WordQuery, 'kind'>): string {
  const all = words.map((word) => `(${formsOf(word).map(quoted).join(' OR ')})`).join(' AND ')
  const scoped = column ? `{${column}} : (${all})` : all
  return ownForms.length ? `(${scoped}) AND {own} : (${ownForms.map(quoted).join(' OR ')})` : scoped
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

interface WordQuery {
  kind: IndexedKind
  words: readonly string[]
  /** Only the entry's own text, not its place. */
  column?: 'own' | undefined
  /** The entry's own text must contain one of these, wherever the words are. */
  ownForms?: readonly string[]
}

/** Returns the ids of the entries that contain all the words; undefined when there are more than `maxIds`. */
export function idsContaining(
  store: Store,
  { kind, words, column }: WordQuery,
  maxIds = maxListedIds,
): string[] | undefined {
  if (isContainedByMoreThan(store, { kind, words, column, max: maxIds })) return undefined
  const [sql, ...values] = matchesInKind({ kind, words, column })
  return store.all<{ id: string }>(`SELECT id FROM ${entries} WHERE ${sql}`, ...values).map(({ id }) => id)
}

/** Whether more than `max` entries contain all the words; from the full-text index alone. */
export function isContainedByMoreThan(store: Store, { max, ...query }: WordQuery & { max: number }): boolean {
  const [sql, ...values] = matchesInKind(query)
  const counted = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM search_index WHERE ${sql} LIMIT ?)`,
    ...values,
    max + 1,
  )
  return (counted?.n ?? 0) > max
}

/**
 * Returns the condition that entries of the full-text index are of a kind and contain all the words. The numbers are in
 * the SQL: bound, they would not be integers, and the index would scan every kind.
 */
export const matchesInKind = ({ kind, ...query }: WordQuery): Condition => {
  const first = firstEntryNumber(kind)
  return [
    `search_index MATCH ? AND search_index.rowid BETWEEN ${first} AND ${first + entriesPerKind - 1}`,
    matchOf(query),
  ]
}

/** The join of the full-text index with its entries. */
export const entries = 'search_index CROSS JOIN search_entry ON search_entry.number = search_index.rowid'

/** Returns the condition that the entry with the id in an SQL column contains all the words, for frequent words. */
export function entryContains(idColumn: string, { words, column }: Pick<WordQuery, 'words' | 'column'>): Condition {
  const [sql, ...values] = textContains(words, column)
  return [`EXISTS (SELECT 1 FROM search_entry WHERE search_entry.id = ${idColumn} AND ${sql})`, ...values]
}

/** Returns the condition that the text of an entry contains all the words. */
export const textContains = (words: readonly string[], column?: 'own'): Condition =>
  containsAll(words, column ? 'search_entry.own' : '(search_entry.own || search_entry.above)')

/** Returns the condition that a row's own words, which its entry has too, contain all the words: without a look-up. */
export const rowContains = (column: string, words: readonly string[]): Condition =>
  containsAll(words, `(' ' || ${column} || ' ')`)

function containsAll(words: readonly string[], text: string): Condition {
  const forms = words.map(formsOf)
  return [
    forms.map((each) => `(${each.map(() => `instr(${text}, ?)`).join(' OR ')})`).join(' AND ') || '1',
    ...forms.flat(),
  ]
}
