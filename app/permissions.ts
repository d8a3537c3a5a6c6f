/** What a person may do here: the matrix of the contracts, read for one role at one place (spec §6, domain §9.4). */
import { type Capability, type RoleName, reach } from '#contracts/permissions'

export type { Capability, RoleName }

/** Whether a role reaches a capability at its own place; `self` widens it to what is one's own. */
export function may(role: RoleName, capability: Capability, options: { self?: boolean } = {}): boolean {
  const found = reach(role, capability)
  return found === 'S' ? options.self === true : found !== '-'
}
