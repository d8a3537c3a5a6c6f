/**
 * Several values in one query parameter, separated by commas (domain §17). A backslash before a comma or a backslash
 * makes that character part of the value; before any other character it is a plain backslash.
 */

/** The maximum number of values and of characters of one query parameter. */
export const maxAnyOf = { values: 50, characters: 4_000 } as const

/** Returns the query parameter of these values. */
export const joinAnyOf = (values: readonly string[]) =>
  values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',')

/** Returns the values of a query parameter, always at least one. */
export function splitAnyOf(text: string): string[] {
  const values: string[][] = [[]]
  for (const [part] of text.matchAll(/\\[\\,]|[^\\,]+|[\\,]/g)) {
    if (part === ',') values.push([])
    else values.at(-1)?.push(part.length === 2 && part.startsWith('\\') ? part.slice(1) : part)
  }
  return values.map((parts) => parts.join(''))
}
