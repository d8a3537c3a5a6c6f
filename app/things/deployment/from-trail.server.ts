/**
 * The deployments of one operation for a backend that cannot list them across controllers: which controllers it was
 * for stands in the trail, and each of them knows its own (domain §17).
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

/** As many controllers as one deployment can reach. */
const mostControllers = 1_000
/** Reads at once. */
const lanes = 16

/** Newest first; none when this console did not begin it. Trouble is a ServiceError. */
export async function deploymentsFromTrail({ ask }: Pick<Reader, 'ask'>, operation: Operation): Promise<Deployment[]> {
  const controllers = await controllersOf(operation)
  const lists = await inParallel(controllers, lanes, async ({ id, name, path }) => {
    const at = { path: { id } }
    const [found] = await Promise.all([ask(site.listDeployments, at), ask(site.getDevice, at)]).catch(
      (error: unknown) => {
        // Of a controller that is there no more, or not offered, nothing is known.
        if (error instanceof ServiceError && error.status === 404) return [[]]
        throw error
      },
    )
    const own = found.filter(({ operationId }) => operationId === operation.operationId)
    return own.map((one): Deployment => ({ device: { id, name, path: path as PathOf }, ...one }))
  })
  return lists.flat().sort((a, b) => (a.requestedAt < b.requestedAt ? 1 : -1))
}

type PathOf = NonNullable<Deployment['device']>['path']

async function controllersOf({ tenantId, customerId, operationId }: Operation): Promise<TrailEntry['subject'][]> {
  const subjects = new Map<string, TrailEntry['subject']>()
  for (let before: number | undefined; subjects.size < mostControllers; ) {
    const noted = { name: 'operationId', value: operationId }
    const { entries, next } = await findEntries({ tenantId, customerId, noted, before, limit: 200 })
    for (const { subject } of entries) subjects.set(subject.id, subject)
    if (next === null) break
    before = next
  }
  return [...subjects.values()].slice(0, mostControllers)
}
