/**
 * The evaluation on real packets: controllers of the demonstration as BACnet devices on ports of the loopback address,
 * which a link reads as those of any maker (docs/decisions/evaluation.md).
 */
import type { DatagramPort } from '../../bacnet/network/udp-port'
import { clockOffsetMs } from '../../kit/clock-offset'
import { seedId } from '../../kit/deterministic'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { hostIdOf } from '../../link/bacnet-model'
import { deviceInstanceOf } from '../../link/device-instance'
import { bacnetProtocol, simulatedProtocol } from '../../link/registry'
import { findCopy, recordSchedules } from '../../operations/schedules/controller-copy'
import type { HeldCommand } from '../building/point-readings'
import { scheduleRunsOf } from '../building/schedule-levels'
import { wakeSchedules } from '../fleet/wake'
import type { DeviceLevels } from './building-device'
import { keepRun } from './device-schedules'
import { openDevicePorts, serveDevices } from './serve-devices'

const address = '127.0.0.1'
const building = 'Faculté de droit'
/** All whose points are seeded. */
const keys = [
  ...Array.from({ length: 11 }, (_, at) => `ECYVAV-${at + 1}`),
  ...['ECY303-1', 'ECYPTU207-1', 'ECY600-1'],
].map((key) => `montcalm-DRO-${key}`)
const networkId = seedId('controllerNetwork', 'evaluation')

export interface PacketEvaluation {
  /** What the start says about it. */
  notice: string
  /** Whether devices are served, and since when; null for none. */
  since: number | null
  close(): Promise<void>
}

const simulated = (notice: string): PacketEvaluation => ({ notice, since: null, close: async () => undefined })

/**
 * Serves the controllers from a port on and hands them to the BACnet link, or hands them back to the simulation where
 * that is not possible; null when nothing of it was ever wanted.
 */
export async function beginEvaluation(world: World, firstPort: number | null): Promise<PacketEvaluation | null> {
  const { store, settings } = world
  if (firstPort === null) {
    handBack(world)
    return null
  }
  if (settings.profile !== 'demo') return null
  const ids = keys.map((key) => seedId('device', key)).filter((id) => isServable(store, id))
  const objection = objectionTo(world)
  if (objection || ids.length === 0) {
    handBack(world)
    return simulated(`The controllers of ${building} are simulated, without packets: ${objection ?? 'there are none'}.`)
  }
  const opened = await portsFrom(firstPort, ids.length)
  if ('taken' in opened) {
    handBack(world)
    return simulated(
      `UDP port ${opened.taken} of ${address} is taken: the controllers of ${building} are simulated, without packets. ` +
        'EVALUATION_BACNET_PORT names another first port.',
    )
  }
  const running = serveDevices(world, { ports: opened.ports, deviceIds: ids, held: heldIn(world) })
  handBack(world, ids)
  handOver(world, ids, firstPort)
  const last = firstPort + ids.length - 1
  return {
    notice: `${ids.length} controllers of ${building} are read over BACnet/IP, on UDP ports ${firstPort} to ${last} of ${address}.`,
    since: world.clock.now(),
    close: running.close,
  }
}

/** Returns why no packets are used; undefined when they can be. */
function objectionTo({ store, settings }: World): string | undefined {
  if (settings.simControl) return 'SIM_CONTROL can move the clock'
  if (clockOffsetMs(store) !== 0) return 'the clock of this data folder was moved'
  if (settings.agentPort !== null || Object.keys(settings.linkPrograms).length > 0) return 'other links are configured'
  return undefined
}

/**
 * Whether a controller is there, in service, and answers, and waits for nothing that BACnet has no way for: packages and
 * settings. What a link reports of one that is served does not count.
 */
const isServable = (store: Store, id: string): boolean =>
  store.get(
    `SELECT 1 FROM device WHERE id = ? AND onboarded = 1 AND (id IN (SELECT device_id FROM evaluation_device)
       OR (protocol = ? AND offline_since IS NULL AND packages_outdated = 0
         AND NOT EXISTS (SELECT 1 FROM configuration_state
           WHERE device_id = device.id AND content_version <> applied_version)))`,
    id,
    simulatedProtocol,
  ) !== undefined

/** Opens the ports of the devices; that of the link after them has to be free as well. */
async function portsFrom(firstPort: number, count: number): Promise<{ ports: DatagramPort[] } | { taken: number }> {
  try {
    const ports = await openDevicePorts(address, firstPort, count + 1)
    await ports.pop()?.close()
    return { ports }
  } catch (error) {
    const { code, port } = error as NodeJS.ErrnoException & { port?: number }
    if (code === undefined) throw error
    return { taken: port ?? firstPort }
  }
}

