/** The device configuration service: saved settings, sends and their state (spec §7, domain §5). */
import type { deviceConfiguration } from '../contracts/device-configuration'
import type { Handlers } from '../kit/call'
import { refuse } from '../kit/refusal'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { adminUser } from './admin-user'
import { bacnet } from './bacnet'
import { gfx, sweepJob } from './gfx'
import { registerBuilds } from './gfx-build'
import { sweepBytes } from './gfx-files'
import { logAnswer } from './log-answer'
import { readNetwork, toNetwork } from './network-records'
import { ofMany } from './of-many'
import { saveNetwork } from './save-network'
import { send } from './send'
import { registerExpiry } from './sends'
import { stands } from './stands'
import { status } from './status'
import { time } from './time'
import { waitingSends } from './waiting-sends'

export { admissions, inspections } from './gfx'
export { schema } from './schema'

export const handlers: Handlers<typeof deviceConfiguration> = {
  getNetwork({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    const row = readNetwork(world.store, params.id)
    return row ? toNetwork(row) : refuse(4005)
  },

  networkOfMany: (call) =>
    ofMany(call, (id) => {
      const row = readNetwork(call.world.store, id)
      return row && toNetwork(row)
    }),

  networkSendLogs: (call) => logAnswer(call, 'network'),

  saveNetwork,
  send,
  ...status,
  ...gfx,
  ...time,
  ...bacnet,
  ...adminUser,
  ...stands,
  ...waitingSends,
}

export function register(world: World): void {
  registerExpiry(world)
  registerBuilds(world)
  world.jobs.on(sweepJob, () => sweepBytes(world))
  sweepBytes(world)
}
