/** The differences between the engines that migrations depend on; all others are inside `sqlite` and `postgres`. */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

export interface Dialect {
  /** Rejects values of another type than the column's. */
  strict<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Indexes `trail_state.names` for substring search. */
  indexNames(db: Kysely<unknown>): Promise<void>
}

/** SQLite tables accept any type in any column unless strict. */
export const sqlite: Dialect = {
  strict: (table) => table.modifyEnd(sql`strict`),
  async indexNames(db) {
    await sql`
      create virtual table trail_names using fts5(tenant_id unindexed, sequence unindexed, names, tokenize = 'trigram')
    `.execute(db)
    await sql`
      create trigger trail_state_named after insert on trail_state begin
        insert into trail_names (tenant_id, sequence, names) values (new.tenant_id, new.sequence, new.names);
      end
    `.execute(db)
    await sql`
      create trigger trail_state_gone after delete on trail_state begin
        delete from trail_names where sequence = old.sequence and tenant_id = old.tenant_id;
      end
    `.execute(db)
  },
}

/** PostgreSQL tables are strict already. */
export const postgres: Dialect = {
  strict: (table) => table,
  async indexNames(db) {
    // Without the contrib package the search uses no index and reads the trail in ranges.
    const { rows } = await sql<{ may: boolean }>`
      select has_database_privilege(current_database(), 'create')
        and exists (select 1 from pg_available_extensions where name = 'pg_trgm') as may
    `.execute(db)
    if (!rows[0]?.may) return
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index trail_state_names on trail_state using gin (names gin_trgm_ops)`.execute(db)
  },
}
