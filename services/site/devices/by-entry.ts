/** Controllers of a customer with frequent words: compared where all their words are stored together, in order of name. */
import { type Condition, kindRank, textContains } from '../../kit/search-words'

/** What a list reads from; other tables are joined to `device`. */
export const byEntry =
  'search_entry INDEXED BY search_entry_by_customer CROSS JOIN device ON device.id = search_entry.id'

/** The order of the entries, which is that of the names of controllers. */
export const entryOrder = { orderBy: 'search_entry.sort_name', idColumn: 'search_entry.id' } as const

/** Returns the conditions on the entries; `own` compares only the words of the controllers, not those of their places. */
export const entryConditions = (customerId: string, words: readonly string[], column?: 'own'): Condition[] => [
  ['search_entry.customer_id = ? AND search_entry.kind = ?', customerId, kindRank('device')],
  textContains(words, column),
]
