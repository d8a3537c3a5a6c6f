/** Bounds that keep hostile field names of a form from costing time or reaching what every object has. */
const longestName = 200
const highestIndex = 999

/** Whether a form of ours could have a field of this name: its length, its list indexes, no name that every object has. */
export function isFieldName(name: string): boolean {
  if (name.length > longestName) return false
  if (/(?:^|[.[\]])(?:__proto__|constructor|prototype)(?:$|[.[\]])/.test(name)) return false
  return [...name.matchAll(/\[(\d+)\]/g)].every(([, index]) => Number(index) <= highestIndex)
}

/** A name that cannot be one of ours however it is decoded. */
export function isTooLongEncoded(encoded: string): boolean {
  return encoded.length > longestName * 9
}
