import { joinAnyOf, maxAnyOf } from '#contracts/any-of'

/**
 * Returns several values as one parameter that matches any of them (domain §17); a single value is written as it is.
 */
export function anyOfParam(values: readonly string[] | undefined): string | undefined {
  return values && values.length > 0 ? joinAnyOf(values) : undefined
}

/** Returns as many values, from the first, as fit into one parameter. */
export function valuesThatFit<Value extends string>(values: readonly Value[]): Value[] {
  let length = -1
  const fitting: Value[] = []
  for (const value of values.slice(0, maxAnyOf.values)) {
    length += joinAnyOf([value]).length + 1
    if (length > maxAnyOf.characters) break
    fitting.push(value)
  }
  return fitting
}
