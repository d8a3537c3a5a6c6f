/** The deployments of a customer, those that were asked for together in one row: an extension with a plan B (domain §17). */
import { type Deployment, type DeploymentStatus, type Rollout, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { type Counted, countedIn } from '~/domain/counted'
import { isDeploymentInProgress } from '~/domain/deployment-progress'
import { askDeployments, asPage, type DeploymentPage } from '~/things/deployment/fleet.server'
import { mayHaveStalled, stalledOf } from '~/things/deployment/stalled.server'

export interface RolloutsPage {
  rollouts: Rollout[]
  total: Counted
  next: string | null
  /** Made of the newest deployments alone: older ones are missing. */
  isPartial: boolean
}

/** What is found where nothing can be looked for. */
export const noRollouts: RolloutsPage = {
  rollouts: [],
  total: { count: 0, isCapped: false },
  next: null,
  isPartial: false,
}

interface Asked {
  customerId: string
  status?: DeploymentStatus | undefined
  after?: string | undefined
}

const pageSize = 50

/** How many deployments are looked at where the backend lists them controller by controller, and in which steps. */
const mostFolded = 2_000
const folding = 200

/** One page, newest first; null where the backend cannot list deployments. Other trouble is an answer for the error page. */
export function findRollouts(reader: Reader, { customerId, status, after }: Asked): Promise<RolloutsPage | null> {
  return asPage(
    withFallback<RolloutsPage | null>(
      site.findRollouts,
      async () => {
        const query = { customerId, status, continuationToken: after, pageSize }
        const found = await reader.ask(site.findRollouts, { query })
        return {
          rollouts: found.data,
          total: countedIn(found),
          next: found.continuationToken ?? null,
          isPartial: false,
        }
      },
      async () => {
        const folded = await fold(reader, customerId)
        if (!folded) return null
        const all = folded.rollouts.filter(({ counts }) => status === undefined || counts[status])
        const from = Number(after) || 0
        const next = from + pageSize < all.length ? String(from + pageSize) : null
        return {
          rollouts: all.slice(from, from + pageSize),
          total: { count: all.length, isCapped: false },
          next,
          isPartial: folded.isPartial,
        }
      },
    ),
  )
}

/** Those with a controller whose deployment has stalled: few, so they stand on one page. */
export function findStalledRollouts(reader: Reader, { customerId }: Asked): Promise<RolloutsPage | null> {
  return asPage(
    (async () => {
      const ids = [...new Set((await stalledOf(reader, { customerId })).map(({ operationId }) => operationId))]
      const shown = ids.slice(0, pageSize)
      const one = (operationId: string) =>
        withFallback(
          site.findRollouts,
          async () => (await reader.ask(site.findRollouts, { query: { customerId, operationId } })).data,
          async () => (await fold(reader, customerId, operationId))?.rollouts ?? [],
        )
      const rollouts = (await inParallel(shown, 8, one)).flat()
      return { rollouts, total: { count: ids.length, isCapped: false }, next: null, isPartial: false }
    })(),
  )
}

/** How many controllers of each operation have stalled; asks nothing while none on the page can have. */
export async function stalledIn(
  reader: Reader,
  { customerId, rollouts }: { customerId: string; rollouts: readonly Rollout[] },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const isLate = ({ counts: states, requestedAt }: Rollout) =>
    mayHaveStalled({ requestedAt }) &&
    Object.entries(states).some(([status, count]) => count > 0 && isDeploymentInProgress(status as DeploymentStatus))
  if (!rollouts.some(isLate)) return counts
  for (const { operationId } of await asPage(stalledOf(reader, { customerId })))
    counts.set(operationId, (counts.get(operationId) ?? 0) + 1)
  return counts
}

/** Operations made of the newest deployments of a customer. */
async function fold(
  reader: Reader,
  customerId: string,
  operationId?: string,
): Promise<Pick<RolloutsPage, 'rollouts' | 'isPartial'> | null> {
  const groups = new Map<string, Deployment[]>()
  let seen = 0
  let isPartial = false
  const read = (after: string | undefined) =>
    askDeployments(reader, { customerId, operationId, pageSize: folding, continuationToken: after })
  const steps = {
    next: (page: DeploymentPage | null) => page?.continuationToken,
    rows: (page: DeploymentPage | null) => page?.data.length ?? 0,
  }
  for await (const { page, isCut } of pagesOf(read, steps)) {
    if (!page) return null
    for (const one of page.data) groups.set(one.operationId, [...(groups.get(one.operationId) ?? []), one])
    seen += folding
    isPartial = isCut || page.continuationToken !== null
    if (seen >= mostFolded) break
  }
  return { rollouts: [...groups.values()].map(foldOne), isPartial }
}

function foldOne(deployments: readonly Deployment[]): Rollout {
  const [newest] = deployments as [Deployment]
  const counts: Rollout['counts'] = {}
  for (const { status } of deployments) counts[status] = (counts[status] ?? 0) + 1
  return {
    operationId: newest.operationId,
    requestedBy: newest.requestedBy,
    requestedAt: newest.requestedAt,
    total: deployments.length,
    counts,
    operations: operationsOf(deployments),
    device: deployments.length === 1 ? (newest.device ?? { id: newest.deviceId, name: newest.deviceId }) : null,
  }
}

/** Each package and version once, in the order in which they run; of those that run together, what most get last. */
function operationsOf(deployments: readonly Deployment[]): Rollout['operations'] {
  const known = new Map<string, { operation: Rollout['operations'][number]; position: number; count: number }>()
  for (const { operations } of deployments)
    for (const [position, operation] of operations.entries()) {
      const key = `${operation.packageName} ${operation.toVersion ?? ''} ${operation.type}`
      const one = known.get(key) ?? { operation, position, count: 0 }
      known.set(key, { ...one, position: Math.max(one.position, position), count: one.count + 1 })
    }
  return [...known]
    .sort(([key, a], [other, b]) => a.position - b.position || a.count - b.count || (key < other ? -1 : 1))
    .map(([, { operation }]) => operation)
}
