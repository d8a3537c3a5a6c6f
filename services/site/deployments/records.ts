/** Deployments as stored and as returned; every transition of an operation is made here (domain §7.2). */
import type { Deployment, PackageAction } from '../../contracts/site'
import { timestamp } from '../../kit/clock'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import type { DeploymentOperationStatus } from './status'
import { isFinal, isInProgress, isOperationTransition, overallStatus, progressPercent } from './status'

export interface DeploymentRecord {
  id: string
  tenant_id: string
  customer_id: string
  device_id: string
  operation_id: string
  requested_by_id: string | null
  requested_by_name: string | null
  requested_at: number
  scheduled_at: number | null
  started_at: number | null
  completed_at: number | null
  status: Deployment['status']
  message: string | null
}

export interface OperationRecord {
  deployment_id: string
  position: number
  type: PackageAction
  package_name: string
  display_name: string
  from_version: string | null
  to_version: string | null
  status: DeploymentOperationStatus
  message: string | null
  started_at: number | null
  completed_at: number | null
}

export function readDeployment(store: Store, id: string): DeploymentRecord | undefined {
  return store.get<DeploymentRecord>('SELECT * FROM deployment WHERE id = ?', id)
}

/** Returns the deployment that a controller is at, or else the earliest one whose time has come at `now`. */
export function firstDeployment(
  store: Store,
  deviceId: string,
  now: number,
): { id: string; requestedAt: number; hasBegun: boolean } | null {
  const row = store.get<{ id: string; requestedAt: number; hasBegun: number }>(
    `SELECT id, coalesce(scheduled_at, requested_at) AS requestedAt, status <> 'NotStarted' AS hasBegun FROM deployment
     WHERE device_id = ? AND completed_at IS NULL AND (hasBegun OR requestedAt <= ?)
     ORDER BY hasBegun DESC, requestedAt, id LIMIT 1`,
    deviceId,
    now,
  )
  return row ? { ...row, hasBegun: row.hasBegun === 1 } : null
}

/** Returns the operations in the order in which they run. */
export function operationsOf(store: Store, deploymentId: string): OperationRecord[] {
  return store.all<OperationRecord>(
    'SELECT * FROM deployment_operation WHERE deployment_id = ? ORDER BY position',
    deploymentId,
  )
}

/**
 * Moves one operation to a status, and updates the deployment and the controller's row. Throws on an illegal
 * transition.
 */
export function moveOperation(
  { store, clock }: World,
  operation: OperationRecord,
  to: DeploymentOperationStatus,
  message: string | null = operation.message,
): void {
  if (!isOperationTransition(operation.type, operation.status, to)) {
    throw new Error(`An operation cannot go from ${operation.status} to ${to}`)
  }
  const now = clock.now()
  const isDone = to.endsWith('InstallationSuccess') || to.endsWith('Failure') || to === 'skipped'
  store.run(
    `UPDATE deployment_operation SET status = ?, message = ?, started_at = coalesce(started_at, ?), completed_at = ?
     WHERE deployment_id = ? AND position = ?`,
    to,
    message,
    now,
    isDone ? now : null,
    operation.deployment_id,
    operation.position,
  )
  if (to.endsWith('Failure')) skipRemaining(store, operation)
  refreshDeployment(store, operation.deployment_id, now)
}

/** Fails an operation from its current status, by legal transitions. */
export function failOperation(world: World, operation: OperationRecord, message: string): void {
  if (operation.status === 'NotStarted') {
    const to = operation.type === 'Install' ? 'PackageUploadInProgress' : 'PackageInstallationInProgress'
    moveOperation(world, operation, to)
    return failOperation(world, { ...operation, status: to }, message)
  }
  if (operation.status === 'PackageUploadSuccess') {
    moveOperation(world, operation, 'PackageInstallationInProgress')
    return failOperation(world, { ...operation, status: 'PackageInstallationInProgress' }, message)
  }
  const failure = operation.status === 'PackageUploadInProgress' ? 'PackageUploadFailure' : 'PackageInstallationFailure'
  moveOperation(world, operation, failure, message)
}

/** Fails the operation of a deployment that is in progress, or would be the next. */
export function failDeployment(world: World, id: string, message: string): void {
  const current = operationsOf(world.store, id).find(({ status }) => !isFinal(status))
  if (current) failOperation(world, current, message)
}

