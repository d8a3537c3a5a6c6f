/**
 * Finding things by words, at fleet size (domain §11.3, §17). A word that few things hold is looked up in the
 * full-text index; one that many hold is compared row by row, in the order of the list, until a page is full.
 */
import type { Store, Value } from './store'
import { formsOf } from './words'

/** Kinds of things that are found, in the order of the answers. */
export const soughtKinds = ['group', 'site', 'building', 'space', 'device', 'equipment', 'project', 'point'] as const
export type SoughtKind = (typeof soughtKinds)[number]
export const rankOf = (kind: SoughtKind) => soughtKinds.indexOf(kind)

/** Entries are numbered kind by kind. */
export const numbersOfKind = 2 ** 40
export const firstNumberOf = (kind: SoughtKind) => rankOf(kind) * numbersOfKind + 1

/** As many ids are few: a list begins with them. Beyond, a page is full sooner in the order of the list. */
export const fewIds = 2_000

/** An SQL condition and what it binds. */
export type Condition = [sql: string, ...values: Value[]]

/** Whether a column has one of some values; of one alone, as an index has it. */
export function hasOneOf(column: string, values: readonly string[]): Condition {
  if (values.length === 1) return [`${column} = ?`, values[0] ?? '']
  return [`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)]
}

/** Whether one of some conditions is met. */
export function anyOfThese(conditions: readonly Condition[]): Condition {
  return [conditions.map(([sql]) => `(${sql})`).join(' OR '), ...conditions.flatMap(([, ...values]) => values)]
}

/** The full-text expression for words; each has three letters at least with the spaces around it. */
function matchOf({ words, column, ownForms = [] }: Omit<Sought, 'kind'>): string {
  const all = words.map((word) => `(${formsOf(word).map(quoted).join(' OR ')})`).join(' AND ')
  const held = column ? `{${column}} : (${all})` : all
  return ownForms.length ? `(${held}) AND {own} : (${ownForms.map(quoted).join(' OR ')})` : held
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

interface Sought {
  kind: SoughtKind
  words: readonly string[]
  /** Only what the thing says of itself, not where it is. */
  column?: 'own' | undefined
  /** The thing itself has to say one of these, wherever the words are. */
  ownForms?: readonly string[]
}

/** The ids of the things that hold all the words; undefined when they are more than a few. */
export function fewHolding(store: Store, { kind, words, column }: Sought, few = fewIds): string[] | undefined {
  if (isHeldByMore(store, { kind, words, column, than: few })) return undefined
  const [sql, ...values] = ofKind({ kind, words, column })
  return store.all<{ id: string }>(`SELECT id FROM ${entries} WHERE ${sql}`, ...values).map(({ id }) => id)
}

/** Whether more things than so many hold all the words; from the full-text index alone. */
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
 * The rows of the full-text index whose things are of a kind and hold all the words. The numbers stand in the SQL: bound,
 * they would be no integers, and the index would look through every kind.
 */
export const ofKind = ({ kind, ...sought }: Sought): Condition => {
  const first = firstNumberOf(kind)
  return [
    `search_index MATCH ? AND search_index.rowid BETWEEN ${first} AND ${first + numbersOfKind - 1}`,
    matchOf(sought),
  ]
}

/** Entries as the full-text index finds them. */
export const entries = 'search_index CROSS JOIN search_entry ON search_entry.number = search_index.rowid'

/** The condition that the thing whose id an SQL column holds has all the words, for words that many have. */
export function holding(idColumn: string, { words, column }: Pick<Sought, 'words' | 'column'>): Condition {
  const [sql, ...values] = comparedWith(words, column)
  return [`EXISTS (SELECT 1 FROM search_entry WHERE search_entry.id = ${idColumn} AND ${sql})`, ...values]
}

/** All the words, compared with the text of an entry. */
export function comparedWith(words: readonly string[], column?: 'own'): Condition {
  const text = column ? 'search_entry.own' : '(search_entry.own || search_entry.above)'
  const forms = words.map(formsOf)
  return [
    forms.map((each) => `(${each.map(() => `instr(${text}, ?)`).join(' OR ')})`).join(' AND ') || '1',
    ...forms.flat(),
  ]
}
