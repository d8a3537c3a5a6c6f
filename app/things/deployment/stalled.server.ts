/** Finds stalled deployments by the duration of similar ones (`~/domain/deployment-stall`). */
import type { Deployment } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { deploymentStatuses, isDeploymentInProgress } from '~/domain/deployment-progress'
import { isStalled, shortestStallMs, type UsualTimes, usualTimes } from '~/domain/deployment-stall'
import { askDeployments } from './fleet.server'

type Asking = Pick<Reader, 'ask'>

/** Maximum number of deployments read: the most recent successful ones, and each state in progress. */
export const mostSeen = 200

/**
 * Returns the ids of the stalled deployments. The usual duration is only read if one is old enough; without it, the
 * shortest stall time applies.
 */
export async function stalledAmong(
  reader: Asking,
  { customerId, deployments, hostId }: { customerId: string; deployments: readonly Deployment[]; hostId?: string },
): Promise<Set<string>> {
  const late = deployments.filter((one) => isDeploymentInProgress(one.status) && mayHaveStalled(one))
  if (late.length === 0) return new Set()
  const usual = await usualIn(reader, customerId)
  const stalled = late.filter((one) => {
    const packages = one.operations.length
    return isStalled({ hostId: one.device?.hostId ?? hostId ?? '', packages, elapsedMs: elapsedOf(one) }, usual)
  })
  return new Set(stalled.map(({ id }) => id))
}

type Times = Pick<Deployment, 'startedAt' | 'scheduledAt' | 'requestedAt'>

/** Whether it started, or was due to start, long enough ago. */
export function mayHaveStalled(one: Times): boolean {
  return elapsedOf(one) > shortestStallMs
}

const elapsedOf = ({ startedAt, scheduledAt, requestedAt }: Times) =>
  Date.now() - Date.parse(startedAt ?? scheduledAt ?? requestedAt)

export interface Stalled {
  deployments: Deployment[]
  /** More deployments are in progress than were read, or the backend cannot list them. */
  isCut: boolean
}

/**
 * Returns the stalled deployments of a customer or of one operation, newest first, within a bound. Throws
 * `ServiceError`.
 */
export async function stalledOf(
  reader: Asking,
  query: { tenantId?: string; customerId: string; operationId?: string },
): Promise<Stalled> {
  const pages = await Promise.all(
    deploymentStatuses
      .filter(isDeploymentInProgress)
      .map((status) => askDeployments(reader, { ...query, status, pageSize: mostSeen })),
  )
  const deployments = pages.flatMap((page) => page?.data ?? [])
  const stalled = await stalledAmong(reader, { customerId: query.customerId, deployments })
  return {
    deployments: deployments
      .filter(({ id }) => stalled.has(id))
      .sort((a, b) => (a.requestedAt === b.requestedAt ? 0 : a.requestedAt < b.requestedAt ? 1 : -1)),
    isCut: pages.some((page) => page === null || Boolean(page.continuationToken)),
  }
}

async function usualIn(reader: Asking, customerId: string): Promise<UsualTimes> {
  const ended = await askDeployments(reader, {
    customerId,
    status: 'PackageInstallationSuccess',
    pageSize: mostSeen,
  }).catch((error: unknown) => {
    if (error instanceof ServiceError) return null
    throw error
  })
  return usualTimes(
    (ended?.data ?? []).flatMap(({ startedAt, completedAt, operations, device }) =>
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
