/** How a controller installs packages: upload, install, one after the other (domain §12.2). */

import type { World } from '../../kit/world'
import { type DeploymentReport, LinkError, type PackageDeployment, type PackageOperation } from '../../link/port'
import type { DeploymentWork, SimulatedController } from '../fleet/controller'
import { parseWork, readController, setWork, stepDurationMs } from '../fleet/controller'
import { activeInjection, matchesNamed } from '../fleet/injections'
import { reportsOf } from '../fleet/reports'
import { wakeController } from '../fleet/wake'
import type { WorkStep } from './link'
import { dropLink, isStalledAt, postponeStep, raiseLink, scheduleWorkStep } from './link'

/** Upload rate of packages, bytes per second. */
const uploadBytesPerSecond = 2_000_000
/** Default size of a package without one, bytes. */
const defaultSizeBytes = 8_000_000

/** How long an upload or an installation waits for a lost connection. */
const uploadTimeoutMs = 15 * 60_000
const installTimeoutMs = 20 * 60_000

/** Starts a deployment, unless the controller is at it. Throws when it does something else. */
export function beginDeployment(world: World, deviceId: string, deployment: PackageDeployment): void {
  const controller = readController(world, deviceId)
  if (!controller) throw new LinkError('unsupported')
  const work = parseWork(controller)
  if (work?.id === deployment.id) return
  if (work) throw new LinkError('unreachable')
  setWork(world, deviceId, { kind: 'deployment', ...deployment, current: 0 })
  scheduleWorkStep(world, deviceId, { name: 'next' }, stepDurationMs(world, deviceId, 0.5))
}

/** Runs one step of the deployment in progress; the link is up unless the step runs offline. */
export function stepDeployment(
  world: World,
  controller: SimulatedController,
  work: DeploymentWork,
  step: WorkStep,
): void {
  const operation = currentOf(work)
  const run = steps[step.name]
  if (!operation || !run) return finish(world, controller.device_id)
  run(world, controller, { work, operation })
}

/** Returns how long a step may wait for a lost connection. */
export const deploymentTimeoutMs = ({ name }: WorkStep): number =>
  name === 'uploaded' ? uploadTimeoutMs : installTimeoutMs

/** Fails the deployment because the connection was lost for too long. */
export function timeOutDeployment(world: World, controller: SimulatedController, work: DeploymentWork): void {
  const operation = currentOf(work)
  if (!operation) return finish(world, controller.device_id)
  const isUpload = operation.type === 'Install' && ['next', 'uploaded'].some((name) => isStalledAt(controller, name))
  fail(
    world,
    controller,
    { work, operation },
    {
      status: isUpload ? 'PackageUploadFailure' : 'PackageInstallationFailure',
      message: 'The connection was lost for too long.',
    },
  )
}

/** Work of an older store has no operations: it is requested again. */
const currentOf = ({ operations, current }: Partial<DeploymentWork>): PackageOperation | undefined =>
  operations?.[current ?? 0]

interface Current {
  work: DeploymentWork
  operation: PackageOperation
}

const steps: Record<string, (world: World, controller: SimulatedController, current: Current) => void> = {
  next(world, controller, current) {
    const { operation } = current
    const id = controller.device_id
    if (operation.type === 'Install') {
      report(world, controller, current, 'PackageUploadInProgress')
      const seconds = (operation.size ?? defaultSizeBytes) / uploadBytesPerSecond
      scheduleWorkStep(world, id, { name: 'uploaded' }, stepDurationMs(world, id, seconds))
    } else {
      report(world, controller, current, 'PackageInstallationInProgress')
      scheduleWorkStep(world, id, { name: 'installed' }, stepDurationMs(world, id, 3, 8))
    }
  },

  uploaded(world, controller, current) {
    const failure = activeInjection(world, controller.device_id, 'failUpload', namesOf(current))
    if (failure) {
      const code = String(failure.code ?? 'CHECKSUM_MISMATCH')
      const message = `The controller received a damaged file (${code}).`
      return fail(world, controller, current, { status: 'PackageUploadFailure', message })
    }
    report(world, controller, current, 'PackageUploadSuccess')
    scheduleWorkStep(world, controller.device_id, { name: 'install' }, stepDurationMs(world, controller.device_id, 0.5))
  },

  install(world, controller, current) {
    report(world, controller, current, 'PackageInstallationInProgress')
    scheduleWorkStep(
      world,
      controller.device_id,
      { name: 'installed' },
      stepDurationMs(world, controller.device_id, 5, 25),
    )
  },

  installed(world, controller, current) {
    const { operation } = current
    const failure = activeInjection(world, controller.device_id, 'failInstall', namesOf(current))
    if (failure) {
      const code = String(failure.code ?? 'INSTALL_FAILED')
      const message = `The installation ended with code ${code}; the version before stays.`
      return fail(world, controller, current, { status: 'PackageInstallationFailure', message })
    }
    if (operation.packageName === 'platform' && operation.type === 'Install') {
      dropLink(world, controller.device_id)
      return scheduleWorkStep(
        world,
        controller.device_id,
        { name: 'rebooted', offline: true },
        stepDurationMs(world, controller.device_id, 45, 90),
      )
    }
    succeed(world, controller, current)
  },

  rebooted(world, controller, current) {
    if (!raiseLink(world, controller.device_id)) {
      return postponeStep(world, controller.device_id, { name: 'rebooted' }, installTimeoutMs)
    }
    succeed(world, controller, current)
  },
}

const namesOf = ({ operation }: Current) =>
  matchesNamed({ package: operation.packageName, version: operation.toVersion })

function report(
  world: World,
  { device_id }: SimulatedController,
  { work, operation }: Current,
  status: DeploymentReport['status'],
): void {
  const { position } = operation
  reportsOf(world).deploymentProgress(device_id, { deploymentId: work.id, position, status })
}

function succeed(world: World, controller: SimulatedController, current: Current): void {
  const { work } = current
  report(world, controller, current, 'PackageInstallationSuccess')
  setWork(world, controller.device_id, { ...work, current: work.current + 1 })
  scheduleWorkStep(world, controller.device_id, { name: 'next' }, stepDurationMs(world, controller.device_id, 0.5))
}

function fail(
  world: World,
  { device_id }: SimulatedController,
  { work, operation }: Current,
  failure: Pick<DeploymentReport, 'status' | 'message'>,
): void {
  const { position } = operation
  reportsOf(world).deploymentProgress(device_id, { deploymentId: work.id, position, ...failure })
  finish(world, device_id)
}

function finish(world: World, deviceId: string): void {
  setWork(world, deviceId, null)
  wakeController(world, deviceId)
}
