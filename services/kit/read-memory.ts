/**
 * A store for reads of one moment: it reads nothing twice, and many things at once that are then asked for one by one.
 * Nothing may be written while it is in use, and its rows must not be changed.
 */
import type { SqlValue, Store } from './store'

/** A read by one id, and the same by the ids of a JSON list; the id is the last parameter of both. */
export interface ReadById {
  one: string
  many: string
  /** The column with the id. */
  column: string
}

/** A read by the ids of a JSON list, which is its first parameter. */
export interface ReadByIds {
  sql: string
  /** The column with the id. */
  column: string
}

export interface ReadMemory extends Store {
  /** Reads at once what `one` returns for each id. */
  loadEach(read: ReadById, ids: readonly string[], ...parameters: SqlValue[]): void
  /** Reads at once what the statement returns for each list of ids. */
  loadLists(read: ReadByIds, lists: readonly (readonly string[])[], ...parameters: SqlValue[]): void
}

type Row = Record<string, SqlValue>

export function rememberReads(store: Store): ReadMemory {
  const known = new Map<string, unknown[]>()
  const keyOf = (sql: string, parameters: unknown[]) => `${sql}\n${JSON.stringify(parameters)}`
  const all: Store['all'] = <Read>(sql: string, ...parameters: Parameters<Store['all']>[1][]) => {
    const key = keyOf(sql, parameters)
    const rows = known.get(key) ?? store.all(sql, ...(parameters as SqlValue[]))
    known.set(key, rows)
    return rows as Read[]
  }
  return {
    ...store,
    all,
    get: <Read>(sql: string, ...parameters: SqlValue[]) => all<Read>(sql, ...parameters)[0],
    loadEach({ one, many, column }, ids, ...parameters) {
      const each = new Map([...new Set(ids)].map((id): [string, Row[]] => [id, []]))
      if (each.size < 2) return
      for (const row of store.all<Row>(many, ...parameters, JSON.stringify([...each.keys()])))
        each.get(String(row[column]))?.push(row)
      for (const [id, rows] of each) known.set(keyOf(one, [...parameters, id]), rows)
    },
    loadLists({ sql, column }, lists, ...parameters) {
      if (lists.length < 2) return
      const found = lists.map((): Row[] => [])
      const placesOf = new Map<string, Row[][]>()
      for (const [at, list] of lists.entries())
        for (const id of list) placesOf.set(id, [...(placesOf.get(id) ?? []), found[at] ?? []])
      for (const row of store.all<Row>(sql, JSON.stringify([...placesOf.keys()]), ...parameters))
        for (const rows of placesOf.get(String(row[column])) ?? []) rows.push(row)
      for (const [at, list] of lists.entries())
        known.set(keyOf(sql, [JSON.stringify(list), ...parameters]), found[at] ?? [])
    },
  }
}