function skipRemaining(store: Store, failed: OperationRecord): void {
  store.run(
    `UPDATE deployment_operation SET message = 'Skipped after a failure.'
     WHERE deployment_id = ? AND position > ? AND status = 'NotStarted'`,
    failed.deployment_id,
    failed.position,
  )
}

/** Updates the deployment and its controller from the operations. */
export function refreshDeployment(store: Store, id: string, now: number): void {
  const operations = operationsOf(store, id)
  const status = overallStatus(operations.map((operation) => operation.status))
  const message = deploymentMessage(operations, status)
  const inProgress = isInProgress(status)
  const hasBegun = operations.some((operation) => operation.status !== 'NotStarted')
  store.run(
    `UPDATE deployment SET status = ?, message = ?,
       started_at = CASE WHEN ? THEN coalesce(started_at, ?) ELSE started_at END, completed_at = ?
     WHERE id = ?`,
    status,
    message,
    hasBegun ? 1 : 0,
    now,
    inProgress ? null : now,
    id,
  )
  store.run(
    `UPDATE device SET deployment_status = ?, deployment_message = ?, deployment_in_progress = ?
     WHERE id = (SELECT device_id FROM deployment WHERE id = ?)`,
    status,
    message,
    inProgress ? 1 : 0,
    id,
  )
}

function deploymentMessage(operations: readonly OperationRecord[], status: Deployment['status']): string | null {
  const current = operations.find((operation) => operation.status === status)
  if (!isInProgress(status)) return current?.message ?? null
  if (!current || status === 'NotStarted') return current?.message ?? 'Waiting for the controller.'
  const doing =
    current.type === 'Uninstall' ? 'Removing' : status.startsWith('PackageUpload') ? 'Uploading' : 'Installing'
  return `${doing} ${current.display_name}${current.to_version ? ` ${current.to_version}` : ''}.`
}

/** How long a deployment waits for its controller, and then for its end. */
export const deploymentTtlMs = 24 * 3_600_000

/** Schedules the end of a deployment that nobody begins or ends in time. */
export const scheduleDeploymentExpiry = ({ jobs }: World, deploymentId: string, at: number): void =>
  void jobs.schedule('deployment.expire', at, { deploymentId }, `deployment.expire:${deploymentId}`)

/** Registers the job that fails a deployment no controller began within 24 h of its time, or ended in 24 h (domain §7.1). */
export function registerDeploymentExpiry(world: World): void {
  world.jobs.onRealTime<{ deploymentId: string }>('deployment.expire', ({ deploymentId }) => {
    const row = readDeployment(world.store, deploymentId)
    if (!row || !isInProgress(row.status)) return
    if (row.status === 'NotStarted') {
      failDeployment(world, deploymentId, 'The controller did not come back within 24 hours.')
      world.links.of(row.device_id).workAborted(row.device_id, deploymentId)
      return
    }
    const endsAt = (row.started_at ?? 0) + deploymentTtlMs
    if (endsAt > world.clock.now()) return scheduleDeploymentExpiry(world, deploymentId, endsAt)
    failDeployment(world, deploymentId, 'The controller did not report the end within 24 hours.')
    world.links.of(row.device_id).workQueued(row.device_id)
  })
}

/** Returns one deployment as the service returns it. */
export function toDeployment(row: DeploymentRecord, operations: readonly OperationRecord[]): Deployment {
  return {
    id: row.id,
    deviceId: row.device_id,
    operationId: row.operation_id,
    requestedBy: row.requested_by_id ? { id: row.requested_by_id, fullName: row.requested_by_name ?? '' } : null,
    requestedAt: timestamp(row.requested_at),
    scheduledAt: at(row.scheduled_at),
    startedAt: at(row.started_at),
    completedAt: at(row.completed_at),
    status: row.status,
    message: row.message,
    inProgress: isInProgress(row.status),
    progressPercent: progressPercent(operations.map((operation) => operation.status)),
    operations: operations.map((operation) => ({
      type: operation.type,
      packageName: operation.package_name,
      displayName: operation.display_name,
      fromVersion: operation.from_version,
      toVersion: operation.to_version,
      status: operation.status,
      message: operation.message,
      startedAt: at(operation.started_at),
      completedAt: at(operation.completed_at),
    })),
  }
}

const at = (moment: number | null) => (moment === null ? null : timestamp(moment))
