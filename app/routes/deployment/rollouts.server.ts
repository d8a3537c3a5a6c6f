/** The deployments of a customer, one row per operation: an extension with a fallback (domain §17). */
import { type Deployment, type DeploymentStatus, type Rollout, site } from '#contracts/site'
import { anyOf } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { countedIn } from '~/domain/counted'
import { isDeploymentInProgress } from '~/domain/deployment-progress'
import type { Place } from '~/hrefs'
import { startAfter } from '~/screens/list/refused-filter.server'
import type { Found, Source } from '~/screens/list/source.server'
import { askDeployments, asPage, type DeploymentPage } from '~/things/deployment/fleet.server'
import { mayHaveStalled, stalledOf } from '~/things/deployment/stalled.server'
import { rolloutFields } from './columns'
import { type RolloutRow, rolloutRow } from './rollout-row'

export const rollouts: Source<typeof rolloutFields, RolloutRow, Place> = {
  fields: rolloutFields,
  order: '-when',
  async find(reader, { at, filter: { status }, after, pageSize }) {
    const { customerId } = at
    const found = await asPage(
      status?.[0] === 'stalled'
        ? findStalledRollouts(reader, { customerId, after, pageSize })
        : findRollouts(reader, { customerId, status: status?.filter((one) => one !== 'stalled'), after, pageSize }),
    )
    if (!found) return null
    const stalled = await stalledIn(reader, { customerId, rollouts: found.rows })
    return { ...found, rows: found.rows.map((one) => rolloutRow(at, one, stalled.get(one.operationId) ?? 0)) }
  },
}

interface Asked {
  customerId: string
  status?: readonly DeploymentStatus[] | undefined
  after?: string | undefined
  pageSize: number
}

/** The fallback: the maximum number of deployments read, and the page size. */
const mostFolded = 2_000
const folding = 200

/** Returns one page, newest first; null when the backend cannot list deployments. */
function findRollouts(reader: Reader, { customerId, status, after, pageSize }: Asked): Promise<Found<Rollout> | null> {
  return withFallback<Found<Rollout> | null>(
    site.findRollouts,
    async () => {
      const query = { customerId, status: anyOf(status), continuationToken: after, pageSize }
      const found = await reader.ask(site.findRollouts, { query })
      return { rows: found.data, total: countedIn(found), next: found.continuationToken }
    },
    async () => {
      const folded = await fold(reader, customerId)
      if (!folded) return null
      const all = folded.rollouts.filter(({ counts }) => status === undefined || status.some((one) => counts[one]))
      const from = Number(after) || 0
      const next = from + pageSize < all.length ? String(from + pageSize) : null
      return { rows: all.slice(from, from + pageSize), total: all.length, next, isPartial: folded.isPartial }
    },
  )
}

/** Returns the operations with a stalled controller; `after` is the id of an operation. */
async function findStalledRollouts(reader: Reader, { customerId, after, pageSize }: Asked): Promise<Found<Rollout>> {
  const { deployments, isCut } = await stalledOf(reader, { customerId })
  const ids = [...new Set(deployments.map(({ operationId }) => operationId))]
  const one = (operationId: string) =>
    withFallback(
      site.findRollouts,
      async () => (await reader.ask(site.findRollouts, { query: { customerId, operationId } })).data,
      async () => (await fold(reader, customerId, operationId))?.rollouts ?? [],
    )
  const from = startAfter(ids, after, (id) => id)
  const shown = ids.slice(from, from + pageSize)
  const rows = (await inParallel(shown, 8, one)).flat()
  const next = from + pageSize < ids.length ? (shown.at(-1) ?? null) : null
  return { rows, total: { count: ids.length, isCapped: isCut }, next, isPartial: isCut }
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
  for (const { operationId } of (await asPage(stalledOf(reader, { customerId }))).deployments)
    counts.set(operationId, (counts.get(operationId) ?? 0) + 1)
  return counts
}

/** Groups the newest deployments of a customer by operation; partial when older ones are missing. */
async function fold(
  reader: Reader,
  customerId: string,
  operationId?: string,
): Promise<{ rollouts: Rollout[]; isPartial: boolean } | null> {
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

/** Returns each package and version once, in execution order; at the same position, the most frequent comes last. */
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
