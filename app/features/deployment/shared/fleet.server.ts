/** Deployments across controllers, an optional extension of the backend (domain §17). */
import { type Deployment, type DeploymentStatus, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { envelope, wholePages } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { problemResponse } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import { isCount } from '~/domain/count'
import { deploymentStatuses, isDeploymentFailure } from '~/domain/deployment-progress'
import { deploymentsFromTrail, type Operation } from '../from-trail.server'

export interface DeploymentPage {
  data: Deployment[]
  totalCount: number
  isTotalCapped?: boolean | undefined
  continuationToken: string | null
}

/** An empty page, for a search that cannot be run. */
export const noDeployments: DeploymentPage = { data: [], totalCount: 0, continuationToken: null }

type Query = NonNullable<Input<typeof site.findDeployments>['query']> & {
  /** Tenant whose trail lists the controllers of an operation if the backend cannot. */
  tenantId?: string | undefined
}

export const deploymentPageSize = 50

/**
 * Returns one page, newest first; null if neither the backend nor the trail can list them. Throws the response of the
 * error page on other errors.
 */
export function findDeployments(reader: Pick<Reader, 'call'>, query: Query): Promise<DeploymentPage | null> {
  return orErrorPage(readDeployments(reader, query))
}

/** Converts a `ServiceError` to the response of the error page. */
export async function orErrorPage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** Like `findDeployments`, but throws `ServiceError`. */
export function readDeployments(
  reader: Pick<Reader, 'call'>,
  { tenantId, ...query }: Query,
): Promise<DeploymentPage | null> {
  return withFallback<DeploymentPage | null>(
    site.findDeployments,
    async () => {
      const reply = await reader.call(site.findDeployments, { query: { pageSize: deploymentPageSize, ...query } })
      const { data, totalCount, isTotalCapped, continuationToken = null } = reply
      return { data, totalCount, isTotalCapped, continuationToken }
    },
    () => fromTrail(reader, { tenantId, ...query }),
  )
}

/**
 * Returns one page of the deployments of an operation, read from its controllers; null if none is known. The cursor is
 * a row offset.
 */
async function fromTrail(
  reader: Pick<Reader, 'call'>,
  { tenantId, customerId, operationId, status, continuationToken, ...query }: Query,
): Promise<DeploymentPage | null> {
  if (!tenantId || !customerId || !operationId) return null
  const all = await deploymentsFromTrail(reader, { tenantId, customerId, operationId })
  if (all.length === 0) return null
  const matches = all.filter((one) => status === undefined || one.status === status)
  if (query.sort)
    matches.sort((one, other) => Number(isDeploymentFailure(other.status)) - Number(isDeploymentFailure(one.status)))
  const size = Number(query.pageSize ?? deploymentPageSize)
  const from = Number(continuationToken) || 0
  const next = from + size
  return {
    data: matches.slice(from, next),
    totalCount: matches.length,
    continuationToken: next < matches.length ? String(next) : null,
  }
}

/**
 * Returns one page of an operation, failed deployments first; newest first if the backend does not support that order.
 */
export async function readFailedFirst(
  reader: Pick<Reader, 'call'>,
  query: Query & { operationId: string },
): Promise<DeploymentPage | null> {
  try {
    return await readDeployments(reader, { ...query, sort: 'state' })
  } catch (error) {
    if (error instanceof ServiceError && error.status === 422) return readDeployments(reader, query)
    throw error
  }
}

/** Returns the ids of the controllers of an operation. Throws `ServiceError`. */
export async function deviceIdsIn(
  reader: Pick<Reader, 'call'>,
  { tenantId, customerId, operationId }: Operation,
): Promise<Set<string>> {
  const ids = new Set<string>()
  const read = async (after: string | undefined) => {
    const query = { tenantId, customerId, operationId, pageSize: 200, continuationToken: after }
    return (await readDeployments(reader, query)) ?? { data: [] }
  }
  for await (const { data } of wholePages('site', read, envelope)) for (const { deviceId } of data) ids.add(deviceId)
  return ids
}

/**
 * Returns the number of controllers of an operation in each state, with one call per state regardless of its size. Null
 * if the backend cannot list or count them. Throws `ServiceError`.
 */
export async function countByStatus(
  reader: Pick<Reader, 'call'>,
  query: Query,
): Promise<Record<DeploymentStatus, number> | null> {
  const pages = await Promise.all(
    deploymentStatuses.map((status) => readDeployments(reader, { ...query, status, pageSize: 1 })),
  )
  if (pages.some((page) => page === null || !isCount(page.totalCount))) return null
  return Object.fromEntries(deploymentStatuses.map((status, at) => [status, pages[at]?.totalCount ?? 0])) as Record<
    DeploymentStatus,
    number
  >
}

/** Returns the status filter of an address; unknown values are ignored. */
export function statusIn(search: URLSearchParams): DeploymentStatus | undefined {
  return deploymentStatuses.find((status) => status === search.get('status'))
}
