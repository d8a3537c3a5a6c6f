/** Rows of a list whose site, controller or equipment holds a word (domain §1.3, §2.1). */
import { type Condition, fewHolding, holding, type SoughtKind } from '../kit/search-words'
import type { Store } from '../kit/store'

interface Held {
  kind: SoughtKind
  /** Names the thing in the rows of the list. */
  column: string
  word: string
  /** So many are listed. */
  than?: number
}

/** A list of ids where few things hold the word, else a comparison row by row. */
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
