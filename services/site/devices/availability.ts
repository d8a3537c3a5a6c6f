/** Availability of controllers, and requests for their state (domain §6.2). */
import type { UnavailableReason } from '../../contracts/devices'
import type { site } from '../../contracts/site'
import { forEachEntity } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { reachOf, requireSomewhere } from '../../kit/caller'
import { timestamp } from '../../kit/clock'
import { scopeOfDevice } from '../../kit/scope'
import type { World } from '../../kit/world'
import { LinkError } from '../../link/port'
import { isConnected } from '../../link/presence'
import { readProduct, recordPackages, recountPackages } from '../packages/installed'
import { requestInventory } from '../points/inventory'
import type { DeviceRecord } from './rows'

/** How long a controller takes to respond to a state request. */
const syncMs = 3_000

type Test = Pick<ServiceCall<typeof site.testOnboardingAvailability>, 'world' | 'caller' | 'body'>
type Obstacle = UnavailableReason | undefined
type Availability = Pick<
  Handlers<typeof site>,
  'testOnboardingAvailability' | 'testTunnelingAvailability' | 'syncState'
>

export const availability: Availability = {
  async testOnboardingAvailability(call) {
    const at = timestamp(call.world.clock.now())
    return (await tested(call, onboardingObstacle)).map(({ deviceId, reason }) => ({
      deviceId,
      deviceOnboardingAvailability: { available: !reason, timestamp: at, ...(reason && { reason }) },
    }))
  },

  async testTunnelingAvailability(call) {
    const at = timestamp(call.world.clock.now())
    return (await tested(call, tunnelObstacle)).map(({ deviceId, reason }) => ({
      deviceId,
      deviceRemoteTunnelingAvailability: { isConnected: !reason, timestamp: at, ...(reason && { reason }) },
    }))
  },

  syncState({ body, world, require }) {
    const { store, clock, jobs } = world
    const now = clock.now()
    return forEachEntity([...new Set(body.deviceIds)], { id: (id) => id, savepoint: store.transaction }, (deviceId) => {
      require(scopeOfDevice(store, deviceId))
      jobs.schedule('device.sync', now + syncMs, { deviceId }, `device.sync:${deviceId}`)
      return { deviceId, syncState: 'queued' as const, requestedAt: timestamp(now) }
    })
  },
}

/** Ids the caller cannot see are treated like unknown ids, without a 4100 (domain §6.2). */
async function tested(
  { world, caller, body }: Test,
  obstacle: (world: World, device: DeviceRecord) => Obstacle | Promise<Obstacle>,
): Promise<{ deviceId: string; reason: Obstacle }[]> {
  requireSomewhere(caller, 'device.test')
  const deviceIds = [...new Set(body.deviceIds)]
  return Promise.all(
    deviceIds.map(async (deviceId) => {
      const scope = scopeOfDevice(world.store, deviceId)
      const far = scope && reachOf(caller, 'device.test', scope)
      const device = world.store.get<DeviceRecord>('SELECT * FROM device WHERE id = ?', deviceId)
      const isHidden = far === undefined || far === '-' || !device
      return { deviceId, reason: isHidden ? 'unknown' : await obstacle(world, device) }
    }),
  )
}

/** A controller that is not onboarded yet may respond on its own network. */
async function onboardingObstacle(world: World, device: DeviceRecord): Promise<Obstacle> {
  const answers = device.onboarded
    ? isConnected(device, world.clock.now())
    : await world.links.of(device.id).answers(device.id)
  return answers ? undefined : 'offline'
}

/** Returns why a tunnel to a controller is impossible; undefined when it is possible. */
export function tunnelObstacle({ store, clock }: World, device: DeviceRecord): Obstacle {
  if (!device.onboarded) return 'notOnboarded'
  if (!isConnected(device, clock.now())) return 'offline'
  if (!readProduct(store, device.product_id)?.license?.features.includes('remoteTunneling')) return 'licence'
  const carries = store.get(`SELECT 1 FROM device_package WHERE device_id = ? AND name = 'remote-tunneling'`, device.id)
  return carries ? undefined : 'packageMissing'
}

/** Registers the job in which a connected controller lists its packages and objects; a silent one lists nothing. */
export function registerStateSync(world: World): void {
  const { store, clock, jobs, inFlight, log } = world
  jobs.on<{ deviceId: string }>('device.sync', ({ deviceId }) => {
    const device = readDevice(store, deviceId)
    if (!device || !isConnected(device, clock.now())) return
    inFlight
      .track(() => syncPackages(world, deviceId))
      .catch((error: unknown) => log.error({ err: error, deviceId }, 'the packages of a controller were not stored'))
    requestInventory(world, deviceId)
  })
}

const readDevice = (store: World['store'], id: string) =>
  store.get<DeviceRecord>('SELECT * FROM device WHERE id = ?', id)

/** Stores the packages that a controller lists; of one that cannot list them, those that are known are counted again. */
async function syncPackages({ links, store, jobs }: World, deviceId: string): Promise<void> {
  jobs.endTurn()
  const packages = await links
    .of(deviceId)
    .packages(deviceId)
    .catch((error: unknown) => {
      if (error instanceof LinkError) return null
      throw error
    })
  store.transaction(() => {
    const device = readDevice(store, deviceId)
    if (device && packages) recordPackages(store, device, packages)
    else if (device) recountPackages(store, device)
  })
}
