/** Deployments across controllers: an extension, which a backend may lack (domain §17). */
import { type Deployment, type DeploymentStatus, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { envelope, wholePages } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { problemResponse } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import { isCount } from '~/domain/counted'
import { deploymentStatuses, isDeploymentFailure } from '~/domain/deployment-progress'
import { deploymentsFromTrail, type Operation } from './from-trail.server'

export interface DeploymentPage {
  data: Deployment[]
  totalCount: number
  isTotalCapped?: boolean | undefined
  continuationToken: string | null
}

/** What is found where nothing can be looked for. */
export const noDeployments: DeploymentPage = { data: [], totalCount: 0, continuationToken: null }

type Query = NonNullable<Input<typeof site.findDeployments>['query']> & {
  /** Whose trail says which controllers an operation was for, where the backend cannot. */
  tenantId?: string | undefined
}

export const pageSize = 50

/**
 * One page, newest first; null where the backend cannot list them and the trail cannot stand in. Other trouble is an
 * answer for the error page.
 */
export function findDeployments(reader: Pick<Reader, 'ask'>, query: Query): Promise<DeploymentPage | null> {
  return asPage(askDeployments(reader, query))
}

/** What a page cannot do without: trouble is its error page. */
export async function asPage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** As `findDeployments`, trouble thrown as ServiceError. */
export function askDeployments(
  reader: Pick<Reader, 'ask'>,
  { tenantId, ...query }: Query,
): Promise<DeploymentPage | null> {
  return withFallback<DeploymentPage | null>(
    site.findDeployments,
    async () => {
      const found = await reader.ask(site.findDeployments, { query: { pageSize, ...query } })
      const { data, totalCount, isTotalCapped, continuationToken = null } = found
      return { data, totalCount, isTotalCapped, continuationToken }
    },
    () => fromTrail(reader, { tenantId, ...query }),
  )
}

/** One page of what the controllers of an operation say of it, null where none is known; the cursor is a number of rows. */
async function fromTrail(
  reader: Pick<Reader, 'ask'>,
  { tenantId, customerId, operationId, status, continuationToken, ...query }: Query,
): Promise<DeploymentPage | null> {
  if (!tenantId || !customerId || !operationId) return null
  const all = await deploymentsFromTrail(reader, { tenantId, customerId, operationId })
  if (all.length === 0) return null
  const shown = all.filter((one) => status === undefined || one.status === status)
  if (query.sort)
    shown.sort((one, other) => Number(isDeploymentFailure(other.status)) - Number(isDeploymentFailure(one.status)))
  const size = Number(query.pageSize ?? pageSize)
  const from = Number(continuationToken) || 0
  const next = from + size
  return {
    data: shown.slice(from, next),
    totalCount: shown.length,
    continuationToken: next < shown.length ? String(next) : null,
  }
}

/** One page of an operation, those that failed first; newest first where the backend has no such order. */
export async function askFailedFirst(
  reader: Pick<Reader, 'ask'>,
  query: Query & { operationId: string },
): Promise<DeploymentPage | null> {
  try {
    return await askDeployments(reader, { ...query, sort: 'state' })
  } catch (error) {
    if (error instanceof ServiceError && error.status === 422) return askDeployments(reader, query)
    throw error
  }
}

/** The controllers of one operation. Trouble is a ServiceError. */
export async function deviceIdsIn(
  reader: Pick<Reader, 'ask'>,
  { tenantId, customerId, operationId }: Operation,
): Promise<Set<string>> {
  const ids = new Set<string>()
  const read = async (after: string | undefined) => {
    const query = { tenantId, customerId, operationId, pageSize: 200, continuationToken: after }
    return (await askDeployments(reader, query)) ?? { data: [] }
  }
  for await (const { data } of wholePages('site', read, envelope)) for (const { deviceId } of data) ids.add(deviceId)
  return ids
}

/**
 * How many controllers of an operation are in each state: one call per state, so that any size costs the same. Null
 * where the backend cannot list or count them; other trouble is a ServiceError.
 */
export async function countByStatus(
  reader: Pick<Reader, 'ask'>,
  query: Query,
): Promise<Record<DeploymentStatus, number> | null> {
  const pages = await Promise.all(
    deploymentStatuses.map((status) => askDeployments(reader, { ...query, status, pageSize: 1 })),
  )
  if (pages.some((page) => page === null || !isCount(page.totalCount))) return null
  return Object.fromEntries(deploymentStatuses.map((status, at) => [status, pages[at]?.totalCount ?? 0])) as Record<
    DeploymentStatus,
    number
  >
}

/** The status an address asks for; anything else is as if it were not there. */
export function statusIn(search: URLSearchParams): DeploymentStatus | undefined {
  return deploymentStatuses.find((status) => status === search.get('status'))
}
