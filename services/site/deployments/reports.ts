/** What passes between a deployment and the link of its controller: what is to be done, and the reports of how it goes. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { PackageAction } from '../../contracts/site'
import type { World } from '../../kit/world'
import type { DeploymentReport, PackageDeployment, PackageFile, WorkProgress } from '../../link/port'
import { setInstalled } from '../packages/installed'
import { type DeploymentRecord, failOperation, moveOperation, type OperationRecord, operationsOf } from './records'
import { type DeploymentOperationStatus, isFinal, isInProgress, overallStatus } from './status'

/** Returns where the bytes of a file of a package are, if the services have them. */
export const pathOfPackage = ({ settings }: World, sha256: string): string =>
  join(settings.dataDir, 'packages', `${sha256}.dcar`)

/** A file of a package in the catalogue; one without a hash is elsewhere. */
const CatalogueFile = z.object({
  architecture: z.string(),
  size: z.number(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
})

/** Returns the files of a version that the services have. */
function filesOf(world: World, body: string | undefined): PackageFile[] {
  const { files } = JSON.parse(body ?? '{}') as { files?: unknown }
  const known = z.array(z.unknown()).safeParse(files)
  if (!known.success) return []
  return known.data.flatMap((file) => {
    const own = CatalogueFile.safeParse(file)
    return own.success && existsSync(pathOfPackage(world, own.data.sha256)) ? [own.data] : []
  })
}

/** Returns what a deployment has still to do. */
export function deploymentToRequest(world: World, id: string): PackageDeployment {
  const { store } = world
  const open = operationsOf(store, id).filter(({ status }) => !isFinal(status))
  const versionOf = ({ package_name, to_version }: OperationRecord) => {
    const row = store.get<{ size: number | null; body: string }>(
      `SELECT json_extract(body, '$.size') AS size, body FROM package WHERE name = ? AND version = ?`,
      package_name,
      to_version,
    )
    return { size: row?.size ?? null, files: filesOf(world, row?.body) }
  }
  return {
    id,
    operations: open.map((operation) => ({
      position: operation.position,
      type: operation.type,
      packageName: operation.package_name,
      fromVersion: operation.from_version,
      toVersion: operation.to_version,
      ...versionOf(operation),
    })),
  }
}

/** The states of an operation that succeeds, in their order. */
const courses: Record<PackageAction, readonly DeploymentOperationStatus[]> = {
  Install: [
    'NotStarted',
    'PackageUploadInProgress',
    'PackageUploadSuccess',
    'PackageInstallationInProgress',
    'PackageInstallationSuccess',
  ],
  Uninstall: ['NotStarted', 'PackageInstallationInProgress', 'PackageInstallationSuccess'],
}

/** The state in which an operation fails. */
const failsFrom = {
  PackageUploadFailure: 'PackageUploadInProgress',
  PackageInstallationFailure: 'PackageInstallationInProgress',
} as const

/** Moves an operation as its link reports. Nothing goes back. */
export function recordDeploymentReport(
  world: World,
  row: DeploymentRecord,
  { position, status, message }: DeploymentReport,
): WorkProgress {
  const operation = operationsOf(world.store, row.id).find((one) => one.position === position)
  if (!operation || !isInProgress(row.status) || isFinal(operation.status)) return 'none'
  if (status === 'PackageUploadFailure' || status === 'PackageInstallationFailure') {
    const reached = advance(world, row, { operation, to: failsFrom[status] })
    failOperation(world, reached, message ?? 'The controller gave no reason.')
    return 'over'
  }
  const { status: reached } = advance(world, row, { operation, to: status })
  if (reached === operation.status) return 'none'
  return isInProgress(overallStatus(operationsOf(world.store, row.id).map((one) => one.status))) ? 'moved' : 'over'
}

/** Moves an operation forward through every state up to one; returns it as it is then. */
function advance(
  world: World,
  { device_id }: DeploymentRecord,
  { operation, to }: { operation: OperationRecord; to: DeploymentOperationStatus },
): OperationRecord {
  const course = courses[operation.type]
  let current = operation
  for (const status of course.slice(course.indexOf(current.status) + 1, course.indexOf(to) + 1)) {
    if (status === 'PackageInstallationSuccess') install(world, device_id, operation)
    moveOperation(world, current, status)
    current = { ...current, status }
  }
  return current
}

function install({ store }: World, deviceId: string, { package_name, to_version }: OperationRecord): void {
  const device = store.get<Parameters<typeof setInstalled>[1]>(
    'SELECT id, tenant_id, customer_id, product_id FROM device WHERE id = ?',
    deviceId,
  )
  if (device) setInstalled(store, device, package_name, to_version)
}
