/** One SQLite file for all reference services: durable, synchronous, one writer (design §10). */
import Database from 'libsql'

interface Statement {
  all(...parameters: unknown[]): unknown[]
  run(...parameters: unknown[]): { changes: number }
}

/** What can be bound to a column; numbers for booleans and times. */
export type SqlValue = string | number | null
type Parameters = SqlValue[] | [Record<string, SqlValue>]

export interface Store {
  all<Row>(sql: string, ...parameters: Parameters): Row[]
  get<Row>(sql: string, ...parameters: Parameters): Row | undefined
  /** Runs a statement; returns the number of changed rows. */
  run(sql: string, ...parameters: Parameters): number
  /** For schemas: several statements, no parameters. */
  exec(sql: string): void
  /** Runs `work` as a transaction; inside another one, as a savepoint that can fail alone. */
  transaction<T>(work: () => T): T
  close(): void
}

/**
 * Opens the file and creates the tables of every schema. Throws an error with its name when the file cannot be written.
 */
export function openStore(file: string, schemas: readonly string[]): Store {
  const database = openDatabase(file, schemas)

  const statements = new Map<string, Statement>()
  const prepare = (sql: string) => {
    const cached = statements.get(sql)
    if (cached) return cached
    const statement: Statement = database.prepare<unknown[]>(sql)
    statements.set(sql, statement)
    return statement
  }

  let depth = 0
  return {
    all: <Row>(sql: string, ...parameters: Parameters) => prepare(sql).all(...parameters) as Row[],
    get: <Row>(sql: string, ...parameters: Parameters) => prepare(sql).all(...parameters)[0] as Row | undefined,
    run: (sql, ...parameters) => prepare(sql).run(...parameters).changes,
    exec: (sql) => void database.exec(sql),
    transaction(work) {
      const outer = depth
      const name = `part_${outer}`
      database.exec(outer ? `SAVEPOINT ${name}` : 'BEGIN IMMEDIATE')
      depth = outer + 1
      try {
        const result = work()
        database.exec(outer ? `RELEASE ${name}` : 'COMMIT')
        return result
      } catch (error) {
        database.exec(outer ? `ROLLBACK TO ${name}; RELEASE ${name}` : 'ROLLBACK')
        throw error
      } finally {
        depth = outer
      }
    },
    close: () => void database.close(),
  }
}

/** Size of the page cache, in kilobytes: enough for the pages that lists of a large fleet read repeatedly. */
const cacheKilobytes = 64_000

const pragmas = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 2000',
  `cache_size = -${cacheKilobytes}`,
]

function openDatabase(file: string, schemas: readonly string[]) {
  try {
    const database = new Database(file)
    for (const pragma of pragmas) database.pragma(pragma)
    for (const schema of schemas) database.exec(schema)
    return database
  } catch (error) {
    const { code } = (error ?? {}) as { code?: string }
    throw code ? Object.assign(new Error(`${file} cannot be opened (${code})`, { cause: error }), { code }) : error
  }
}
