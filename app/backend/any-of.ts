import { joinAnyOf, maxAnyOf } from '#contracts/any-of'

/** Several values of one word of a call (domain §17): any of them matches. One alone is written as ever. */
export function anyOf(values: readonly string[] | undefined): string | undefined {
  return values && values.length > 0 ? joinAnyOf(values) : undefined
}

/** Returns the values, from the first, that fit into one word of a call. */
export function fitInOneWord<Value extends string>(values: readonly Value[]): Value[] {
  let length = -1
  const fitting: Value[] = []
  for (const value of values.slice(0, maxAnyOf.values)) {
    length += joinAnyOf([value]).length + 1
    if (length > maxAnyOf.characters) break
    fitting.push(value)
  }
  return fitting
}
