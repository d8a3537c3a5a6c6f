/** One page of a query that is ordered by (column, id), and how many rows there are in all (domain §0). */
import { defaultPageSize, keyOf, pageOf } from '../kit/paging'
import type { Store, Value } from '../kit/store'

interface Question {
  /** A table or a join; every row has an `id`. */
  from: string
  where: string
  parameters: Value[]
  /** Trusted SQL: the column that orders, before `id`. */
  orderBy: string
  idColumn: string
  columns: string
  descending?: boolean
  pageSize: number | undefined
  continuationToken: string | undefined
  /** How many rows there are, when that is known. */
  total?: number | undefined
}

export interface Page<Row> {
  rows: Row[]
  next: string | null
  total: number
}

export function keysetPage<Row extends { id: string }>(store: Store, question: Question): Page<Row> {
  const { from, where, parameters, orderBy, idColumn, columns, descending, continuationToken } = question
  const pageSize = question.pageSize ?? defaultPageSize
  const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC']
  const after = continuationToken ? keyOf(continuationToken, 2) : []
  const found = store.all<Row & { page_key: Value }>(
    `SELECT ${columns}, ${orderBy} AS page_key FROM ${from}
     WHERE (${where}) ${after.length ? `AND (${orderBy}, ${idColumn}) ${sign} (?, ?)` : ''}
     ORDER BY ${orderBy} ${direction}, ${idColumn} ${direction} LIMIT ?`,
    ...parameters,
    ...after,
    pageSize + 1,
  )
  const { rows, next } = pageOf(found, pageSize, (row) => [row.page_key, row.id])
  const counted = () => store.get<{ n: number }>(`SELECT count(*) AS n FROM ${from} WHERE ${where}`, ...parameters)?.n
  const total = question.total ?? counted() ?? 0
  return { rows, next, total }
}
