/** Several values of one word of a call (domain §17): any of them matches. One alone is written as ever. */
export function anyOf(values: readonly string[] | undefined): string | undefined {
  return values && values.length > 0 ? values.join(',') : undefined
}
