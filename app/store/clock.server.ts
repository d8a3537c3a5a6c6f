/** The clock of the database: one for all replicas, whatever their own clocks say. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Tables } from './tables'

/** Returns the database's time in milliseconds since 1970, as a part of a statement. */
export function storeNow(db: Kysely<Tables>) {
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
}
