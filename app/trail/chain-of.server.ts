/** Reads the stored chain of a tenant in order. */
import { setImmediate as immediate } from 'node:timers/promises'
import { searchDatabase } from '~/store/store.server'
import type { TrailRecord } from './record'
import { fromRow } from './rows.server'

/** Returns the newest record of a tenant's chain; null when there is no chain. */
export async function chainHead(tenantId: string): Promise<{ sequence: number; hash: string } | null> {
  const db = await searchDatabase()
  const head = await db
    .selectFrom('chain_head')
    .select(['sequence', 'hash'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return head ? { sequence: Number(head.sequence), hash: head.hash } : null
}

/** Yields the records of a chain in order up to its head, or those above `after` and up to `upTo`, a page at a time. */
export async function* chainOf(
  tenantId: string,
  { after = 0, upTo }: { after?: number | undefined; upTo?: number | undefined } = {},
): AsyncGenerator<TrailRecord> {
  const head = upTo ?? (await chainHead(tenantId))?.sequence ?? 0
  for (let last = after; ; ) {
    const db = await searchDatabase()
    const query = db.selectFrom('trail').selectAll().where('tenant_id', '=', tenantId)
    const rows = await query
      .where('sequence', '>', last)
      .where('sequence', '<=', head)
      .orderBy('sequence')
      .limit(500)
      .execute()
    for (const row of rows) yield fromRow(row)
    const newest = rows.at(-1)
    if (!newest) return
    last = Number(newest.sequence)
    // Parsing a page of JSON takes a while: the event loop handles other requests in between.
    await immediate()
  }
}
