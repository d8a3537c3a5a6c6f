/** Ids and randomness of the seed: the same every time, independent of the clock (domain §11). */
import { createHash } from 'node:crypto'

const urlNamespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')
/** Ids do not depend on the word of the random streams, so that existing addresses keep working. */
const word = 'plantroom'

/** UUIDv5 of `seed/kind/key` (RFC 9562). */
export function seedId(kind: string, key: string | number): string {
  const hash = createHash('sha1').update(urlNamespace).update(`${word}/${kind}/${key}`).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Returns a 32-bit seed for any text (FNV-1a). */
export function seedOf(words: string): number {
  let hash = 2_166_136_261
  for (const character of words) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

/**
 * Returns a stream of numbers in [0, 1), one per concern, so that an extra draw in one does not change the others
 * (mulberry32).
 */
export function prng(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The default word of a seed. */
export const usualWord = 'plantroom'

/** Returns the random stream of one concern; another word draws different values. */
export const streamOf = (word: string, concern: string) =>
  prng(seedOf(word === usualWord ? concern : `${word}/${concern}`))
