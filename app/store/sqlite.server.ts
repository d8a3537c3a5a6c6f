/** The embedded engine: one SQLite file through libsql (design §10). */
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import Database from 'libsql'
import { StoreUnavailable } from './store-unavailable'

/** Opens one SQLite file that keeps what it acknowledged through a power cut. Throws when it cannot be written. */
export function sqliteDialect(file: string): SqliteDialect {
  return new SqliteDialect({ database: new Connection(file) })
}

function open(file: string): Database.Database {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 2000')
  return database
}

/**
 * One connection that outlives a locked file. libsql leaves a statement open when it meets a lock, and then no later
 * transaction can commit; so after a lock the connection is opened anew, before the next transaction begins.
 */
class Connection implements SqliteDatabase {
  private database: Database.Database
  private wasLocked = false

  constructor(private readonly file: string) {
    this.database = open(file)
  }

  prepare(text: string): SqliteStatement {
    if (this.wasLocked && /^\s*(begin|select|insert|update|delete)/i.test(text) && !this.database.inTransaction)
      this.reopen()
    return this.watched(() => this.guard(this.database.prepare(text) as unknown as SqliteStatement))
  }

  close(): void {
    this.database.close()
  }

  private guard(statement: SqliteStatement): SqliteStatement {
    const { reader } = statement
    return {
      reader,
      all: (parameters) => this.watched(() => statement.all(parameters)),
      run: (parameters) => this.watched(() => statement.run(parameters)),
      iterate: (parameters) => statement.iterate(parameters),
    }
  }

  private watched<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const { code } = error as { code?: string }
      if (!code?.startsWith('SQLITE_BUSY') && !code?.startsWith('SQLITE_LOCKED')) throw error
      this.wasLocked = true
      throw new StoreUnavailable(error)
    }
  }

  private reopen(): void {
    const next = open(this.file)
    try {
      this.database.close()
    } catch {
      // What the lock left open goes with the connection.
    }
    this.database = next
    this.wasLocked = false
  }
}
