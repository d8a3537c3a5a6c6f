/** Rows of a list whose site, controller or equipment contains a word (domain §1.3, §2.1). */
import { type Condition, fewHolding, holding, type SoughtKind } from '../kit/search-words'
import type { Store } from '../kit/store'

interface Held {
  kind: SoughtKind
  /** The column with the entity's id in the rows of the list. */
  column: string
  word: string
  /** Maximum number of listed ids. */
  than?: number
}

/** Returns a list of ids when few entities contain the word, else a comparison row by row. */
export function withWord(
  store: Store,
  { kind, column, word, than }: Held,
): { condition: Condition; few: readonly string[] | undefined } {
  const few = fewHolding(store, { kind, words: [word] }, than)
  return { condition: few ? isOneOf(column, few) : holding(column, { words: [word] }), few }
}

export const isOneOf = (column: string, values: readonly string[]): Condition => [
  `${column} IN (SELECT value FROM json_each(?))`,
  JSON.stringify(values),
]
