/** What differs between the engines, and nothing else: SQLite through libsql today (design §10). */

import { type CreateTableBuilder, type SqliteDatabase, SqliteDialect, sql } from 'kysely'
import Database from 'libsql'

export interface Dialect {
  /** Makes a table refuse values of another type than its column's. */
  strict<T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C>
}

export const sqlite: Dialect = {
  strict: (table) => table.modifyEnd(sql`strict`),
}

/** Opens one SQLite file that keeps what it acknowledged through a power cut. Throws when it cannot be written. */
export function sqliteDialect(file: string): SqliteDialect {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  return new SqliteDialect({ database: database as unknown as SqliteDatabase })
}
