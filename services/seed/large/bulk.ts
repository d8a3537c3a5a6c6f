/** Bulk inserts: prepared statements, a transaction per chunk, indexes created afterwards. */
import type { SqlValue, Store } from '../../kit/store'

export type SeedRow = Record<string, SqlValue>

/** Returns a function that inserts rows of one table, all with the columns of the first. */
export function inserter(store: Store, table: string): (row: SeedRow) => void {
  let sql: string | undefined
  return (row) => {
    sql ??= `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`
    store.run(sql, ...Object.values(row))
  }
}

/** Runs `work` for 0 to `count` - 1, a transaction per `chunk`; `onChunk` gets the number of each chunk. */
export function insertInChunks(
  store: Store,
  { count, chunk, onChunk }: { count: number; chunk: number; onChunk: (rows: number) => void },
  work: (at: number) => void,
): void {
  for (let from = 0; from < count; from += chunk) {
    const until = Math.min(count, from + chunk)
    store.transaction(() => {
      for (let at = from; at < until; at++) work(at)
    })
    onChunk(until - from)
  }
}

/** Drops the indexes of the tables while `work` fills them, and creates them again. */
export function withoutIndexes(store: Store, tables: readonly string[], work: () => void): void {
  const indexes = store.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
     AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    JSON.stringify(tables),
  )
  const recreate = () => {
    for (const { sql } of indexes) store.exec(sql.replace(/^CREATE (UNIQUE )?INDEX /i, 'CREATE $1INDEX IF NOT EXISTS '))
  }
  for (const { name } of indexes) store.exec(`DROP INDEX "${name}"`)
  try {
    work()
  } finally {
    recreate()
  }
}
