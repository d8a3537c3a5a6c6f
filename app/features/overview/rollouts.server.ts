/** The latest deployments of a customer with their progress; null where the backend cannot list them. */
import { type DeploymentStatus, type Rollout, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import { isDeploymentFailure, isDeploymentInProgress } from '~/domain/deployment-progress'
import { rolloutName } from '~/features/deployment/shared/row'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'

export interface RolloutProgressRow {
  operationId: string
  href: string
  name: string
  requestedAt: string
  counts: { done: number; failed: number; running: number; waiting: number }
}

const maxRollouts = 3

export async function lastRollouts(reader: Reader, at: Place): Promise<RolloutProgressRow[] | null> {
  const t = translator(reader.language)
  return withFallback(
    site.findRollouts,
    async () => {
      const query = { customerId: at.customerId, pageSize: maxRollouts }
      const { data } = await reader.call(site.findRollouts, { query })
      return data.map((one) => ({
        operationId: one.operationId,
        href: href('deployment', { ...at, operationId: one.operationId }),
        name: rolloutName(t, [{ operations: one.operations.map(operation) }]),
        requestedAt: one.requestedAt,
        counts: countsOf(one.counts),
      }))
    },
    async () => null,
  )
}

const operation = ({ type, packageName, displayName, toVersion }: Rollout['operations'][number]) => ({
  type,
  packageName,
  displayName: displayName || packageName,
  to: toVersion ?? null,
})

function countsOf(counts: Rollout['counts']): RolloutProgressRow['counts'] {
  const totals = { done: 0, failed: 0, running: 0, waiting: 0 }
  for (const [status, count] of Object.entries(counts) as [DeploymentStatus, number][]) {
    if (isDeploymentFailure(status)) totals.failed += count
    else if (status === 'NotStarted') totals.waiting += count
    else totals[isDeploymentInProgress(status) ? 'running' : 'done'] += count
  }
  return totals
}
