/** One page of a query ordered by (column, id), and the total number of rows (domain §0). */
import { defaultPageSize, pageOf, parseToken, tokenAfter } from './paging'
import type { SqlValue, Store } from './store'

interface Selection {
  /** A table or a join. */
  from: string
  where: string
  parameters: SqlValue[]
}

/** What the number of rows of a list is counted from. */
interface Matches {
  /** The total number of rows, when it is known. */
  total?: number | undefined
  /** The maximum of a count. */
  maxCounted?: number
  counting: Selection
}

/** In the form of an envelope: `isTotalCapped` when there are more. */
interface RowCount {
  totalCount: number
  isTotalCapped?: true
}

interface KeysetQuery extends Selection, Partial<Matches> {
  /** Trusted SQL: the column to sort by, before `id`. */
  orderBy: string
  idColumn: string
  columns: string
  descending?: boolean
  pageSize: number | undefined
  continuationToken: string | undefined
  /** The same rows, selected in a way that counts faster. */
  counting?: Selection
  /** The number of rows, when it is known. */
  known?: RowCount
  /** Also returns the tokens of this many of the pages that follow. */
  ahead?: number | undefined
}

export interface KeysetPage<Row> {
  rows: Row[]
  next: string | null
  total: number
  counts: RowCount
  /** The tokens of the pages that follow, as many as were requested and exist; the first of them is `next`. */
  ahead: string[]
}

/** A number that is counted in milliseconds however large the table is. */
const maxCounted = 10_000

export function keysetPage<Row extends { id: string | number }>(store: Store, question: KeysetQuery): KeysetPage<Row> {
  const { from, where, parameters, orderBy, idColumn, columns, descending, continuationToken } = question
  const pageSize = question.pageSize ?? defaultPageSize
  const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC']
  const after = continuationToken ? parseToken(continuationToken, 2) : []
  const read = <Read>(what: string, max: number) =>
    store.all<Read & { page_key: SqlValue }>(
      `SELECT ${what}, ${orderBy} AS page_key FROM ${from}
       WHERE (${where}) ${after.length ? `AND (${orderBy}, ${idColumn}) ${sign} (?, ?)` : ''}
       ORDER BY ${orderBy} ${direction}, ${idColumn} ${direction} LIMIT ?`,
      ...parameters,
      ...after,
      max,
    )
  const { rows, next } = pageOf(read<Row>(columns, pageSize + 1), pageSize, (row) => [row.page_key, row.id])
  const pages = next === null ? 0 : (question.ahead ?? 0)
  const keys = pages ? read<{ page_id: SqlValue }>(`${idColumn} AS page_id`, pages * pageSize + 1) : []
  const ahead = Array.from({ length: pages }, (_, at) => keys.slice((at + 1) * pageSize - 1, (at + 1) * pageSize + 1))
  // A first page that contains everything is its own count.
  const isWhole = after.length === 0 && next === null
  const total = question.total ?? (isWhole ? rows.length : undefined)
  const counts = question.known ?? countMatches(store, { counting: question, ...question, total })
  return {
    rows,
    next,
    total: counts.totalCount,
    ahead: ahead.flatMap(([last, following]) => (last && following ? [tokenAfter([last.page_key, last.page_id])] : [])),
    counts,
  }
}

/** Returns the number of rows, counted up to the maximum unless it is known. */
export function countMatches(store: Store, { total, counting, maxCounted: max = maxCounted }: Matches): RowCount {
  if (total !== undefined) return { totalCount: total }
  const { from, where, parameters } = counting
  const counted =
    store.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`,
      ...parameters,
      max + 1,
    )?.n ?? 0
  return counted > max ? { totalCount: max, isTotalCapped: true } : { totalCount: counted }
}
