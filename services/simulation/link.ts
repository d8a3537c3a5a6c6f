/**
 * The link of simulated controllers. Their values are computed, their work runs in jobs on the clock of the simulation,
 * and injected trouble is what they answer (domain §12).
 */
import type { Value } from '../contracts/points'
import { seedOf } from '../kit/deterministic'
import type { World } from '../kit/world'
import { macAddressOf } from '../link/mac-address'
import { type ControllerInfo, LinkError, type LinkRefusal, type PartialLink } from '../link/port'
import { objectsOfModel } from './building/objects'
import { type PointsRequest, readSimulatedPoints, together } from './building/point-readings'
import { beginBackup } from './controllers/backup-run'
import { beginDeployment } from './controllers/deployment-run'
import { startBuild } from './controllers/graphics-build'
import { abortWork } from './controllers/link'
import { startOnboarding } from './controllers/onboarding-run'
import { receiveSchedules } from './controllers/schedule-run'
import { beginSend } from './controllers/send-run'
import { carryTunnel, dropTunnel } from './controllers/tunnel-run'
import { clocksOf } from './fleet/clock'
import { activeInjection, firstInjections } from './fleet/injections'
import { packagesOn } from './fleet/packages'
import { setReports } from './fleet/reports'
import { type NewController, unpackController } from './fleet/unpack'
import { wakeController, wakeSchedules } from './fleet/wake'

/** Returns the link of all simulated controllers of a store. */
export function createSimulatedLink(world: World): PartialLink {
  const read = together((requests: readonly PointsRequest[]) => readSimulatedPoints(world, requests))
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
      'onboarding',
      'backup',
      'tunnel',
      'modelObjects',
    ]),

    start: async (events) => setReports(world, events),

    async refusals(deviceIds) {
      const refused = [...firstInjections(world, deviceIds, 'partialWrite').keys()]
      return new Map(refused.map((id): [string, LinkRefusal] => [id, 'refused']))
    },
    answers: async (deviceId) => activeInjection(world, deviceId, 'offline') === undefined,
    async infos(deviceIds) {
      const rows = world.store.all<{ id: string; building_id: string; host_id: string; network: string | null }>(
        `SELECT device.id, building_id, host_id, network FROM device LEFT JOIN controller ON device_id = device.id
         WHERE device.id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(deviceIds),
      )
      return new Map(
        rows.map(({ id, building_id, host_id, network }): [string, ControllerInfo] => [
          id,
          {
            // Controllers of one building share a public address, from the documentation range (RFC 5737).
            publicAddress: `203.0.113.${1 + (seedOf(building_id) % 254)}`,
            macAddress: macAddressOf(host_id),
            network,
          },
        ]),
      )
    },
    clocks: async (deviceIds) => clocksOf(world, deviceIds),
    packages: async (deviceId) => packagesOn(world, deviceId),
    modelObjects: async (models) =>
      new Map(
        models.map((model) => [model, objectsOfModel(model)] as const).filter(([, objects]) => objects.length > 0),
      ),

    read: (deviceId, points) => read({ deviceId, points }),
    async write(point, level, value) {
      if (activeInjection(world, point.device_id, 'rejectConfig', ({ type }) => type === 'point'))
        throw new LinkError('refused')
      const levelsNow = () =>
        readSimulatedPoints(world, [{ deviceId: point.device_id, points: [point] }])[0]?.[0] ?? null
      const before = levelsNow()?.levels ?? null
      writeSimulatedLevel(world, { id: point.id, level, value })
      return { before, after: levelsNow() }
    },
    async acknowledge({ deviceId }) {
      if (activeInjection(world, deviceId, 'partialWrite')) throw new LinkError('refused')
    },

    async sendConfiguration(deviceId, send) {
      beginSend(world, deviceId, send)
    },
    async deploy(deviceId, deployment) {
      beginDeployment(world, deviceId, deployment)
    },
    async onboard(deviceId, order) {
      startOnboarding(world, deviceId, order)
    },
    async backUpSettings(deviceId, backup) {
      beginBackup(world, deviceId, backup)
    },
    openTunnel: async (deviceId, order) => carryTunnel(world, deviceId, order),

    added(deviceId) {
      const device = world.store.get<NewController>(
        'SELECT id, building_id, model_type FROM device WHERE id = ?',
        deviceId,
      )
      if (device) unpackController(world, device)
    },
    buildQueued: (deviceId, version) => startBuild(world, deviceId, version),
    workQueued: (deviceId, at) => wakeController(world, deviceId, at),
    workAborted: (deviceId, workId) => abortWork(world, deviceId, workId),
    sendSchedules: (deviceId, content) => receiveSchedules(world, deviceId, content),
    tunnelAborted: (deviceId, tunnelId) => dropTunnel(world, deviceId, tunnelId),
    schedulesSaved: (deviceId) => wakeSchedules(world, deviceId),
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
