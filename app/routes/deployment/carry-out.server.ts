/** Sends a deployment, one call after the other, and tells for each controller how its call ended (design §7). */
import type { ReplyOf } from '#contracts/endpoint'
import type { site } from '#contracts/site'
import type { WorkDesk } from '~/audit/mutate.server'
import { ServiceError } from '~/backend/service-error'
import type { Batch } from './rollout'

interface Hands {
  send(batch: Batch): Promise<ReplyOf<typeof site.deploy>>
  ended: WorkDesk<unknown>['ended']
  /** What is written beside the operation of each controller that was accepted. */
  note?: Record<string, unknown>
}

/**
 * The ids of the operations that were begun. Of a call of which some controllers were refused (4100), these failed,
 * the others are told with their operation and the next call goes out. Where a single call begins nothing at all, and
 * for any other trouble, the refusal is left to `mutate`.
 */
export async function carryOut(batches: readonly Batch[], { send, ended, note = {} }: Hands): Promise<string[]> {
  const operationIds: string[] = []
  const begun = (operationId: string | null, deviceIds: readonly string[]) => {
    if (operationId) operationIds.push(operationId)
    for (const id of deviceIds) ended(id, 'done', { ...(operationId && { operationId }), ...note })
  }
  for (const batch of batches) {
    try {
      const { operationId } = await send(batch)
      begun(operationId, batch.deviceIds)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.entities.length === 0) throw error
      const refused = new Map(error.entities.map((entity) => [entity.entityId, entity]))
      const accepted = batch.deviceIds.filter((id) => !refused.has(id))
      if (batches.length === 1 && accepted.length === 0) throw error
      begun(operationIn(error.body?.data), accepted)
      for (const [id, { details, key }] of refused)
        ended(id, 'failed', { code: error.code, type: details?.type ?? null, key: key ?? null })
    }
  }
  return operationIds
}

/** The operation that the accepted deployments beside a 4100 belong to. */
function operationIn(data: unknown): string | null {
  const [first] = Array.isArray(data) ? data : []
  return typeof first?.operationId === 'string' ? first.operationId : null
}
