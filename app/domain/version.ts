/** Versions of packages, `x.y.z.build` (domain §7.4). */

const shape = /^\d{1,9}(\.\d{1,9}){0,3}([-+][0-9A-Za-z.-]{1,64})?$/
const maxLength = 256

/**
 * Returns whether a text is a version: one to four numbers and an optional suffix, at most 256 characters (spec §9,
 * domain §7.4).
 */
export function isVersion(text: string): boolean {
  return text.length <= maxLength && shape.test(text)
}

/**
 * Compares two versions as for `sort`. Numbers compare numerically and missing ones are 0; a `-pre` suffix sorts below
 * none and by SemVer 2.0 §11 among others; `+meta` is ignored. Invalid versions sort below all valid ones and equal
 * each other (domain §7.4).
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)]
  if (!left || !right) return Number(left !== null) - Number(right !== null)
  for (let place = 0; place < 4; place++) {
    const difference = (left.numbers[place] ?? 0) - (right.numbers[place] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return comparePreReleases(left.preRelease, right.preRelease)
}

/** Returns the higher of two versions; the first when they are equal. */
export function higherVersion(a: string, b: string): string {
  return compareVersions(a, b) >= 0 ? a : b
}

interface ParsedVersion {
  numbers: number[]
  /** Null without a `-pre` suffix. */
  preRelease: string[] | null
}

/** Cache of parsed versions: a fleet runs few versions, each on thousands of rows. */
const cache = new Map<string, ParsedVersion | null>()
const maxCached = 2_000

function parse(text: string): ParsedVersion | null {
  const cached = cache.get(text)
  if (cached !== undefined) return cached
  const version = read(text)
  if (cache.size >= maxCached) cache.clear()
  cache.set(text, version)
  return version
}

function read(text: string): ParsedVersion | null {
  if (!isVersion(text)) return null
  const suffixAt = text.search(/[-+]/)
  const numeric = suffixAt < 0 ? text : text.slice(0, suffixAt)
  const preRelease = text[suffixAt] === '-' ? text.slice(suffixAt + 1).split('.') : null
  return { numbers: numeric.split('.').map(Number), preRelease }
}

function comparePreReleases(a: string[] | null, b: string[] | null): number {
  if (!a || !b) return Number(a === null) - Number(b === null)
  for (let place = 0; place < Math.min(a.length, b.length); place++) {
    const difference = compareIdentifiers(a[place] ?? '', b[place] ?? '')
    if (difference !== 0) return difference
  }
  return Math.sign(a.length - b.length)
}

function compareIdentifiers(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1
  if (!aIsNumber) return a < b ? -1 : Number(a > b)
  const [left, right] = [BigInt(a), BigInt(b)]
  return left < right ? -1 : Number(left > right)
}
