/** Ends all sessions after a restore, because a copy of the store may contain sessions that were ended since. */
import { database } from '~/store/store.server'

/**
 * Ends every session and deletes its tokens and all pending sign-ins. Returns the number of sessions that were open.
 */
export async function endAllSessions(): Promise<number> {
  return database()
    .transaction()
    .execute(async (trx) => {
      await trx.deleteFrom('pending_sign_in').execute()
      const { numUpdatedRows } = await trx
        .updateTable('session')
        .set({ ended_at: Date.now(), end_reason: 'restored', tokens_sealed: null, lock_owner: null, lock_until: 0 })
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    })
}
