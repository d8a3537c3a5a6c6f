/** Past and current work of the controllers at the time of the seed (domain §11.1). */

import type { NetworkSettings } from '../contracts/network-settings'
import { queueSend, readState } from '../device-configuration/sends'
import { seedId } from '../kit/deterministic'
import type { World } from '../kit/world'
import { scheduleWorkStep } from '../simulation/controllers/link'
import { setWork } from '../simulation/fleet/controller'
import { storeInjection } from '../simulation/fleet/injections'
import { moveOperation, operationsOf, refreshDeployment } from '../site/deployments/records'
import { deploymentToRequest } from '../site/deployments/reports'
import type { DeploymentOperationStatus } from '../site/deployments/status'
import { packageCatalogue, versionOf } from './catalogue-packages'
import { deviceIdOf, insert } from './fleet-write'
import { userIdOf } from './people'

const hour = 3_600_000
const day = 24 * hour

const amelie = { id: userIdOf('amelie'), fullName: 'Amélie Tremblay' }

/** Writes it; current work counts from the clock, so that it continues visibly. */
export function writeHistory(world: World, epoch: number): void {
  const at = epoch - 40 * day
  past(world, 'story-5', 'story', at, [
    { name: 'alarms', from: versionOf('alarms', 1), status: 'PackageInstallationSuccess' },
  ])
  for (const key of ['RES-ECYVAV-1', 'RES-ECYVAV-3', 'RES-ECYVAV-4']) {
    past(world, `montcalm-${key}`, 'trends', epoch - 9 * day, [
      { name: 'trends', from: versionOf('trends', 1), status: 'PackageInstallationSuccess' },
    ])
  }
  past(world, 'montcalm-RES-ECYPTU207-1', 'weather', epoch - 2 * day, [
    {
      name: 'weather',
      from: null,
      status: 'PackageInstallationFailure',
      message: 'The installation ended with code MISSING_LIBRARY; the version before stays.',
    },
  ])
  uploadUnderWay(world)
  waitingSend(world)
}

interface PastOperation {
  name: string
  from: string | null
  status: DeploymentOperationStatus
  message?: string
}

function past(world: World, key: string, operation: string, at: number, operations: readonly PastOperation[]): void {
  const id = deployment(world, key, operation, at, operations)
  world.store.run(
    'UPDATE deployment_operation SET started_at = ?, completed_at = ? WHERE deployment_id = ?',
    at,
    at + 40_000,
    id,
  )
  refreshDeployment(world.store, id, at + 40_000)
}

function deployment(
  world: World,
  key: string,
  operation: string,
  at: number,
  operations: readonly PastOperation[],
): string {
  const id = seedId('deployment', `${key}/${operation}`)
  const owner = world.store.get<{ tenant_id: string; customer_id: string }>(
    'SELECT tenant_id, customer_id FROM device WHERE id = ?',
    deviceIdOf(key),
  )
  if (!owner) throw new Error(`No controller ${key}`)
  insert(world, 'deployment', {
    id,
    ...owner,
    device_id: deviceIdOf(key),
    operation_id: seedId('operation', operation),
    requested_by_id: amelie.id,
    requested_by_name: amelie.fullName,
    requested_at: at,
    status: 'NotStarted',
  })
  for (const [position, { name, from, status, message }] of operations.entries()) {
    insert(world, 'deployment_operation', {
      deployment_id: id,
      position,
      type: 'Install',
      package_name: name,
      display_name: packageCatalogue.find((entry) => entry.name === name)?.displayName ?? name,
      from_version: from,
      to_version: versionOf(name),
      status,
      message: message ?? null,
    })
  }
  return id
}

/** The Plant Controller installs three packages over a slow line (story 3). */
function uploadUnderWay(world: World): void {
  const now = world.clock.now()
  const deviceId = deviceIdOf('story-3')
  const id = deployment(world, 'story-3', 'plant', now - 20_000, [
    { name: 'gfx', from: versionOf('gfx', 1), status: 'NotStarted' },
    { name: 'schedules', from: versionOf('schedules', 1), status: 'NotStarted' },
    { name: 'trends', from: versionOf('trends', 1), status: 'NotStarted' },
  ])
  storeInjection(world, {
    id: 'ECYAPEX-0A1003.seed-1',
    device_id: deviceId,
    kind: 'slow',
    params: JSON.stringify({ factor: 20 }),
    from_at: now - hour,
    until_at: now + hour,
  })
  const [first] = operationsOf(world.store, id)
  if (first) moveOperation(world, first, 'PackageUploadInProgress')
  setWork(world, deviceId, { kind: 'deployment', ...deploymentToRequest(world, id), current: 0 })
  scheduleWorkStep(world, deviceId, { name: 'uploaded' }, 220_000)
}

/** AHU-2 is silent; its new name server waits for it (story 4). */
function waitingSend(world: World): void {
  const deviceId = deviceIdOf('story-4')
  const row = world.store.get<{ saved: string }>('SELECT saved FROM network_setting WHERE device_id = ?', deviceId)
  const settings = JSON.parse(row?.saved ?? '{}') as NetworkSettings
  if (settings.primary) settings.primary.ipv4.primaryDns = '10.2.0.55'
  world.store.run(
    'UPDATE network_setting SET saved = ?, version = version + 1 WHERE device_id = ?',
    JSON.stringify(settings),
    deviceId,
  )
  world.store.run(
    `UPDATE configuration_state SET content_version = content_version + 1 WHERE device_id = ? AND type = 'network'`,
    deviceId,
  )
  const state = readState(world.store, deviceId, 'network')
  if (state) queueSend(world, state, seedId('operation', 'waiting'), false)
}
