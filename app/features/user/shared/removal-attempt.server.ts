/** The last attempt of the console to remove expired roles in a tenant. */
import { config } from '~/config.server'
import { href } from '~/hrefs'
import { database } from '~/store/store.server'

/** Why the attempt failed: `main:user.runOut.why.<…>`. */
export const failureReasons = ['provider', 'denied', 'unavailable', 'refused', 'unknown', 'store'] as const
export type FailureReason = (typeof failureReasons)[number]

export interface RemovalAttempt {
  /** Null if no attempt failed: the roles are removed shortly. */
  failed: { because: FailureReason; triedAt: string; nextAt: string; changeHref: string | null } | null
}

/** Returns null if the console does not remove roles automatically. */
export async function lastRemovalAttempt(tenantId: string): Promise<RemovalAttempt | null> {
  if (!config().ownClient) return null
  const row = await database()
    .selectFrom('run_out_turn')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  const because = failureReasons.find((reason) => reason === row?.because)
  if (!row || !because) return { failed: null }
  const { change_id: changeId } = row
  const at = (moment: number) => new Date(Number(moment)).toISOString()
  return {
    failed: {
      because,
      triedAt: at(row.tried_at),
      nextAt: at(row.next_at),
      changeHref: changeId ? href('change', { tenantId, changeId }) : null,
    },
  }
}
