/**
 * Several values in one word of a query, with commas between (domain §17). A backslash before a comma or a backslash
 * makes it part of the value; before any other letter it is itself. What needs no backslash is written as ever.
 */

/** As many values as one word of a query has, and as many characters. */
export const maxAnyOf = { values: 50, characters: 4_000 } as const

/** Returns the word of these values. */
export const joinAnyOf = (values: readonly string[]) =>
  values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',')

/** Returns the values of a word, of which there is always one. */
export function splitAnyOf(text: string): string[] {
  const values: string[][] = [[]]
  for (const [part] of text.matchAll(/\\[\\,]|[^\\,]+|[\\,]/g)) {
    if (part === ',') values.push([])
    else values.at(-1)?.push(part.length === 2 && part.startsWith('\\') ? part.slice(1) : part)
  }
  return values.map((parts) => parts.join(''))
}
