/**
 * The link of simulated controllers. Their values are computed, their work runs in jobs on the clock of the simulation,
 * and injected trouble is what they answer (domain §12).
 */
import type { Value } from '../contracts/points'
import { seedOf } from '../kit/deterministic'
import type { World } from '../kit/world'
import { LinkError, type LinkRefusal, type PartialLink, type PointReading, type PointRef } from '../link/port'
import { commandedValue, commandsOf, weakestLevel } from '../site/points/priority-array'
import { macAddressOf } from '../site/search/search-text'
import { isOverwritten, pointsAt, scheduledLevels } from './building/values'
import { startBackup } from './controllers/backup-run'
import { beginOnboardingStep } from './controllers/onboarding-run'
import { clockOf } from './fleet/clock'
import { readController } from './fleet/controller'
import { activeInjection } from './fleet/injections'
import { type NewController, unpackController } from './fleet/unpack'
import { wakeController, wakeSchedules } from './fleet/wake'

/** Returns the link of all simulated controllers of a store. */
export function createSimulatedLink(world: World): PartialLink {
  return {
    can: new Set([
      'points',
      'write',
      'schedules',
      'events',
      'time',
      'bacnet',
      'network',
      'users',
      'gfx',
      'packages',
      'backup',
      'tunnel',
    ]),

    async refusals(deviceIds) {
      const refused = deviceIds.filter((id) => activeInjection(world, id, 'partialWrite'))
      return new Map(refused.map((id): [string, LinkRefusal] => [id, 'refused']))
    },
    answers: async (deviceId) => activeInjection(world, deviceId, 'offline') === undefined,
    async info(deviceId) {
      const controller = readController(world, deviceId)
      const device = world.store.get<{ building_id: string; host_id: string }>(
        'SELECT building_id, host_id FROM device WHERE id = ?',
        deviceId,
      )
      return {
        // Controllers of one building share a public address, from the documentation range (RFC 5737).
        publicAddress: device ? `203.0.113.${1 + (seedOf(device.building_id) % 254)}` : null,
        macAddress: device ? macAddressOf(device.host_id) : null,
        network: controller?.network ?? null,
      }
    },
    clock: async (deviceId) => clockOf(world, deviceId),

    read: async (deviceId, points) => readPoints(world, deviceId, points),
    async write(point, level, value) {
      if (activeInjection(world, point.device_id, 'rejectConfig', ({ type }) => type === 'point'))
        throw new LinkError('refused')
      const levelsNow = () => readPoints(world, point.device_id, [point])[0] ?? null
      const before = levelsNow()?.levels ?? null
      writeLevel(world, { id: point.id, level, value })
      return { before, after: levelsNow() }
    },
    async acknowledge({ deviceId }) {
      if (activeInjection(world, deviceId, 'partialWrite')) throw new LinkError('refused')
    },

    added(deviceId) {
      const device = world.store.get<NewController>(
        'SELECT id, tenant_id, customer_id, building_id, model_type FROM device WHERE id = ?',
        deviceId,
      )
      if (device) unpackController(world, device)
    },
    onboardingBegan: (deviceId) => beginOnboardingStep(world, deviceId),
    workQueued: (deviceId, at) => wakeController(world, deviceId, at),
    schedulesSaved: (deviceId) => wakeSchedules(world, deviceId),
    backupQueued: (_deviceId, backupId) => startBackup(world, backupId),
  }
}

/** Writes or releases a level of a simulated priority array; the services add who did it and until when. */
function writeLevel({ store, clock }: World, { id, level, value }: { id: string; level: number; value: Value | null }) {
  if (value === null) {
    store.run('DELETE FROM point_command WHERE point_id = ? AND level = ?', id, level)
    return
  }
  store.run(
    `INSERT INTO point_command (point_id, level, value, tenant_id, customer_id, device_id, at)
     SELECT id, ?, ?, tenant_id, customer_id, device_id, ? FROM point WHERE id = ?
     ON CONFLICT (point_id, level) DO UPDATE SET value = excluded.value, at = excluded.at`,
    level,
    JSON.stringify(value),
    clock.now(),
    id,
  )
}

/** Reads at the moment the controller was last heard. */
function readPoints(world: World, deviceId: string, points: readonly PointRef[]): PointReading[] {
  const { store, clock } = world
  const device = store.get<{ offline_since: number | null }>('SELECT offline_since FROM device WHERE id = ?', deviceId)
  const at = Math.min(device?.offline_since ?? clock.now(), clock.now())
  const ids = points.map(({ id }) => id)
  const written = commandsOf(store, ids)
  const scheduled = scheduledLevels(world, deviceId, { at, points })
  const commandedIds = new Set([...written.keys(), ...scheduled.keys()])
  const readings = pointsAt(world, deviceId, { at, ids: new Set(ids), commandedIds })
  const defaults = defaultsOf(
    world,
    ids.filter((id) => readings.get(id)?.value == null || readings.get(id)?.free == null),
  )
  return points.map((point) => {
    const manual = (written.get(point.id) ?? [])
      .filter(({ level, at: writtenAt }) => level !== weakestLevel || !isOverwritten(world, point, { writtenAt, at }))
      .map((command) => ({
        level: command.level,
        value: commandedValue(command),
        at: command.at,
        isScheduled: false,
      }))
    const bySchedules = (scheduled.get(point.id) ?? [])
      .filter(({ level }) => !manual.some((command) => command.level === level))
      .flatMap(({ level, value }) => (value === null ? [] : [{ level, value, at, isScheduled: true }]))
    const levels = [...manual, ...bySchedules].sort((a, b) => a.level - b.level)
    const reading = readings.get(point.id)
    const ownDefault = defaults.get(point.id) ?? null
    const [strongest] = levels
    return {
      pointId: point.id,
      at,
      value: strongest ? strongest.value : (reading?.value ?? ownDefault),
      relinquishDefault: reading?.free ?? ownDefault,
      levels,
    }
  })
}

/** Returns what points without a unit read once every level is released. */
function defaultsOf({ store }: World, ids: readonly string[]): Map<string, Value> {
  if (ids.length === 0) return new Map()
  const rows = store.all<{ id: string; relinquish_default: string }>(
    'SELECT id, relinquish_default FROM point WHERE relinquish_default IS NOT NULL AND id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  return new Map(rows.map(({ id, relinquish_default }) => [id, JSON.parse(relinquish_default) as Value]))
}
