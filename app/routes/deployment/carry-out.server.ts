/** Sends a deployment, one call after the other, and tells for each controller how its call ended (design §7). */
import { site } from '#contracts/site'
import { ServiceError } from '~/backend/service-error'
import type { WorkDesk } from '~/change/desk'
import { refusedIn } from '~/change/ledger'
import type { Plan } from '~/change/plan'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { Batch, Rollout } from './rollout'

interface Sending {
  rollout: Pick<Rollout, 'batches'>
  allowDowngrade: boolean
  /** What is written beside the operation of each controller that was accepted. */
  note?: Record<string, unknown>
}

/**
 * Sends what the plan of the desk changes, and nothing else. Answers the page of the operation that was begun, where it
 * is one. Of a call of which some controllers were refused (4100), these failed, the others are told with their
 * operation and the next call goes out. Where a single call begins nothing at all, and for any other trouble, the
 * refusal is left to `mutate`.
 */
export async function carryOut(
  { plan, write, ended }: Pick<WorkDesk<unknown>, 'plan' | 'write' | 'ended'>,
  at: ParamsFor<'newDeployment'>,
  { rollout, allowDowngrade, note = {} }: Sending,
): Promise<string | undefined> {
  const batches = within(plan, rollout.batches)
  const operationIds: string[] = []
  const begun = (operationId: string | null, deviceIds: readonly string[]) => {
    if (operationId) operationIds.push(operationId)
    for (const id of deviceIds) ended(id, 'done', { ...(operationId && { operationId }), ...note })
  }
  for (const { deviceIds, operations } of batches) {
    try {
      const { operationId } = await write(site.deploy, { body: { operations, allowDowngrade } }, deviceIds)
      begun(operationId ?? null, deviceIds)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.entities.length === 0) throw error
      const refused = refusedIn(error)
      const accepted = deviceIds.filter((id) => !refused.has(id))
      if (batches.length === 1 && accepted.length === 0) throw error
      begun(operationIn(error.body?.data), accepted)
      for (const [id, told] of refused) ended(id, 'failed', told)
    }
  }
  const [only] = operationIds
  return only && operationIds.length === 1 ? href('deployment', { ...at, operationId: only }) : undefined
}

/** The calls for the controllers that a plan changes: it may have been narrowed to some of those planned for. */
function within({ rows }: Plan, batches: readonly Batch[]): Batch[] {
  const changed = new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))
  return batches
    .map(({ deviceIds, operations }) => ({
      deviceIds: deviceIds.filter((id) => changed.has(id)),
      operations: operations.filter(({ deviceId }) => changed.has(deviceId)),
    }))
    .filter(({ deviceIds }) => deviceIds.length > 0)
}

/** The operation that the accepted deployments beside a 4100 belong to. */
function operationIn(data: unknown): string | null {
  const [first] = Array.isArray(data) ? data : []
  return typeof first?.operationId === 'string' ? first.operationId : null
}
