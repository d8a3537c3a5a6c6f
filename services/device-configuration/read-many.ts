/** The saved settings of many controllers in one reply (domain §17). */
import type { Capability } from '../contracts/permissions'
import { type Caller, reachOf } from '../kit/caller'
import { requireOnSomeDevice } from '../kit/require-on-some-device'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'

interface BulkCall {
  body: { deviceIds: string[] }
  caller: Caller
  world: World
}

/** Returns the settings of each controller the caller may read; throws when there are none. */
export function readMany<Saved>(
  call: BulkCall,
  read: (deviceId: string) => Saved | undefined,
  capability: Capability = 'config.read',
) {
  return { data: readable(call, capability).flatMap((id) => read(id) ?? []) as Saved[] }
}

/** Returns the controllers the caller may read, once each; throws when there are none. */
export function readable({ body, caller, world }: BulkCall, capability: Capability = 'config.read'): string[] {
  const deviceIds = [...new Set(body.deviceIds)]
  requireOnSomeDevice(world, caller, { capability, deviceIds })
  return withinReach({ caller, world }, { capability, deviceIds })
}

/** Returns those of some controllers on which the caller has a capability, once each. */
export function withinReach(
  { caller, world }: Pick<BulkCall, 'caller' | 'world'>,
  { capability, deviceIds }: { capability: Capability; deviceIds: readonly string[] },
): string[] {
  return [...new Set(deviceIds)].filter((id) => {
    const scope = scopeOfDevice(world.store, id)
    const far = scope && reachOf(caller, capability, scope)
    return far !== undefined && far !== '-'
  })
}
