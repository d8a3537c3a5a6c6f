/**
 * Unused keys and object instances for additions to a schedule document; both are unique per controller (domain §3.1).
 */

/** Returns the first unused key, such as `sch-3`. */
export function freeKey(prefix: string, siblings: readonly { key: string }[]): string {
  const taken = new Set(siblings.map(({ key }) => key))
  let number = siblings.length + 1
  while (taken.has(`${prefix}-${number}`)) number += 1
  return `${prefix}-${number}`
}

/** Returns the first unused object instance, starting at 1. */
export function freeInstance(siblings: readonly { objectInstance: number }[]): number {
  const taken = new Set(siblings.map((one) => one.objectInstance))
  let instance = 1
  while (taken.has(instance)) instance += 1
  return instance
}
