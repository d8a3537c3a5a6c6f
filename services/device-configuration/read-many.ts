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
  { body, caller, world }: BulkCall,
  read: (deviceId: string) => Saved | undefined,
  capability: Capability = 'config.read',
) {
  const deviceIds = [...new Set(body.deviceIds)]
  requireOnSomeDevice(world, caller, { capability, deviceIds })
  const data = deviceIds.flatMap((id) => {
    const scope = scopeOfDevice(world.store, id)
    const far = scope && reachOf(caller, capability, scope)
    return far === undefined || far === '-' ? [] : (read(id) ?? [])
  })
  return { data: data as Saved[] }
}
