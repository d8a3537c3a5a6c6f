/** The device configuration service: saved settings, their sending, and what became of it (spec §7, domain §5). */
import type { deviceConfiguration } from '../contracts/device-configuration'
import type { Handlers } from '../kit/call'
import { refuse } from '../kit/refusal'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { readNetwork, toNetwork } from './network-records'
import { saveNetwork } from './save-network'
import { send } from './send'
import { readLog, registerExpiry } from './sends'
import { status } from './status'

export { schema } from './schema'

export const handlers: Handlers<typeof deviceConfiguration> = {
  getNetwork({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    const row = readNetwork(world.store, params.id)
    return row ? toNetwork(row) : refuse(4005)
  },

  networkSendLogs({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return readLog(world.store, params.id, 'network')
  },

  saveNetwork,
  send,
  ...status,
}

export function register(world: World): void {
  registerExpiry(world)
}
