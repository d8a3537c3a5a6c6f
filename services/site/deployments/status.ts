/** The status of a deployment and its transitions (spec §4, domain §7.2). */
import type { DeploymentStatus, PackageAction } from '../../contracts/site'

export type DeploymentOperationStatus = DeploymentStatus | 'skipped'

const installMoves: Record<DeploymentOperationStatus, readonly DeploymentOperationStatus[]> = {
  NotStarted: ['PackageUploadInProgress', 'skipped'],
  PackageUploadInProgress: ['PackageUploadSuccess', 'PackageUploadFailure'],
  PackageUploadSuccess: ['PackageInstallationInProgress'],
  PackageUploadFailure: [],
  PackageInstallationInProgress: ['PackageInstallationSuccess', 'PackageInstallationFailure'],
  PackageInstallationSuccess: [],
  PackageInstallationFailure: [],
  skipped: [],
}
const uninstallMoves: Record<DeploymentOperationStatus, readonly DeploymentOperationStatus[]> = {
  ...installMoves,
  NotStarted: ['PackageInstallationInProgress'],
  PackageUploadInProgress: [],
  PackageUploadSuccess: [],
}

/** Whether an operation may change from one status to another. */
export function isOperationTransition(
  action: PackageAction,
  from: DeploymentOperationStatus,
  to: DeploymentOperationStatus,
): boolean {
  return (action === 'Install' ? installMoves : uninstallMoves)[from].includes(to)
}

export function isFailure(status: DeploymentOperationStatus): boolean {
  return status === 'PackageUploadFailure' || status === 'PackageInstallationFailure'
}

/** Whether an operation is over. */
export function isFinal(status: DeploymentOperationStatus): boolean {
  return isFailure(status) || status === 'PackageInstallationSuccess' || status === 'skipped'
}

/**
 * Operations run one after the other, so the deployment has the status of its first unfinished one. A failure ends it:
 * what follows stays `NotStarted` and does not count.
 */
export function overallStatus(operations: readonly DeploymentOperationStatus[]): DeploymentStatus {
  const failed = operations.find(isFailure)
  if (failed) return failed as DeploymentStatus
  const current = operations.find((status) => !isFinal(status))
  return (current as DeploymentStatus | undefined) ?? 'PackageInstallationSuccess'
}

/** Returns true until every operation is completed or one has failed. */
export function isInProgress(status: DeploymentStatus): boolean {
  return status === 'NotStarted' || status === 'PackageUploadSuccess' || status.endsWith('InProgress')
}

const share: Record<DeploymentOperationStatus, number> = {
  NotStarted: 0,
  PackageUploadInProgress: 25,
  PackageUploadSuccess: 50,
  PackageUploadFailure: 100,
  PackageInstallationInProgress: 75,
  PackageInstallationSuccess: 100,
  PackageInstallationFailure: 100,
  skipped: 100,
}

/** Returns 0 to 100; all operations have equal weight. */
export function progressPercent(operations: readonly DeploymentOperationStatus[]): number {
  if (operations.length === 0) return 100
  return Math.round(operations.reduce((sum, status) => sum + share[status], 0) / operations.length)
}
