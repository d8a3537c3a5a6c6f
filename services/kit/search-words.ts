/**
 * Search by words, at fleet size (domain §11.3, §17). A rare word is looked up in the full-text index; a frequent one
 * is compared row by row, in the order of the list, until a page is full.
 */
import type { Store, Value } from './store'
import { formsOf } from './words'

/** Kinds of results, in their order. */
export const soughtKinds = ['group', 'site', 'building', 'space', 'device', 'equipment', 'project', 'point'] as const
export type SoughtKind = (typeof soughtKinds)[number]
export const rankOf = (kind: SoughtKind) => soughtKinds.indexOf(kind)

/** Entries are numbered in one range per kind. */
export const numbersOfKind = 2 ** 40
export const firstNumberOf = (kind: SoughtKind) => rankOf(kind) * numbersOfKind + 1

/** Up to this many ids, a list starts from them. With more, a page fills faster in the order of the list. */
export const fewIds = 2_000

/** An SQL condition and its parameters. */
export type Condition = [sql: string, ...values: Value[]]

/**
 * Returns the condition that a column has one of some values; a plain equality for one value, so that an index applies.
 */
export function hasOneOf(column: string, values: readonly string[]): Condition {
  if (values.length === 1) return [`${column} = ?`, values[0] ?? '']
  return [`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)]
}

/** Returns the condition that any of some conditions is met. */
export function anyOfThese(conditions: readonly Condition[]): Condition {
  return [conditions.map(([sql]) => `(${sql})`).join(' OR '), ...conditions.flatMap(([, ...values]) => values)]
}

/** Returns the full-text expression for words; each has at least three letters with the spaces around it. */
function matchOf({ words, column, ownForms = [] }: Omit<Sought, 'kind'>): string {
  const all = words.map((word) => `(${formsOf(word).map(quoted).join(' OR ')})`).join(' AND ')
  const held = column ? `{${column}} : (${all})` : all
  return ownForms.length ? `(${held}) AND {own} : (${ownForms.map(quoted).join(' OR ')})` : held
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

interface Sought {
  kind: SoughtKind
  words: readonly string[]
  /** Only the entry's own text, not its place. */
  column?: 'own' | undefined
  /** The entry's own text must contain one of these, wherever the words are. */
  ownForms?: readonly string[]
}

/** Returns the ids of the entries that contain all the words; undefined when there are more than `maxIds`. */
export function fewHolding(store: Store, { kind, words, column }: Sought, few = fewIds): string[] | undefined {
  if (isHeldByMore(store, { kind, words, column, than: few })) return undefined
  const [sql, ...values] = ofKind({ kind, words, column })
  return store.all<{ id: string }>(`SELECT id FROM ${entries} WHERE ${sql}`, ...values).map(({ id }) => id)
}

/** Whether more than `max` entries contain all the words; from the full-text index alone. */
export function isHeldByMore(store: Store, { than, ...sought }: Sought & { than: number }): boolean {
  const [sql, ...values] = ofKind(sought)
  const found = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM search_index WHERE ${sql} LIMIT ?)`,
    ...values,
    than + 1,
  )
  return (found?.n ?? 0) > than
}

/**
 * Returns the condition that entries of the full-text index are of a kind and contain all the words. The numbers are in
 * the SQL: bound, they would not be integers, and the index would scan every kind.
 */
export const ofKind = ({ kind, ...sought }: Sought): Condition => {
  const first = firstNumberOf(kind)
  return [
    `search_index MATCH ? AND search_index.rowid BETWEEN ${first} AND ${first + numbersOfKind - 1}`,
    matchOf(sought),
  ]
}

/** The join of the full-text index with its entries. */
export const entries = 'search_index CROSS JOIN search_entry ON search_entry.number = search_index.rowid'

/** Returns the condition that the entry with the id in an SQL column contains all the words, for frequent words. */
export function holding(idColumn: string, { words, column }: Pick<Sought, 'words' | 'column'>): Condition {
  const [sql, ...values] = comparedWith(words, column)
  return [`EXISTS (SELECT 1 FROM search_entry WHERE search_entry.id = ${idColumn} AND ${sql})`, ...values]
}

/** Returns the condition that the text of an entry contains all the words. */
export function comparedWith(words: readonly string[], column?: 'own'): Condition {
  const text = column ? 'search_entry.own' : '(search_entry.own || search_entry.above)'
  const forms = words.map(formsOf)
  return [
    forms.map((each) => `(${each.map(() => `instr(${text}, ?)`).join(' OR ')})`).join(' AND ') || '1',
    ...forms.flat(),
  ]
}
