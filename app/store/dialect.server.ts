/** What the migrations have to know of an engine; what else differs stays inside `sqlite` and `postgres`. */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

export interface Dialect {
  /** Makes a table refuse values of another type than its column's. */
  strict<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
  /** Lets any part of `trail_state.names` be found without reading them all. */
  indexNames(db: Kysely<unknown>): Promise<void>
}

/** Its tables take anything anywhere unless told. */
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

/** Its tables are strict as they are. */
export const postgres: Dialect = {
  strict: (table) => table,
  async indexNames(db) {
    // A database without the contrib package is searched without the index, a piece at a time.
    const { rows } = await sql<{ may: boolean }>`
      select has_database_privilege(current_database(), 'create')
        and exists (select 1 from pg_available_extensions where name = 'pg_trgm') as may
    `.execute(db)
    if (!rows[0]?.may) return
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index trail_state_names on trail_state using gin (names gin_trgm_ops)`.execute(db)
  },
}
