/** Rows of a list whose site, controller or equipment contains a word (domain §1.3, §2.1). */
import { type Condition, entryContains, type IndexedKind, idsContaining } from '../kit/search-words'
import type { Store } from '../kit/store'

interface WordMatch {
  kind: IndexedKind
  /** The column with the entity's id in the rows of the list. */
  column: string
  word: string
  /** Maximum number of listed ids. */
  maxIds?: number
}

/** Returns a list of ids when few entities contain the word, else a comparison row by row. */
export function wordCondition(
  store: Store,
  { kind, column, word, maxIds }: WordMatch,
): { condition: Condition; few: readonly string[] | undefined } {
  const few = idsContaining(store, { kind, words: [word] }, maxIds)
  return { condition: few ? isOneOf(column, few) : entryContains(column, { words: [word] }), few }
}

export const isOneOf = (column: string, values: readonly string[]): Condition => [
  `${column} IN (SELECT value FROM json_each(?))`,
  JSON.stringify(values),
]
