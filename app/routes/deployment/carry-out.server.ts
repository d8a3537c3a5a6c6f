/** Sends a deployment, one call after the other, and tells for each controller how its call ended (design §7). */
import type { ReplyOf } from '#contracts/endpoint'
import type { site } from '#contracts/site'
import type { WorkDesk } from '~/audit/mutate.server'
import { ServiceError } from '~/backend/service-error'
import type { Batch } from './rollout'

interface Hands {
  send(batch: Batch): Promise<ReplyOf<typeof site.deploy>>
  ended: WorkDesk<unknown>['ended']
}

/**
 * The ids of the operations that were begun. A single call leaves its refusal to `mutate`; among several, the
 * controllers a 4100 answer names failed and the next call goes out. Any other trouble ends it.
 */
export async function carryOut(batches: readonly Batch[], { send, ended }: Hands): Promise<string[]> {
  const operationIds: string[] = []
  for (const batch of batches) {
    try {
      const { operationId } = await send(batch)
      operationIds.push(operationId)
      for (const id of batch.deviceIds) ended(id, 'done', { operationId })
    } catch (error) {
      if (batches.length === 1 || !(error instanceof ServiceError) || error.entities.length === 0) throw error
      for (const id of batch.deviceIds) ended(id, 'done')
      for (const { entityId, details, key } of error.entities) {
        ended(entityId, 'failed', { code: error.code, type: details?.type ?? null, key: key ?? null })
      }
    }
  }
  return operationIds
}
