/** How names and words are compared: without accents or case (domain §15). Browsers load this file too. */

/**
 * Returns a text in lower case without accents. The time is linear in the length: marks are removed before the
 * decomposition as well as after it, so that it never has many of them to put in order.
 */
export function fold(text: string): string {
  return withoutMarks(withoutMarks(text).normalize('NFD')).toLowerCase()
}

/** Returns whether a text holds every word of a search, in any order. */
export function holdsWords(text: string, search: string): boolean {
  const folded = fold(text)
  return wordsIn(search).every((word) => folded.includes(word))
}

/** The last search with its words: the rows of a list are compared with the same one, one after the other. */
let last: { search: string; words: readonly string[] } = { search: '', words: [] }

function wordsIn(search: string): readonly string[] {
  if (last.search !== search) last = { search, words: [...new Set(fold(search).split(/\s+/).filter(Boolean))] }
  return last.words
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}/gu, '')
}
