/** Names of property inputs, in a module of their own because pages do not need the schema. */

/** Maximum number of properties of an entity (domain §15). */
export const maxProperties = 50

/** Returns the input name of one side of a property row. */
export function propertyField(at: number, side: 'name' | 'value'): string {
  return `property[${at}].${side}`
}

/** Returns the number of property rows of a form: the used ones plus three empty, up to the maximum. */
export function propertyRows(names: Iterable<string>): number {
  const rows = [...names].map((name) => Number(name.match(/^property\[(\d+)\]/)?.[1] ?? -1) + 1)
  return Math.min(Math.max(0, ...rows) + 3, maxProperties)
}
