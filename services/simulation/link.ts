/**
 * The link of simulated controllers. Their values are computed, their work runs in jobs on the clock of the simulation,
 * and injected trouble is what they answer (domain §12).
 */
import type { Value } from '../contracts/points'
import { seedOf } from '../kit/deterministic'
import type { World } from '../kit/world'
import { LinkError, type LinkRefusal, type PartialLink } from '../link/port'
import { macAddressOf } from '../site/search/search-text'
import { readSimulatedPoints } from './building/point-readings'
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

    read: async (deviceId, points) => readSimulatedPoints(world, deviceId, points),
    async write(point, level, value) {
      if (activeInjection(world, point.device_id, 'rejectConfig', ({ type }) => type === 'point'))
        throw new LinkError('refused')
      const levelsNow = () => readSimulatedPoints(world, point.device_id, [point])[0] ?? null
      const before = levelsNow()?.levels ?? null
      writeSimulatedLevel(world, { id: point.id, level, value })
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
export function writeSimulatedLevel(
  { store, clock }: World,
  { id, level, value }: { id: string; level: number; value: Value | null },
): void {
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
