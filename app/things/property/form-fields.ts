/** The names of the inputs of properties; kept apart from their schema, which pages do without. */

/** As many as a thing holds (domain §15). */
export const mostProperties = 50

/** The input of one side of a property, by its row. */
export function propertyField(at: number, side: 'name' | 'value'): string {
  return `property[${at}].${side}`
}

/** How many rows of properties a form shows whose fields are named so, three of them to write in. */
export function propertyRows(names: Iterable<string>): number {
  const rows = [...names].map((name) => Number(name.match(/^property\[(\d+)\]/)?.[1] ?? -1) + 1)
  return Math.min(Math.max(0, ...rows) + 3, mostProperties)
}
