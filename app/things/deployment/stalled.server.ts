/** Which deployments have stalled, by how long others like them took (`~/domain/deployment-stall`). */
import type { Deployment } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { deploymentStatuses, isDeploymentInProgress } from '~/domain/deployment-progress'
import { isStalled, shortestStallMs, type UsualTimes, usualTimes } from '~/domain/deployment-stall'
import { askDeployments } from './fleet.server'

type Asking = Pick<Reader, 'ask'>

/** How many deployments are looked at: those that ended well last, and of each state under way. */
export const mostSeen = 200

/**
 * The ids of those that have stalled. What is usual is only asked where one is old enough; where nobody can say, the
 * shortest time counts.
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

/** Whether it was begun, or was to begin, long enough ago. */
export function mayHaveStalled(one: Times): boolean {
  return elapsedOf(one) > shortestStallMs
}

const elapsedOf = ({ startedAt, scheduledAt, requestedAt }: Times) =>
  Date.now() - Date.parse(startedAt ?? scheduledAt ?? requestedAt)

export interface Stalled {
  deployments: Deployment[]
  /** There are more under way than were looked at, or nobody lists them. */
  isCut: boolean
}

/** Those of a customer, or of one operation, that have stalled, newest first; bounded. Trouble is a ServiceError. */
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
