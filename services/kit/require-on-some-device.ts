/** Permissions on several controllers in one call (domain §0, §9.2, §9.3). */
import type { Capability } from '../contracts/permissions'
import { fail } from './api-error'
import { type Caller, reachOf } from './caller'
import { scopeOfDevice } from './scope'
import type { World } from './world'

/** Throws when the caller has the capability on none of them: 403 when at least one is visible, else 404. */
export function requireOnSomeDevice(
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
  fail(visible ? 4003 : 4005)
}

/** Whether a customer is archived; it is then read-only (4202). */
export function isArchived({ store }: World, customerId: string): boolean {
  return store.get<{ archived: number }>('SELECT archived FROM customer WHERE id = ?', customerId)?.archived === 1
}
