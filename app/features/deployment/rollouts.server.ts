/** The deployments of a customer, one row per operation: an extension with a fallback (domain §17). */
import { type Deployment, type DeploymentStatus, type Rollout, site } from '#contracts/site'
import { anyOfParam } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { countInReply } from '~/domain/count'
import { isDeploymentInProgress } from '~/domain/deployment-progress'
import type { Place } from '~/hrefs'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import type { ListPage, ListSource } from '~/kit/list/source.server'
import { rolloutFields } from './columns'
import { type RolloutRow, rolloutRow } from './rollout-row'
import { type DeploymentPage, orErrorPage, readDeployments } from './shared/fleet.server'
import { mayHaveStalled, stalledDeployments } from './shared/stalled.server'

export const rollouts: ListSource<typeof rolloutFields, RolloutRow, Place> = {
  fields: rolloutFields,
  order: '-when',
  async find(reader, { at, filter: { status }, after, pageSize }) {
    const { customerId } = at
    const page = await orErrorPage(
      status?.[0] === 'stalled'
        ? findStalledRollouts(reader, { customerId, after, pageSize })
        : findRollouts(reader, { customerId, status: status?.filter((one) => one !== 'stalled'), after, pageSize }),
    )
    if (!page) return null
    const stalled = await stalledIn(reader, { customerId, rollouts: page.rows })
    return { ...page, rows: page.rows.map((one) => rolloutRow(at, one, stalled.get(one.operationId) ?? 0)) }
  },
}

interface RolloutsQuery {
  customerId: string
  status?: readonly DeploymentStatus[] | undefined
  after?: string | undefined
  pageSize: number
}

/** The fallback: the maximum number of deployments read, and the page size. */
const maxFolded = 2_000
const foldPageSize = 200

/** Returns one page, newest first; null when the backend cannot list deployments. */
function findRollouts(
  reader: Reader,
  { customerId, status, after, pageSize }: RolloutsQuery,
): Promise<ListPage<Rollout> | null> {
  return withFallback<ListPage<Rollout> | null>(
    site.findRollouts,
    async () => {
      const query = { customerId, status: anyOfParam(status), continuationToken: after, pageSize }
      const page = await reader.call(site.findRollouts, { query })
      return { rows: page.data, total: countInReply(page), next: page.continuationToken }
    },
    async () => {
      const folded = await foldDeployments(reader, customerId)
      if (!folded) return null
      const all = folded.rollouts.filter(({ counts }) => status === undefined || status.some((one) => counts[one]))
      const from = Number(after) || 0
      const next = from + pageSize < all.length ? String(from + pageSize) : null
      return { rows: all.slice(from, from + pageSize), total: all.length, next, incomplete: folded.isPartial }
    },
  )
}

/** Returns the operations with a stalled controller; `after` is the id of an operation. */
async function findStalledRollouts(
  reader: Reader,
  { customerId, after, pageSize }: RolloutsQuery,
): Promise<ListPage<Rollout>> {
  const { deployments, isCut } = await stalledDeployments(reader, { customerId })
  const ids = [...new Set(deployments.map(({ operationId }) => operationId))]
  const one = (operationId: string) =>
    withFallback(
      site.findRollouts,
      async () => (await reader.call(site.findRollouts, { query: { customerId, operationId } })).data,
      async () => (await foldDeployments(reader, customerId, operationId))?.rollouts ?? [],
    )
  const from = startIndexAfter(ids, after, (id) => id)
  const pageIds = ids.slice(from, from + pageSize)
  const rows = (await inParallel(pageIds, 8, one)).flat()
  const next = from + pageSize < ids.length ? (pageIds.at(-1) ?? null) : null
  return { rows, total: { count: ids.length, isCapped: isCut }, next, incomplete: isCut }
}

/** Counts the stalled controllers of each operation; reads nothing when none on the page can have stalled. */
async function stalledIn(
  reader: Reader,
  { customerId, rollouts }: { customerId: string; rollouts: readonly Rollout[] },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const isLate = ({ counts: states, requestedAt }: Rollout) =>
    mayHaveStalled({ requestedAt }) &&
    Object.entries(states).some(([status, count]) => count > 0 && isDeploymentInProgress(status as DeploymentStatus))
  if (!rollouts.some(isLate)) return counts
  for (const { operationId } of (await orErrorPage(stalledDeployments(reader, { customerId }))).deployments)
    counts.set(operationId, (counts.get(operationId) ?? 0) + 1)
  return counts
}

/** Groups the newest deployments of a customer by operation; partial when older ones are missing. */
async function foldDeployments(
  reader: Reader,
  customerId: string,
  operationId?: string,
): Promise<{ rollouts: Rollout[]; isPartial: boolean } | null> {
  const groups = new Map<string, Deployment[]>()
  let readCount = 0
  let isPartial = false
  const read = (after: string | undefined) =>
    readDeployments(reader, { customerId, operationId, pageSize: foldPageSize, continuationToken: after })
  const steps = {
    next: (page: DeploymentPage | null) => page?.continuationToken,
    rows: (page: DeploymentPage | null) => page?.data.length ?? 0,
  }
  for await (const { page, isCut } of pagesOf(read, steps)) {
    if (!page) return null
    for (const one of page.data) groups.set(one.operationId, [...(groups.get(one.operationId) ?? []), one])
    readCount += foldPageSize
    isPartial = isCut || page.continuationToken !== null
    if (readCount >= maxFolded) break
  }
  return { rollouts: [...groups.values()].map(foldRollout), isPartial }
}

function foldRollout(deployments: readonly Deployment[]): Rollout {
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

/** Returns each package and version once, in execution order; at the same position, the most frequent comes last. */
function operationsOf(deployments: readonly Deployment[]): Rollout['operations'] {
  const byKey = new Map<string, { operation: Rollout['operations'][number]; position: number; count: number }>()
  for (const { operations } of deployments)
    for (const [position, operation] of operations.entries()) {
      const key = `${operation.packageName} ${operation.toVersion ?? ''} ${operation.type}`
      const one = byKey.get(key) ?? { operation, position, count: 0 }
      byKey.set(key, { ...one, position: Math.max(one.position, position), count: one.count + 1 })
    }
  return [...byKey]
    .sort(([key, a], [other, b]) => a.position - b.position || a.count - b.count || (key < other ? -1 : 1))
    .map(([, { operation }]) => operation)
}
