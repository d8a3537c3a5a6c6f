/** Package versions `x.y.z.build` and their comparison (domain §7.4). */

const pattern = /^\d{1,9}(\.\d{1,9}){0,3}([-+][0-9A-Za-z.-]{1,64})?$/

/** Whether a text is a version; at most 256 characters (spec §9). */
export function isVersion(text: string): boolean {
  return text.length <= 256 && pattern.test(text)
}

/**
 * Returns a negative number when `left` is older, 0 when both are the same version. Numbers compare numerically (`1.9 <
 * 1.17`), missing ones are 0, a `-pre` suffix is older than none, `+meta` is ignored, and a text that is not a version
 * is older than every version.
 */
export function compareVersions(left: string, right: string): number {
  if (!isVersion(left) || !isVersion(right)) return Number(isVersion(left)) - Number(isVersion(right))
  const a = parse(left)
  const b = parse(right)
  for (let at = 0; at < 4; at++) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  return comparePreRelease(a.preRelease, b.preRelease)
}

function parse(version: string): { numbers: number[]; preRelease: string[] } {
  const cut = version.search(/[-+]/)
  const numeric = cut < 0 ? version : version.slice(0, cut)
  const suffix = cut < 0 || version[cut] === '+' ? '' : version.slice(cut + 1)
  return { numbers: numeric.split('.').map(Number), preRelease: suffix ? suffix.split('.') : [] }
}

/** SemVer 2.0 §11: numbers below words, numbers numerically, a longer list above its prefix. */
function comparePreRelease(left: string[], right: string[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = compareIdentifiers(left[at], right[at])
    if (difference !== 0) return difference
  }
  return 0
}

function compareIdentifiers(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) return left === right ? 0 : left === undefined ? -1 : 1
  const numeric = [/^\d+$/.test(left), /^\d+$/.test(right)]
  if (numeric[0] && numeric[1]) return Number(left) - Number(right)
  if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1
  return left < right ? -1 : left > right ? 1 : 0
}
