/** How a controller installs packages: upload, install, one after the other (domain §12.2). */

import type { World } from '../../kit/world'
import type { OperationRecord } from '../../site/deployments/records'
import { failOperation, moveOperation, operationsOf } from '../../site/deployments/records'
import { isFailure } from '../../site/deployments/status'
import { setInstalled } from '../../site/packages/installed'
import type { SimulatedController } from '../fleet/controller'
import { setWork, stepDurationMs } from '../fleet/controller'
import { activeInjection, matchesNamed } from '../fleet/injections'
import { wakeController } from '../fleet/wake'
import type { WorkStep } from './link'
import { dropLink, postponeStep, raiseLink, scheduleWorkStep } from './link'

/** Upload rate of packages, bytes per second. */
const uploadBytesPerSecond = 2_000_000
/** Default size of a package without one, bytes. */
const defaultSizeBytes = 8_000_000

/** How long an upload or an installation waits for a lost connection. */
export const uploadTimeoutMs = 15 * 60_000
export const installTimeoutMs = 20 * 60_000

/** Starts a deployment that waits for its controller. */
export function beginDeployment(world: World, deviceId: string, id: string): void {
  setWork(world, deviceId, { kind: 'deployment', id })
  scheduleWorkStep(world, deviceId, { name: 'next' }, stepDurationMs(world, deviceId, 0.5))
}

/** Runs one step of the deployment in progress; the link is up unless the step runs offline. */
export function stepDeployment(
  world: World,
  controller: SimulatedController,
  deploymentId: string,
  step: WorkStep,
): void {
  const operations = operationsOf(world.store, deploymentId)
  const current = operations.find(({ status }) => status.endsWith('InProgress') || status === 'PackageUploadSuccess')
  if (step.name === 'next') return next(world, controller, operations)
  const run = steps[step.name]
  if (!current || !run) return finish(world, controller.device_id)
  run(world, controller, current)
}

/** Returns how long the current operation may wait for a lost connection. */
export function deploymentTimeoutMs(world: World, deploymentId: string): number {
  return operationsOf(world.store, deploymentId).some(({ status }) => status === 'PackageUploadInProgress')
    ? uploadTimeoutMs
    : installTimeoutMs
}

/** Fails the deployment because the connection was lost for too long. */
export function timeOutDeployment(world: World, controller: SimulatedController, deploymentId: string): void {
  const operations = operationsOf(world.store, deploymentId)
  const current = operations.find(({ status }) => !status.endsWith('InstallationSuccess') && status !== 'skipped')
  if (current && !isFailure(current.status)) {
    failOperation(world, current, 'The connection was lost for too long.')
  }
  finish(world, controller.device_id)
}

function next(world: World, controller: SimulatedController, operations: readonly OperationRecord[]): void {
  const id = controller.device_id
  const failed = operations.some(({ status }) => isFailure(status))
  const operation = failed ? undefined : operations.find(({ status }) => status === 'NotStarted')
  if (!operation) return finish(world, id)
  if (operation.type === 'Install') {
    moveOperation(world, operation, 'PackageUploadInProgress')
    scheduleWorkStep(
      world,
      id,
      { name: 'uploaded' },
      stepDurationMs(world, id, sizeOf(world, operation) / uploadBytesPerSecond),
    )
  } else {
    moveOperation(world, operation, 'PackageInstallationInProgress')
    scheduleWorkStep(world, id, { name: 'installed' }, stepDurationMs(world, id, 3, 8))
  }
}

const steps: Record<string, (world: World, controller: SimulatedController, operation: OperationRecord) => void> = {
  uploaded(world, controller, operation) {
    const names = matchesNamed({ package: operation.package_name, version: operation.to_version })
    const failure = activeInjection(world, controller.device_id, 'failUpload', names)
    if (failure) {
      const code = String(failure.code ?? 'CHECKSUM_MISMATCH')
      return failWork(world, controller, operation, `The controller received a damaged file (${code}).`)
    }
    moveOperation(world, operation, 'PackageUploadSuccess')
    scheduleWorkStep(world, controller.device_id, { name: 'install' }, stepDurationMs(world, controller.device_id, 0.5))
  },

  install(world, controller, operation) {
    moveOperation(world, operation, 'PackageInstallationInProgress')
    scheduleWorkStep(
      world,
      controller.device_id,
      { name: 'installed' },
      stepDurationMs(world, controller.device_id, 5, 25),
    )
  },

  installed(world, controller, operation) {
    const names = matchesNamed({ package: operation.package_name, version: operation.to_version })
    const failure = activeInjection(world, controller.device_id, 'failInstall', names)
    if (failure) {
      const code = String(failure.code ?? 'INSTALL_FAILED')
      return failWork(
        world,
        controller,
        operation,
        `The installation ended with code ${code}; the version before stays.`,
      )
    }
    if (operation.package_name === 'platform' && operation.type === 'Install') {
      dropLink(world, controller.device_id)
      return scheduleWorkStep(
        world,
        controller.device_id,
        { name: 'rebooted', offline: true },
        stepDurationMs(world, controller.device_id, 45, 90),
      )
    }
    succeed(world, controller, operation)
  },

  rebooted(world, controller, operation) {
    if (!raiseLink(world, controller.device_id)) {
      return postponeStep(world, controller.device_id, { name: 'rebooted' }, installTimeoutMs)
    }
    succeed(world, controller, operation)
  },
}

function succeed(world: World, controller: SimulatedController, operation: OperationRecord): void {
  const device = { id: controller.device_id, ...controller }
  setInstalled(world.store, device, operation.package_name, operation.to_version)
  moveOperation(world, operation, 'PackageInstallationSuccess')
  scheduleWorkStep(world, controller.device_id, { name: 'next' }, stepDurationMs(world, controller.device_id, 0.5))
}

function failWork(world: World, controller: SimulatedController, operation: OperationRecord, message: string): void {
  failOperation(world, operation, message)
  finish(world, controller.device_id)
}

function sizeOf({ store }: World, operation: OperationRecord): number {
  const row = store.get<{ size: number | null }>(
    `SELECT json_extract(body, '$.size') AS size FROM package WHERE name = ? AND version = ?`,
    operation.package_name,
    operation.to_version,
  )
  return row?.size ?? defaultSizeBytes
}

function finish(world: World, deviceId: string): void {
  setWork(world, deviceId, null)
  wakeController(world, deviceId)
}
