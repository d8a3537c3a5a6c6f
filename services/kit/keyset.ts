/** One page of a query ordered by (column, id), and the total number of rows (domain §0). */
import { defaultPageSize, pageOf, parseToken, tokenAfter } from './paging'
import type { SqlValue, Store } from './store'

interface Selection {
  /** A table or a join. */
  from: string
  where: string
  parameters: SqlValue[]
}

interface KeysetQuery extends Selection {
  /** Trusted SQL: the column to sort by, before `id`. */
  orderBy: string
  idColumn: string
  columns: string
  descending?: boolean
  pageSize: number | undefined
  continuationToken: string | undefined
  /** The total number of rows, when it is known. */
  total?: number | undefined
  /** The same rows, selected in a way that counts faster. */
  counting?: Selection
  /** The maximum of a count. */
  maxCounted?: number
  /** Also returns the tokens of this many of the pages that follow. */
  ahead?: number | undefined
}

export interface KeysetPage<Row> {
  rows: Row[]
  next: string | null
  total: number
  /** The count in the form of an envelope: `isTotalCapped` when there are more. */
  counts: { totalCount: number; isTotalCapped?: true }
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
  const limit = question.maxCounted ?? maxCounted
  const counting = question.counting ?? question
  const count = () =>
    store.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${counting.from} WHERE ${counting.where} LIMIT ?)`,
      ...counting.parameters,
      limit + 1,
    )?.n ?? 0
  // A first page that contains everything is its own count.
  const rowCount = question.total ?? (after.length === 0 && next === null ? rows.length : count())
  const isCapped = question.total === undefined && rowCount > limit
  const total = isCapped ? limit : rowCount
  return {
    rows,
    next,
    total,
    ahead: ahead.flatMap(([last, following]) => (last && following ? [tokenAfter([last.page_key, last.page_id])] : [])),
    counts: { totalCount: total, ...(isCapped ? { isTotalCapped: true } : {}) },
  }
}
