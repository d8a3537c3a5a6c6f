/** What the links are configured with: all their networks and controllers, read from the store. */
import type { World } from '../kit/world'
import type { LinkConfiguration, LinkNetwork, ObjectRef, PointRef, WatchedController } from './port'

interface NetworkRow {
  id: string
  address: string
  port: number
  broadcast_to: string
  bbmd: string | null
}

/**
 * Returns the networks and controllers that a protocol reaches, over a site agent or without one (null), with the points
 * that still exist.
 */
export function configurationOf({ store }: World, protocol: string, agentId: string | null): LinkConfiguration {
  const networks = store
    .all<NetworkRow>(
      `SELECT id, address, port, broadcast_to, bbmd FROM controller_network
       WHERE protocol = ? AND agent_id IS ? ORDER BY id`,
      protocol,
      agentId,
    )
    .map(
      ({ id, address, port, broadcast_to, bbmd }): LinkNetwork => ({
        id,
        own: { address, port },
        broadcastTo: JSON.parse(broadcast_to) as LinkNetwork['broadcastTo'],
        bbmd: bbmd === null ? null : (JSON.parse(bbmd) as LinkNetwork['bbmd']),
      }),
    )
  const points = new Map<string, PointRef[]>()
  const rows = store.all<PointRef>(
    `SELECT point.id, point.device_id, object_type, object_instance, kind FROM point
       JOIN device ON device.id = point.device_id
       LEFT JOIN networked_device AS own ON own.device_id = device.id
       LEFT JOIN controller_network AS network ON network.id = own.network_id
     WHERE device.protocol = ? AND network.agent_id IS ? AND vanished_at IS NULL
     ORDER BY point.device_id, object_type, object_instance`,
    protocol,
    agentId,
  )
  for (const row of rows) {
    const own = points.get(row.device_id)
    if (own) own.push(row)
    else points.set(row.device_id, [row])
  }
  const controllers = store
    .all<Omit<WatchedController, 'points' | 'writable'> & { isOn: number | null; objects: string | null }>(
      `SELECT networked_device.device_id AS deviceId, network_id AS networkId, instance, is_on AS isOn, objects,
         site.time_zone AS timeZone
       FROM networked_device JOIN device ON device.id = networked_device.device_id
         JOIN controller_network AS network ON network.id = network_id
         JOIN site ON site.id = device.site_id
         LEFT JOIN device_writing ON device_writing.device_id = device.id
       WHERE device.protocol = ? AND network.agent_id IS ? AND onboarded = 1 ORDER BY device.id`,
      protocol,
      agentId,
    )
    .map(
      ({ isOn, objects, ...controller }): WatchedController => ({
        ...controller,
        points: points.get(controller.deviceId) ?? [],
        writable: !isOn ? [] : objects === null ? 'all' : (JSON.parse(objects) as ObjectRef[]),
      }),
    )
  return { networks, controllers }
}

const pending = new WeakSet<World>()

/** Configures all links after the current transaction; several requests within it are one. */
export function requestConfiguration(world: World): void {
  if (pending.has(world)) return
  pending.add(world)
  setImmediate(() => {
    pending.delete(world)
    if (!world.inFlight.shutdown.aborted) void configureLinks(world)
  })
}

/** Inventories that end within this time are one notice: each notice is about all points there are. */
const gatherMs = 2_000
const gathering = new WeakSet<World>()

/** Configures all links soon, together with other changes of points. */
export function requestConfigurationSoon(world: World): void {
  if (gathering.has(world)) return
  gathering.add(world)
  setTimeout(() => {
    gathering.delete(world)
    if (!world.inFlight.shutdown.aborted) void configureLinks(world)
  }, gatherMs).unref()
}

/** Configures all links. */
export const configureLinks = (world: World): Promise<void> =>
  world.links.configure((protocol, agentId) => configurationOf(world, protocol, agentId))
