/** Bulk inserts: prepared statements, a transaction per chunk, indexes created afterwards. */
import type { Store, Value } from '../../kit/store'

export type Row = Record<string, Value>

/** Returns a function that inserts rows of one table, all with the columns of the first. */
export function inserter(store: Store, table: string): (row: Row) => void {
  let sql: string | undefined
  return (row) => {
    sql ??= `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`
    store.run(sql, ...Object.values(row))
  }
}

/** Runs `work` for 0 to `count` - 1, a transaction per `chunk`; `onChunk` gets the number of each chunk. */
export function inChunks(
  store: Store,
  { count, chunk, done }: { count: number; chunk: number; done: (rows: number) => void },
  work: (at: number) => void,
): void {
  for (let from = 0; from < count; from += chunk) {
    const until = Math.min(count, from + chunk)
    store.transaction(() => {
      for (let at = from; at < until; at++) work(at)
    })
    done(until - from)
  }
}

/** Drops the indexes of the tables while `work` fills them, and creates them again. */
export function withoutIndexes(store: Store, tables: readonly string[], work: () => void): void {
  const indexes = store.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
     AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    JSON.stringify(tables),
  )
  const remake = () => {
    for (const { sql } of indexes) store.exec(sql.replace(/^CREATE (UNIQUE )?INDEX /i, 'CREATE $1INDEX IF NOT EXISTS '))
  }
  for (const { name } of indexes) store.exec(`DROP INDEX "${name}"`)
  try {
    work()
  } finally {
    remake()
  }
}
