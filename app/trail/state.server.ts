/** The state of each tenant's chain, for operators (design §8). */
import { SqliteAdapter, sql } from 'kysely'
import { database, searchDatabase } from '~/store/store.server'

export interface ChainState {
  tenantId: string
  records: number
  head: string
  /** The newest signed head. */
  checkpoint: { sequence: number; at: string } | null
  /** Number of changes with an unknown outcome. */
  unknown: number
  /** Number of changes without an outcome yet, and when the oldest of them started. */
  open: number
  openSince: string | null
}

/** Returns the state of every chain. */
export async function chainStates(): Promise<ChainState[]> {
  const db = await searchDatabase()
  const [heads, checkpoints, unknown, open] = await Promise.all([
    db.selectFrom('chain_head').selectAll().orderBy('tenant_id').execute(),
    db
      .selectFrom('checkpoint')
      .select(['tenant_id', (eb) => eb.fn.max('sequence').as('sequence'), (eb) => eb.fn.max('at').as('at')])
      .groupBy('tenant_id')
      .execute(),
    db
      .selectFrom('trail_state')
      .select(['tenant_id', (eb) => eb.fn.countAll().as('count')])
      .where('outcome', '=', 'unknown')
      .groupBy('tenant_id')
      .execute(),
    db
      .selectFrom('open_intent as i')
      .innerJoin('trail as t', (join) =>
        join.onRef('t.tenant_id', '=', 'i.tenant_id').onRef('t.sequence', '=', 'i.sequence'),
      )
      .select(['i.tenant_id', (eb) => eb.fn.countAll().as('count'), (eb) => eb.fn.min('t.at').as('since')])
      .groupBy('i.tenant_id')
      .execute(),
  ])
  return heads.map(({ tenant_id: tenantId, sequence, hash }) => {
    const of = <Row extends { tenant_id: string }>(rows: readonly Row[]) =>
      rows.find((row) => row.tenant_id === tenantId)
    const checkpoint = of(checkpoints)
    return {
      tenantId,
      records: Number(sequence),
      head: hash,
      checkpoint: checkpoint ? { sequence: Number(checkpoint.sequence), at: checkpoint.at } : null,
      unknown: Number(of(unknown)?.count ?? 0),
      open: Number(of(open)?.count ?? 0),
      openSince: of(open)?.since ?? null,
    }
  })
}

/**
 * Returns the asynchronous standbys of the store's server, which may lack acknowledged writes after a failover; only
 * those the console may see.
 */
export async function laggingStandbys(): Promise<string[]> {
  const db = database()
  if (db.getExecutor().adapter instanceof SqliteAdapter) return []
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_replication where sync_state = 'async'
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the engine of the store and its size in bytes. */
export async function storeState(): Promise<{ engine: 'sqlite' | 'postgresql'; bytes: number }> {
  const db = database()
  const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter
  const query = isEmbedded
    ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
    : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await query.execute(db)
  return { engine: isEmbedded ? 'sqlite' : 'postgresql', bytes: Number(rows[0]?.bytes ?? 0) }
}
