/** Finds stalled deployments by the duration of similar ones (`~/domain/deployment-stall`). */
import type { Deployment } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { deploymentStatuses, isDeploymentInProgress } from '~/domain/deployment-progress'
import { isStalled, minStallMs, type UsualTimes, usualTimes } from '~/domain/deployment-stall'
import { readDeployments } from './fleet.server'

type DeploymentReader = Pick<Reader, 'call'>

/** Maximum number of deployments read: the most recent successful ones, and each state in progress. */
export const maxDeployments = 200

/**
 * Returns the ids of the stalled deployments. The usual duration is only read if one is old enough; without it, the
 * shortest stall time applies.
 */
export async function stalledIds(
  reader: DeploymentReader,
  { customerId, deployments, hostId }: { customerId: string; deployments: readonly Deployment[]; hostId?: string },
): Promise<Set<string>> {
  const candidates = deployments.filter((one) => isDeploymentInProgress(one.status) && mayHaveStalled(one))
  if (candidates.length === 0) return new Set()
  const usualDuration = await readUsualTimes(reader, customerId)
  const stalled = candidates.filter((one) => {
    const packages = one.operations.length
    return isStalled({ hostId: one.device?.hostId ?? hostId ?? '', packages, elapsedMs: elapsedOf(one) }, usualDuration)
  })
  return new Set(stalled.map(({ id }) => id))
}

type Times = Pick<Deployment, 'startedAt' | 'scheduledAt' | 'requestedAt'>

/** Whether it started, or was due to start, long enough ago. */
export function mayHaveStalled(one: Times): boolean {
  return elapsedOf(one) > minStallMs
}

const elapsedOf = ({ startedAt, scheduledAt, requestedAt }: Times) =>
  Date.now() - Date.parse(startedAt ?? scheduledAt ?? requestedAt)

export interface StalledDeployments {
  deployments: Deployment[]
  /** More deployments are in progress than were read, or the backend cannot list them. */
  isCut: boolean
}

/**
 * Returns the stalled deployments of a customer or of one operation, newest first, within a bound. Throws
 * `ServiceError`.
 */
export async function stalledDeployments(
  reader: DeploymentReader,
  query: { tenantId?: string; customerId: string; operationId?: string },
): Promise<StalledDeployments> {
  const pages = await Promise.all(
    deploymentStatuses
      .filter(isDeploymentInProgress)
      .map((status) => readDeployments(reader, { ...query, status, pageSize: maxDeployments })),
  )
  const deployments = pages.flatMap((page) => page?.data ?? [])
  const stalled = await stalledIds(reader, { customerId: query.customerId, deployments })
  return {
    deployments: deployments
      .filter(({ id }) => stalled.has(id))
      .sort((a, b) => (a.requestedAt === b.requestedAt ? 0 : a.requestedAt < b.requestedAt ? 1 : -1)),
    isCut: pages.some((page) => page === null || Boolean(page.continuationToken)),
  }
}

async function readUsualTimes(reader: DeploymentReader, customerId: string): Promise<UsualTimes> {
  const succeeded = await readDeployments(reader, {
    customerId,
    status: 'PackageInstallationSuccess',
    pageSize: maxDeployments,
  }).catch((error: unknown) => {
    if (error instanceof ServiceError) return null
    throw error
  })
  return usualTimes(
    (succeeded?.data ?? []).flatMap(({ startedAt, completedAt, operations, device }) =>
      startedAt && completedAt
        ? [
            {
              hostId: device?.hostId ?? '',
              tookMs: Date.parse(completedAt) - Date.parse(startedAt),
              packages: operations.length,
            },
          ]
        : [],
    ),
  )
}
