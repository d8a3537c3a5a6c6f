/** `POST /devices/deployments`: one deployment per controller, rejected or accepted separately (domain §7.1). */
import { randomUUID } from 'node:crypto'
import type { EntityError } from '../../contracts/errors'
import type { Deployment, DeploymentOperation, site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import type { Caller } from '../../kit/caller'
import { reachOf } from '../../kit/caller'
import { isArchived, requireOnSomeDevice } from '../../kit/require-on-some-device'
import { scopeOfDevice } from '../../kit/scope'
import type { World } from '../../kit/world'
import type { LinkRefusal } from '../../link/port'
import { isConnected } from '../../link/presence'
import type { DeviceRecord } from '../devices/rows'
import { installedOn, readCatalogue, readProduct } from '../packages/installed'
import type { CatalogueEntry, DeploymentRefusal, PlannedOperation } from './plan'
import { planOperations } from './plan'
import {
  deploymentTtlMs,
  operationsOf,
  readDeployment,
  refreshDeployment,
  scheduleDeploymentExpiry,
  toDeployment,
} from './records'

/** How far ahead a deployment may be scheduled. */
const maxAheadMs = 24 * 3_600_000

type Outcome = { deployment: Deployment } | { refusal: DeploymentRefusal }

export const deploy: Handlers<typeof site>['deploy'] = ({ body, caller, world, consulted, touched }) => {
  requireOnSomeDevice(world, caller, {
    capability: 'deploy.run',
    deviceIds: body.operations.map((operation) => operation.deviceId),
  })
  const scheduledAt = scheduledTime(body.scheduledAt, world.clock.now())
  const operationId = randomUUID()
  const catalogue = readCatalogue(world.store)
  const createdDeployments: Deployment[] = []
  const failed: EntityError[] = []
  for (const [deviceId, operations] of byDevice(body.operations)) {
    const request = { operations, scheduled: scheduledAt !== null, allowDowngrade: body.allowDowngrade ?? false }
    const refused = consulted.refusals.get(deviceId)
    const outcome = deployTo(world, caller, { refused, deviceId, operationId, scheduledAt, request, catalogue })
    if ('refusal' in outcome) {
      const { type, code, key } = outcome.refusal
      failed.push({ entityId: deviceId, key, details: { type, errorCode: code } })
    } else {
      createdDeployments.push(outcome.deployment)
    }
  }
  touched(...createdDeployments.map((deployment) => deployment.deviceId))
  if (failed.length > 0) fail(4100, { entities: failed, data: createdDeployments })
  return { operationId, data: createdDeployments }
}

function scheduledTime(text: string | null | undefined, now: number): number | null {
  if (text == null) return null
  const at = Date.parse(text)
  if (Number.isNaN(at) || at < now || at > now + maxAheadMs) {
    fail(4000, { errors: { scheduledAt: 'errors.deployments.scheduledAt' } })
  }
  return at
}

function byDevice(operations: readonly DeploymentOperation[]): Map<string, DeploymentOperation[]> {
  const groups = new Map<string, DeploymentOperation[]>()
  for (const operation of operations)
    groups.set(operation.deviceId, [...(groups.get(operation.deviceId) ?? []), operation])
  return groups
}

interface DeviceDeployment {
  refused: LinkRefusal | undefined
  deviceId: string
  operationId: string
  scheduledAt: number | null
  request: Parameters<typeof planOperations>[1]
  catalogue: readonly CatalogueEntry[]
}

function deployTo(
  world: World,
  caller: Caller,
  { refused, deviceId, operationId, scheduledAt, request, catalogue }: DeviceDeployment,
): Outcome {
  const { store, clock } = world
  const scope = scopeOfDevice(store, deviceId)
  const far = scope && reachOf(caller, 'deploy.run', scope)
  const device = store.get<DeviceRecord>('SELECT * FROM device WHERE id = ?', deviceId)
  if (!device || far === undefined) return { refusal: { type: 'notFound', code: 4005, key: 'errors.device.notFound' } }
  if (far === '-') return { refusal: { type: 'forbidden', code: 4003, key: 'errors.forbidden' } }
  if (isArchived(world, device.customer_id))
    return { refusal: { type: 'archived', code: 4202, key: 'errors.archived' } }
  if (refused && refused !== 'unsupported')
    return { refusal: { type: 'deviceRejected', code: 4606, key: 'errors.controllerRefused' } }
  const product = readProduct(store, device.product_id)
  if (!product || refused) return { refusal: { type: 'notSupported', code: 4310, key: 'errors.platform' } }

  const plan = planOperations(
    {
      onboarded: device.onboarded === 1,
      connected: isConnected(device, clock.now()),
      deploying: device.deployment_in_progress === 1,
      product,
      installed: installedOn(store, deviceId),
    },
    request,
    catalogue,
  )
  if ('refusal' in plan) return plan
  const id = record(world, device, caller, { operationId, scheduledAt, operations: plan.operations })
  const row = readDeployment(store, id) ?? fail(4005)
  return { deployment: toDeployment(row, operationsOf(store, id)) }
}

interface Accepted {
  operationId: string
  scheduledAt: number | null
  operations: readonly PlannedOperation[]
}

function record(world: World, device: DeviceRecord, caller: Caller, accepted: Accepted): string {
  const { store, clock } = world
  const id = randomUUID()
  const now = clock.now()
  store.run(
    `INSERT INTO deployment (id, tenant_id, customer_id, device_id, operation_id, requested_by_id, requested_by_name,
       requested_at, scheduled_at, status) VALUES (?,?,?,?,?,?,?,?,?,'NotStarted')`,
    id,
    device.tenant_id,
    device.customer_id,
    device.id,
    accepted.operationId,
    caller.records.get(device.tenant_id) ?? caller.personId ?? caller.subject,
    caller.fullName,
    now,
    accepted.scheduledAt,
  )
  for (const [position, operation] of accepted.operations.entries()) {
    store.run(
      `INSERT INTO deployment_operation (deployment_id, position, type, package_name, display_name, from_version, to_version,
         status, message, completed_at) VALUES (?,?,?,?,?,?,?,?,?,?)`,
      id,
      position,
      operation.type,
      operation.packageName,
      operation.displayName,
      operation.fromVersion,
      operation.toVersion,
      operation.skipped ? 'skipped' : 'NotStarted',
      operation.message,
      operation.skipped ? now : null,
    )
  }
  refreshDeployment(store, id, now)
  if (accepted.operations.some((operation) => !operation.skipped)) {
    const startsAt = accepted.scheduledAt ?? now
    world.links.of(device.id).workQueued(device.id, startsAt)
    scheduleDeploymentExpiry(world, id, startsAt + deploymentTtlMs)
  }
  return id
}