/** Makes the controllers those of the link. What they were before is kept once. */
function handOver(world: World, ids: readonly string[], firstPort: number): void {
  const { store, clock, jobs } = world
  store.transaction(() => {
    const [first = ''] = ids
    store.run(
      `INSERT INTO controller_network (id, tenant_id, customer_id, site_id, protocol, name, address, port, broadcast_to,
         lowest_instance, highest_instance)
       SELECT ?, tenant_id, customer_id, site_id, ?, 'Evaluation', ?, ?, ?, 0, 4194302 FROM device WHERE id = ?
       ON CONFLICT (id) DO UPDATE SET address = excluded.address, port = excluded.port,
         broadcast_to = excluded.broadcast_to`,
      networkId,
      bacnetProtocol,
      address,
      firstPort + ids.length,
      JSON.stringify(ids.map((_, at) => ({ address, port: firstPort + at }))),
      first,
    )
    for (const [at, id] of ids.entries()) {
      const instance = deviceInstanceOf(world, id)
      const isNew = store.run('INSERT OR IGNORE INTO evaluation_device SELECT id, host_id FROM device WHERE id = ?', id)
      if (isNew)
        store.run(
          `INSERT OR IGNORE INTO device_level SELECT point_id, level, value, at FROM point_command
           WHERE device_id = ? AND is_seen = 0`,
          id,
        )
      // A save that waits is sent by the link.
      jobs.cancel(`schedules:${id}`)
      keepRun(store, id)
      store.run(
        'UPDATE device SET protocol = ?, host_id = ? WHERE id = ?',
        bacnetProtocol,
        hostIdOf(networkId, instance),
        id,
      )
      store.run(
        `INSERT INTO networked_device (device_id, network_id, instance, address) VALUES (?,?,?,?)
         ON CONFLICT (device_id) DO UPDATE SET instance = excluded.instance, address = excluded.address`,
        id,
        networkId,
        instance,
        `${address}:${firstPort + at}`,
      )
      store.run(
        `INSERT OR IGNORE INTO device_writing (device_id, is_on, reason, by_id, by_name, at)
         VALUES (?, 1, 'Served by this evaluation', 'evaluation', 'Plantroom', ?)`,
        id,
        clock.now(),
      )
    }
  })
}

/** Makes the controllers simulated ones again, but for some. */
function handBack(world: World, others: readonly string[] = []): void {
  const { store } = world
  store.transaction(() => {
    const ids = store
      .all<{ id: string }>(
        'SELECT device_id AS id FROM evaluation_device WHERE device_id NOT IN (SELECT value FROM json_each(?))',
        JSON.stringify(others),
      )
      .map(({ id }) => id)
    if (ids.length === 0) return
    const own = JSON.stringify(ids)
    const isOwn = 'device_id IN (SELECT value FROM json_each(?))'
    for (const id of ids) returnSchedules(world, id)
    store.run(`DELETE FROM point_command WHERE is_seen = 1 AND ${isOwn}`, own)
    store.run(`DELETE FROM device_level WHERE point_id IN (SELECT id FROM point WHERE ${isOwn})`, own)
    store.run(`DELETE FROM networked_device WHERE ${isOwn}`, own)
    store.run(`DELETE FROM controller_schedule WHERE ${isOwn}`, own)
    store.run(
      `DELETE FROM controller_network WHERE id = ?
         AND NOT EXISTS (SELECT 1 FROM networked_device WHERE network_id = controller_network.id)`,
      networkId,
    )
    store.run(
      `UPDATE device SET protocol = ?, offline_since = NULL,
         host_id = (SELECT host_id FROM evaluation_device WHERE device_id = device.id)
       WHERE id IN (SELECT value FROM json_each(?))`,
      simulatedProtocol,
      own,
    )
    store.run(`DELETE FROM evaluation_device WHERE ${isOwn}`, own)
    for (const id of ids) wakeSchedules(world, id)
  })
}

/** Stores what a controller runs as its document, as its link reports it, unless a save waits. */
function returnSchedules(world: World, deviceId: string): void {
  const run = scheduleRunsOf(world, deviceId, world.clock.now() + 1).at(-1)
  if (!run || !findCopy(world, deviceId)) return
  recordSchedules(world, deviceId, { calendars: run.calendars, schedules: run.schedules, unreadable: [] })
}

interface LevelRow extends HeldCommand {
  point_id: string
}

/** The levels that the devices hold, apart from what the services have stored of them. */
const heldIn = ({ store: own, clock }: World): DeviceLevels => ({
  of(store, ids) {
    const rows = store.all<LevelRow>(
      `SELECT point_id, level, value, at FROM device_level
       WHERE point_id IN (SELECT value FROM json_each(?)) ORDER BY point_id, level`,
      JSON.stringify(ids),
    )
    const byPoint = new Map<string, LevelRow[]>()
    for (const row of rows) byPoint.set(row.point_id, [...(byPoint.get(row.point_id) ?? []), row])
    return byPoint
  },
  set(pointId, level, value) {
    if (value === null) own.run('DELETE FROM device_level WHERE point_id = ? AND level = ?', pointId, level)
    else
      own.run(
        `INSERT INTO device_level (point_id, level, value, at) VALUES (?,?,?,?)
         ON CONFLICT (point_id, level) DO UPDATE SET value = excluded.value, at = excluded.at`,
        pointId,
        level,
        JSON.stringify(value),
        clock.now(),
      )
  },
})
