/** Whether words are the whole of what something is called, whichever letters are large and whichever have accents. */
import { fold } from '#contracts/fold'

export function isWhole(text: string, words: string): boolean {
  return plain(text) === plain(words)
}

/** The same of an address, with or without the postal code and what follows it. */
export function isWholeAddress(address: string, words: string): boolean {
  return isWhole(address, words) || isWhole(withoutPostalCode(address), words)
}

/** As Canada, the United States and France write them. */
const postalCode = /\s(?:[a-z]\d[a-z] ?\d[a-z]\d|\d{5}(?:-\d{4})?)(?!\S)/i

/** An address up to its postal code. */
function withoutPostalCode(address: string): string {
  const at = address.search(postalCode)
  const before = address.slice(0, at < 0 ? undefined : at).trimEnd()
  return at >= 0 && before.endsWith(',') ? before.slice(0, -1) : before
}

/**
 * Whether they are a path that ends, or begins, in the thing: whole names of places above it with a slash or the like
 * between them, in their order. `path` is from the widest to the thing itself.
 */
export function isWholePath(path: readonly string[], words: string): boolean {
  const parts = words.split(/[/\\|\u00b7>\u203a]/).map(plain)
  if (parts.length < 2) return false
  const names = path.map(plain)
  return isDown(names, parts) || isDown(names, parts.toReversed())
}

function isDown(names: readonly string[], parts: readonly string[]): boolean {
  if (names.at(-1) !== parts.at(-1)) return false
  let next = 0
  for (const name of names) if (name === parts[next]) next += 1
  return next === parts.length
}

function plain(text: string): string {
  return fold(text).replace(/\s+/g, ' ').trim()
}
