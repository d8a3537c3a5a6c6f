/** The device configuration service: saved settings, sends and their state (spec §7, domain §5). */
import type { deviceConfiguration } from '../contracts/device-configuration'
import { fail } from '../kit/api-error'
import type { Consultations, Handlers } from '../kit/call'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import type { LinkChange } from '../link/port'
import { adminUser } from './admin-user'
import { bacnet } from './bacnet'
import { setClocks } from './clocks'
import { gfx, sweepJob } from './gfx'
import { sweepBytes } from './gfx-files'
import { logReply } from './log-reply'
import { readNetwork, toNetwork } from './network-records'
import { readMany, withinReach } from './read-many'
import { saveNetwork } from './save-network'
import { send } from './send'
import { registerExpiry } from './sends'
import { configurationComparisons } from './stands'
import { status } from './status'
import { time } from './time'
import { waitingSends } from './waiting-sends'

export { gfxAdmissions as admissions, gfxInspections as inspections } from './gfx'
export { provideDeliveredGraphics } from './gfx-files'
export { schema } from './schema'

export const handlers: Handlers<typeof deviceConfiguration> = {
  getNetwork({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    const row = readNetwork(world.store, params.id)
    return row ? toNetwork(row) : fail(4005)
  },

  networkOfMany: (call) =>
    readMany(call, (id) => {
      const row = readNetwork(call.world.store, id)
      return row && toNetwork(row)
    }),

  networkSendLogs: (call) => logReply(call, 'network'),

  saveNetwork,
  send,
  ...status,
  ...gfx,
  ...time,
  setClocks,
  ...bacnet,
  ...adminUser,
  ...configurationComparisons,
  ...waitingSends,
}

const refusalsOf =
  (change: LinkChange) =>
  async ({ body, world }: { body: { deviceIds: string[] }; world: World }) => ({
    refusals: await world.links.refusals(body.deviceIds, change),
  })

/** A controller may refuse a change before it is saved for it. */
const configurationConsultations: Consultations<typeof deviceConfiguration> = {
  saveNetwork: refusalsOf('network'),
  saveBacnet: refusalsOf('bacnet'),
  saveAdminUser: refusalsOf('users'),
  uploadGfx: refusalsOf('gfx'),
  send: refusalsOf('change'),
  saveTime: async ({ body, caller, world }) => ({
    refusals: await world.links.refusals(body.deviceIds, 'time'),
    clocks: await world.links.clocks(
      withinReach({ caller, world }, { capability: 'config.read', deviceIds: body.deviceIds }),
    ),
  }),
}

export { configurationConsultations as consultations }

export function register(world: World): void {
  registerExpiry(world)
  world.jobs.onRealTime(sweepJob, () => sweepBytes(world))
  sweepBytes(world)
}
