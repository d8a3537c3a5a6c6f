/** Deployments across controllers: an extension, which a backend may lack (domain §17). */
import { type Deployment, type DeploymentStatus, site } from '#contracts/site'
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

/** One page, newest first; null where the backend cannot list them. */
export async function findDeployments({ ask }: Pick<Reader, 'ask'>, query: Query): Promise<DeploymentPage | null> {
  try {
    const found = await ask(site.findDeployments, { query: { pageSize, ...query } })
    return { data: found.data, totalCount: found.totalCount, continuationToken: found.continuationToken ?? null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === '4012' || error.code === '404') return null
    throw problemResponse(error)
  }
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

/** How many controllers of an operation are in each state: one call per state, so that any size costs the same. */
export async function countByStatus(
  reader: Pick<Reader, 'ask'>,
  query: Query,
): Promise<Record<DeploymentStatus, number> | null> {
  const pages = await Promise.all(statuses.map((status) => findDeployments(reader, { ...query, status, pageSize: 1 })))
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
