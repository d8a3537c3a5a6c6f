/** Pages of tenants, customers and people in natural name order: É beside E, 2 before 10. */
import { pageOf, parseToken } from './paging'
import { sortName } from './sort-name'
import type { SqlValue, Store } from './store'

interface NameQuery {
  /** Selects `id` and the `name` to sort by, of everything listed; some thousand at most. */
  names: string
  parameters: readonly SqlValue[]
  /** Selects whole rows, up to the `IN` list of ids. */
  rows: string
  rowParameters?: readonly SqlValue[]
  pageSize: number
  continuationToken: string | undefined
}

/** Returns one page by name and id. There are few enough names to sort them for each page. */
export function pageByName<Row extends { id: string }>(
  store: Store,
  { names, parameters, rows, rowParameters = [], pageSize, continuationToken }: NameQuery,
): { rows: Row[]; next: string | null; total: number } {
  const all = store
    .all<{ id: string; name: string }>(names, ...parameters)
    .map(({ id, name }) => ({ id, key: sortName(name) }))
    .sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id))
  const [afterKey = '', afterId = ''] = continuationToken ? parseToken(continuationToken, 2).map(String) : []
  const remaining = continuationToken
    ? all.filter(({ key, id }) => (compare(key, afterKey) || compare(id, afterId)) > 0)
    : all
  const page = pageOf(remaining, pageSize, ({ key, id }) => [key, id])
  const matches = store.all<Row>(
    `${rows} IN (SELECT value FROM json_each(?))`,
    ...rowParameters,
    JSON.stringify(page.rows.map(({ id }) => id)),
  )
  const byId = new Map(matches.map((row) => [row.id, row]))
  return { rows: page.rows.flatMap(({ id }) => byId.get(id) ?? []), next: page.next, total: all.length }
}

/** Compares by code unit: sort names are already folded. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the same order for a list without pages. */
export const sortByName = <Row extends { name: string; id: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => compare(sortName(a.name), sortName(b.name)) || compare(a.id, b.id))
