/** The database's clock: one for all replicas, whatever their own say. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Tables } from './tables'

/** Milliseconds since 1970 by the clock of the database, as a part of a statement. */
export function storeNow(db: Kysely<Tables>) {
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
}
