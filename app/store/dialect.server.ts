/** What the migrations have to know of an engine; what else differs stays inside `sqlite` and `postgres`. */
import { type CreateTableBuilder, sql } from 'kysely'

export interface Dialect {
  /** Makes a table refuse values of another type than its column's. */
  strict<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
}

/** Its tables take anything anywhere unless told. */
export const sqlite: Dialect = {
  strict: (table) => table.modifyEnd(sql`strict`),
}

/** Its tables are strict as they are. */
export const postgres: Dialect = {
  strict: (table) => table,
}
