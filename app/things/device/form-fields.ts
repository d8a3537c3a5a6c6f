/** The names of the inputs of a controller's form; kept apart from its schemas, which pages do without. */

/** The input of one side of a property, by its row. */
export function propertyField(at: number, side: 'name' | 'value'): string {
  return `property[${at}].${side}`
}

/** How many rows of properties a form shows whose fields are named so, three of them to write in. */
export function propertyRows(names: Iterable<string>, mostRows: number): number {
  const rows = [...names].map((name) => Number(name.match(/^property\[(\d+)\]/)?.[1] ?? -1) + 1)
  return Math.min(Math.max(0, ...rows) + 3, mostRows)
}
