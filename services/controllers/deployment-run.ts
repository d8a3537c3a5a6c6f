/** How a controller installs packages: upload, install, one after the other (domain §12.2). */

import type { Controller } from '../fleet/controller'
import { duration, setWork } from '../fleet/controller'
import { isInjected, naming } from '../fleet/injections'
import { wakeController } from '../fleet/wake'
import type { World } from '../kit/world'
import type { OperationRow } from '../site/deployments/records'
import { failOperation, moveOperation, operationsOf } from '../site/deployments/records'
import { isFailure } from '../site/deployments/status'
import { setInstalled } from '../site/packages/installed'
import type { Step } from './link'
import { dropLink, raiseLink, scheduleStep, stall } from './link'

/** Upload rate of packages, bytes per second. */
const uploadRate = 2_000_000
/** Default size of a package without one, bytes. */
const defaultSize = 8_000_000

/** How long an upload or an installation waits for a lost connection. */
export const uploadTimeoutMs = 15 * 60_000
export const installTimeoutMs = 20 * 60_000

/** Starts a deployment that waits for its controller. */
export function beginDeployment(world: World, deviceId: string, id: string): void {
  setWork(world, deviceId, { kind: 'deployment', id })
  scheduleStep(world, deviceId, { name: 'next' }, duration(world, deviceId, 0.5))
}

/** Runs one step of the deployment in progress; the link is up unless the step runs offline. */
export function stepDeployment(world: World, controller: Controller, deploymentId: string, step: Step): void {
  const operations = operationsOf(world.store, deploymentId)
  const current = operations.find(({ status }) => status.endsWith('InProgress') || status === 'PackageUploadSuccess')
  if (step.name === 'next') return next(world, controller, operations)
  const run = steps[step.name]
  if (!current || !run) return finish(world, controller.device_id)
  run(world, controller, current)
}

/** Returns how long the current operation may wait for a lost connection. */
export function deploymentPatienceMs(world: World, deploymentId: string): number {
  return operationsOf(world.store, deploymentId).some(({ status }) => status === 'PackageUploadInProgress')
    ? uploadTimeoutMs
    : installTimeoutMs
}

/** Fails the deployment because the connection was lost for too long. */
export function loseDeployment(world: World, controller: Controller, deploymentId: string): void {
  const operations = operationsOf(world.store, deploymentId)
  const current = operations.find(({ status }) => !status.endsWith('InstallationSuccess') && status !== 'skipped')
  if (current && !isFailure(current.status)) {
    failOperation(world, current, 'The connection was lost for too long.')
  }
  finish(world, controller.device_id)
}

function next(world: World, controller: Controller, operations: readonly OperationRow[]): void {
  const id = controller.device_id
  const failed = operations.some(({ status }) => isFailure(status))
  const operation = failed ? undefined : operations.find(({ status }) => status === 'NotStarted')
  if (!operation) return finish(world, id)
  if (operation.type === 'Install') {
    moveOperation(world, operation, 'PackageUploadInProgress')
    scheduleStep(world, id, { name: 'uploaded' }, duration(world, id, sizeOf(world, operation) / uploadRate))
  } else {
    moveOperation(world, operation, 'PackageInstallationInProgress')
    scheduleStep(world, id, { name: 'installed' }, duration(world, id, 3, 8))
  }
}

const steps: Record<string, (world: World, controller: Controller, operation: OperationRow) => void> = {
  uploaded(world, controller, operation) {
    const names = naming({ package: operation.package_name, version: operation.to_version })
    const failure = isInjected(world, controller.device_id, 'failUpload', names)
    if (failure) {
      const code = String(failure.code ?? 'CHECKSUM_MISMATCH')
      return fail(world, controller, operation, `The controller received a damaged file (${code}).`)
    }
    moveOperation(world, operation, 'PackageUploadSuccess')
    scheduleStep(world, controller.device_id, { name: 'install' }, duration(world, controller.device_id, 0.5))
  },

  install(world, controller, operation) {
    moveOperation(world, operation, 'PackageInstallationInProgress')
    scheduleStep(world, controller.device_id, { name: 'installed' }, duration(world, controller.device_id, 5, 25))
  },

  installed(world, controller, operation) {
    const names = naming({ package: operation.package_name, version: operation.to_version })
    const failure = isInjected(world, controller.device_id, 'failInstall', names)
    if (failure) {
      const code = String(failure.code ?? 'INSTALL_FAILED')
      return fail(world, controller, operation, `The installation ended with code ${code}; the version before stays.`)
    }
    if (operation.package_name === 'platform' && operation.type === 'Install') {
      dropLink(world, controller.device_id)
      return scheduleStep(
        world,
        controller.device_id,
        { name: 'rebooted', offline: true },
        duration(world, controller.device_id, 45, 90),
      )
    }
    succeed(world, controller, operation)
  },

  rebooted(world, controller, operation) {
    if (!raiseLink(world, controller.device_id)) {
      return stall(world, controller.device_id, { name: 'rebooted' }, installTimeoutMs)
    }
    succeed(world, controller, operation)
  },
}

function succeed(world: World, controller: Controller, operation: OperationRow): void {
  const device = { id: controller.device_id, ...controller }
  setInstalled(world.store, device, operation.package_name, operation.to_version)
  moveOperation(world, operation, 'PackageInstallationSuccess')
  scheduleStep(world, controller.device_id, { name: 'next' }, duration(world, controller.device_id, 0.5))
}

function fail(world: World, controller: Controller, operation: OperationRow, message: string): void {
  failOperation(world, operation, message)
  finish(world, controller.device_id)
}

function sizeOf({ store }: World, operation: OperationRow): number {
  const row = store.get<{ size: number | null }>(
    `SELECT json_extract(body, '$.size') AS size FROM package WHERE name = ? AND version = ?`,
    operation.package_name,
    operation.to_version,
  )
  return row?.size ?? defaultSize
}

function finish(world: World, deviceId: string): void {
  setWork(world, deviceId, null)
  wakeController(world, deviceId)
}
