/** The names of several controllers created at once (domain §15). */
import { fold } from '#contracts/fold'

/** Returns the first `quantity` of `VAV`, `VAV-2`, `VAV-3` … that are not in `existing`. The service checks again. */
export function namesFor(name: string, quantity: number, existing: readonly string[]): string[] {
  const usedNames = new Set(existing.map(fold))
  const names: string[] = []
  for (let number = 1; names.length < quantity; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!usedNames.has(fold(candidate))) names.push(candidate)
  }
  return names
}
