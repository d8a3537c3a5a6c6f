/** Rights over several controllers named in one call (domain §0, §9.2, §9.3). */
import type { Capability } from '../contracts/permissions'
import { type Caller, reachOf } from './caller'
import { refuse } from './refusal'
import { scopeOfDevice } from './scope'
import type { World } from './world'

/** Refuses the whole call when the caller may do it to none of them: 403 when one is visible at least, else 404. */
export function requireOnSome(
  { store }: World,
  caller: Caller,
  { capability, deviceIds }: { capability: Capability; deviceIds: Iterable<string> },
): void {
  let visible = false
  for (const id of deviceIds) {
    const scope = scopeOfDevice(store, id)
    const far = scope && reachOf(caller, capability, scope)
    if (far !== undefined && far !== '-') return
    visible ||= far === '-'
  }
  refuse(visible ? 4003 : 4005)
}

/** An archived customer can only be read (4202). */
export function isArchived({ store }: World, customerId: string): boolean {
  return store.get<{ archived: number }>('SELECT archived FROM customer WHERE id = ?', customerId)?.archived === 1
}
