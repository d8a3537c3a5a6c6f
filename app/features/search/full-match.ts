/** Whether words are a full name, regardless of case and accents. */
import { fold } from '#contracts/fold'

export function isFullMatch(text: string, words: string): boolean {
  return normalized(text) === normalized(words)
}

/** The same for a postal address, with or without the postal code and the text after it. */
export function isFullAddressMatch(address: string, words: string): boolean {
  return isFullMatch(address, words) || isFullMatch(withoutPostalCode(address), words)
}

/** Postal codes of Canada, the United States and France. */
const postalCode = /\s(?:[a-z]\d[a-z] ?\d[a-z]\d|\d{5}(?:-\d{4})?)(?!\S)/i

/** Returns an address up to its postal code. */
function withoutPostalCode(address: string): string {
  const at = address.search(postalCode)
  const before = address.slice(0, at < 0 ? undefined : at).trimEnd()
  return at >= 0 && before.endsWith(',') ? before.slice(0, -1) : before
}

/**
 * Whether the words are a path that ends or begins in the thing: full names of places above it in order, with a slash
 * or a similar separator. `path` is from the widest place to the thing.
 */
export function isFullPathMatch(path: readonly string[], words: string): boolean {
  const parts = words.split(/[/\\|\u00b7>\u203a]/).map(normalized)
  if (parts.length < 2) return false
  const names = path.map(normalized)
  return isPathMatch(names, parts) || isPathMatch(names, parts.toReversed())
}

function isPathMatch(names: readonly string[], parts: readonly string[]): boolean {
  if (names.at(-1) !== parts.at(-1)) return false
  let next = 0
  for (const name of names) if (name === parts[next]) next += 1
  return next === parts.length
}

function normalized(text: string): string {
  return fold(text).replace(/\s+/g, ' ').trim()
}
