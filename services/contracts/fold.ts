/** How names and words are compared: without accents or case (domain §15). Also loaded by browsers. */

/**
 * Returns a text in lower case without accents. Runs in linear time: marks are removed before the decomposition as well
 * as after it, so that it never has many of them to reorder.
 */
export function fold(text: string): string {
  return withoutMarks(withoutMarks(text).normalize('NFD')).toLowerCase()
}

/** Returns whether a text contains every word of a search, in any order. */
export function containsWords(text: string, search: string): boolean {
  const folded = fold(text)
  return wordsIn(search).every((word) => folded.includes(word))
}

/** Caches the words of the last search: all rows of a list are compared with the same one. */
let last: { search: string; words: readonly string[] } = { search: '', words: [] }

function wordsIn(search: string): readonly string[] {
  if (last.search !== search) last = { search, words: [...new Set(fold(search).split(/\s+/).filter(Boolean))] }
  return last.words
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}/gu, '')
}
