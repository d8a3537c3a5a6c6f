/** What a thing more in a schedule document is called: keys and object instances are its controller's alone (domain §3.1). */

/** `sch-3`: the first of its kind that nobody has. */
export function freeKey(prefix: string, siblings: readonly { key: string }[]): string {
  const taken = new Set(siblings.map(({ key }) => key))
  let number = siblings.length + 1
  while (taken.has(`${prefix}-${number}`)) number += 1
  return `${prefix}-${number}`
}

/** The first object instance from 1 that nobody has. */
export function freeInstance(siblings: readonly { objectInstance: number }[]): number {
  const taken = new Set(siblings.map((one) => one.objectInstance))
  let instance = 1
  while (taken.has(instance)) instance += 1
  return instance
}
