/** The progress of a deployment (spec §4, domain §7.2). */
import type { DeploymentStatus, PackageAction } from '#contracts/site'

/** The state of an operation: a deployment's states, and `skipped` for one that had nothing to do. */
export type OperationStatus = DeploymentStatus | 'skipped'

/** All states, in order. */
export const deploymentStatuses = [
  'NotStarted',
  'PackageUploadInProgress',
  'PackageUploadSuccess',
  'PackageUploadFailure',
  'PackageInstallationInProgress',
  'PackageInstallationSuccess',
  'PackageInstallationFailure',
] as const satisfies readonly DeploymentStatus[]

type Transitions = Record<DeploymentStatus, readonly DeploymentStatus[]>

const installTransitions = {
  NotStarted: ['PackageUploadInProgress'],
  PackageUploadInProgress: ['PackageUploadSuccess', 'PackageUploadFailure'],
  PackageUploadSuccess: ['PackageInstallationInProgress'],
  PackageUploadFailure: [],
  PackageInstallationInProgress: ['PackageInstallationSuccess', 'PackageInstallationFailure'],
  PackageInstallationSuccess: [],
  PackageInstallationFailure: [],
} as const satisfies Transitions

/** The legal transitions of an operation; an uninstall uploads nothing (domain §7.2). */
export const deploymentTransitions: Record<PackageAction, Transitions> = {
  Install: installTransitions,
  Uninstall: {
    ...installTransitions,
    NotStarted: ['PackageInstallationInProgress'],
    PackageUploadInProgress: [],
    PackageUploadSuccess: [],
  },
}

/** From least to most advanced. */
const advance = {
  NotStarted: { percent: 0, ends: null },
  PackageUploadInProgress: { percent: 25, ends: null },
  PackageUploadSuccess: { percent: 50, ends: null },
  PackageInstallationInProgress: { percent: 75, ends: null },
  PackageInstallationSuccess: { percent: 100, ends: 'succeeded' },
  PackageUploadFailure: { percent: 100, ends: 'failed' },
  PackageInstallationFailure: { percent: 100, ends: 'failed' },
  skipped: { percent: 100, ends: 'succeeded' },
} as const satisfies Record<OperationStatus, Advance>

interface Advance {
  percent: number
  ends: 'succeeded' | 'failed' | null
}

/** An unknown state has not certainly ended, so it counts as in progress. */
const unknown: Advance = { percent: 0, ends: null }

function advanceOf(status: OperationStatus): Advance {
  return Object.hasOwn(advance, status) ? advance[status] : unknown
}

/** Returns whether a status is a failure. */
export function isDeploymentFailure(status: OperationStatus): boolean {
  return advanceOf(status).ends === 'failed'
}

/** Returns whether a status is in progress: NotStarted, anything InProgress, and PackageUploadSuccess (domain §7.2). */
export function isDeploymentInProgress(status: OperationStatus): boolean {
  return advanceOf(status).ends === null
}

export interface DeploymentProgress {
  status: DeploymentStatus
  inProgress: boolean
  /** 0 to 100; every operation has the same weight. */
  percent: number
}

/**
 * Returns the status of a controller's deployment: the least advanced operation in progress, else a failure if any
 * failed, else success. A failure stops the rest: operations that then never start do not count as in progress.
 */
export function deploymentProgress(statuses: readonly OperationStatus[]): DeploymentProgress {
  const failure = statuses.find(isDeploymentFailure)
  const stops = failure !== undefined
  const open = statuses.filter((status) => isDeploymentInProgress(status) && !(stops && status === 'NotStarted'))
  const least = open.reduce<OperationStatus | undefined>(
    (lowest, status) => (lowest && advanceOf(lowest).percent <= advanceOf(status).percent ? lowest : status),
    undefined,
  )
  const status = (least ?? failure ?? 'PackageInstallationSuccess') as DeploymentStatus
  const inProgress = isDeploymentInProgress(status)
  return { status, inProgress, percent: inProgress ? meanPercent(statuses) : 100 }
}

export interface RolloutProgress {
  total: number
  waiting: number
  running: number
  succeeded: number
  failed: number
  /** 0 to 100; every controller has the same weight. */
  percent: number
}

/** Returns the progress of a rollout to many controllers, from the overall status of each deployment. */
export function rolloutProgress(statuses: readonly DeploymentStatus[]): RolloutProgress {
  const ended = (how: 'succeeded' | 'failed') => statuses.filter((status) => advanceOf(status).ends === how).length
  const waiting = statuses.filter((status) => status === 'NotStarted').length
  const [succeeded, failed] = [ended('succeeded'), ended('failed')]
  const total = statuses.length
  return {
    total,
    waiting,
    running: total - waiting - succeeded - failed,
    succeeded,
    failed,
    percent: meanPercent(statuses),
  }
}

function meanPercent(statuses: readonly OperationStatus[]): number {
  if (statuses.length === 0) return 100
  return Math.floor(statuses.reduce((sum, status) => sum + advanceOf(status).percent, 0) / statuses.length)
}
