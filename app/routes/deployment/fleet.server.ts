/** Deployments across controllers: an extension, which a backend may lack (domain §17). */
import { type Deployment, type DeploymentStatus, site } from '#contracts/site'
import { envelope, wholePages } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { problemResponse } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'

export interface DeploymentPage {
  data: Deployment[]
  totalCount: number
  continuationToken: string | null
}

type Query = NonNullable<Input<typeof site.findDeployments>['query']>

export const pageSize = 50

/** One page, newest first; null where the backend cannot list them. Other trouble is an answer for the error page. */
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
export async function askDeployments({ ask }: Pick<Reader, 'ask'>, query: Query): Promise<DeploymentPage | null> {
  try {
    const found = await ask(site.findDeployments, { query: { pageSize, ...query } })
    return { data: found.data, totalCount: found.totalCount, continuationToken: found.continuationToken ?? null }
  } catch (error) {
    if (error instanceof ServiceError && (error.code === '4012' || error.code === '404')) return null
    throw error
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
    if (error instanceof ServiceError && error.isNotOffered) return askDeployments(reader, query)
    throw error
  }
}

/** The controllers of one operation. Trouble is a ServiceError. */
export async function deviceIdsIn(
  reader: Pick<Reader, 'ask'>,
  { customerId, operationId }: { customerId: string; operationId: string },
): Promise<Set<string>> {
  const ids = new Set<string>()
  const read = async (after: string | undefined) => {
    const query = { customerId, operationId, pageSize: 200, continuationToken: after }
    return (await askDeployments(reader, query)) ?? { data: [] }
  }
  for await (const { data } of wholePages('site', read, envelope)) for (const { deviceId } of data) ids.add(deviceId)
  return ids
}

export const statuses = [
  'NotStarted',
  'PackageUploadInProgress',
  'PackageUploadSuccess',
  'PackageUploadFailure',
  'PackageInstallationInProgress',
  'PackageInstallationSuccess',
  'PackageInstallationFailure',
] as const satisfies readonly DeploymentStatus[]

/**
 * How many controllers of an operation are in each state: one call per state, so that any size costs the same. Null
 * where the backend cannot list them; other trouble is a ServiceError.
 */
export async function countByStatus(
  reader: Pick<Reader, 'ask'>,
  query: Query,
): Promise<Record<DeploymentStatus, number> | null> {
  const pages = await Promise.all(statuses.map((status) => askDeployments(reader, { ...query, status, pageSize: 1 })))
  if (pages.some((page) => page === null)) return null
  return Object.fromEntries(statuses.map((status, at) => [status, pages[at]?.totalCount ?? 0])) as Record<
    DeploymentStatus,
    number
  >
}

/** The status an address asks for; anything else is as if it were not there. */
export function statusIn(search: URLSearchParams): DeploymentStatus | undefined {
  return statuses.find((status) => status === search.get('status'))
}
