/** One row of the deployments list: the deployments that were started together. */
import type { Rollout } from '#contracts/site'
import { deploymentStatuses } from '~/domain/deployment-progress'
import { href, nodeHref, type Place } from '~/hrefs'

export type RolloutRow = ReturnType<typeof rolloutRow>

export function rolloutRow(at: Place, rollout: Rollout, stalled: number) {
  const { operationId, requestedBy, requestedAt, total, counts, device } = rollout
  return {
    operationId,
    href: href('deployment', { ...at, operationId }),
    operations: rollout.operations.map(({ type, packageName, displayName, toVersion }) => ({
      type,
      packageName,
      displayName: displayName || packageName,
      to: toVersion ?? null,
    })),
    requestedBy: requestedBy?.fullName ?? '',
    requestedAt,
    total,
    only: device
      ? {
          name: device.name,
          href:
            (device.path && nodeHref(at, device.path, { id: device.id, type: 'device' })) ??
            href('deviceById', { ...at, deviceId: device.id }),
        }
      : null,
    counts: deploymentStatuses
      .map((status) => ({ status, count: counts[status] ?? 0 }))
      .filter(({ count }) => count > 0),
    stalled,
  }
}
