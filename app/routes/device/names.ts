/** What several controllers added at once will be called (domain §15). */
import { fold } from '#contracts/fold'

/** `VAV`, `VAV-2`, `VAV-3` …: the first `quantity` of them that are not `taken`. The service has the last word. */
export function namesFor(name: string, quantity: number, taken: readonly string[]): string[] {
  const known = new Set(taken.map(fold))
  const names: string[] = []
  for (let number = 1; names.length < quantity; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!known.has(fold(candidate))) names.push(candidate)
  }
  return names
}
