/**
 * Lists the deployments of one operation for a backend that cannot: the trail has its controllers, and each controller
 * lists its own deployments (domain §17).
 */
import { type Deployment, site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'

export interface Operation {
  tenantId: string
  customerId: string
  operationId: string
}

/** Maximum number of controllers in one deployment. */
const maxControllers = 1_000
/** Maximum number of concurrent reads. */
const maxConcurrent = 16

/** Returns the deployments, newest first; empty if this console did not start the operation. Throws `ServiceError`. */
export async function deploymentsFromTrail(
  { call }: Pick<Reader, 'call'>,
  operation: Operation,
): Promise<Deployment[]> {
  const controllers = await controllersOf(operation)
  const lists = await inParallel(controllers, maxConcurrent, async ({ id, name, path }) => {
    const at = { path: { id } }
    const [ofController] = await Promise.all([call(site.listDeployments, at), call(site.getDevice, at)]).catch(
      (error: unknown) => {
        // The controller no longer exists, or is not visible to the person.
        if (error instanceof ServiceError && error.status === 404) return [[]]
        throw error
      },
    )
    const own = ofController.filter(({ operationId }) => operationId === operation.operationId)
    return own.map((one): Deployment => ({ device: { id, name, path: path as PathOf }, ...one }))
  })
  return lists.flat().sort((a, b) => (a.requestedAt < b.requestedAt ? 1 : -1))
}

type PathOf = NonNullable<Deployment['device']>['path']

async function controllersOf({ tenantId, customerId, operationId }: Operation): Promise<TrailEntry['subject'][]> {
  const subjects = new Map<string, TrailEntry['subject']>()
  for (let before: number | undefined; subjects.size < maxControllers; ) {
    const detail = { name: 'operationId', value: operationId }
    const { entries, next } = await findEntries({ tenantId, customerId, detailField: detail, before, limit: 200 })
    for (const { subject } of entries) subjects.set(subject.id, subject)
    if (next === null) break
    before = next
  }
  return [...subjects.values()].slice(0, maxControllers)
}
