/** One page of a list ordered by several keys: by keyset at any depth, or by page number (domain §0). */
import { defaultPageSize, keyOf, pageOf } from '../kit/paging'
import type { Condition } from '../kit/search-words'
import type { Store, Value } from '../kit/store'

export type { Condition }

/** Trusted SQL that is never null. */
export interface SortKey {
  sql: string
  descending?: boolean
  parameters?: Value[]
}

interface Question {
  columns: string
  from: string
  conditions: readonly Condition[]
  keys: readonly SortKey[]
  idColumn: string
  page: number | null | undefined
  pageSize: number | null | undefined
  continuationToken: string | null | undefined
}

export interface Listed<Row> {
  rows: Row[]
  next: string | null
  page: number
  pageSize: number
}

export const allOf = (conditions: readonly Condition[]) => ({
  sql: conditions.map(([sql]) => `(${sql})`).join(' AND ') || '1',
  parameters: conditions.flatMap(([, ...values]) => values),
})

export function listPage<Row extends { id: string }>(store: Store, question: Question): Listed<Row> {
  const { columns, from, keys, idColumn, continuationToken } = question
  const pageSize = question.pageSize ?? defaultPageSize
  const page = continuationToken ? 1 : (question.page ?? 1)
  const names = [...keys.map((_, at) => `key_${at}`), 'key_id']
  // The tie-breaker goes the way of the last key, so that one index serves either way.
  const directions = [...keys, keys.at(-1)].map((key) => Boolean(key?.descending))
  const selected = [...keys.map(({ sql }, at) => `${sql} AS key_${at}`), `${idColumn} AS key_id`].join(', ')
  const where = allOf(question.conditions)
  const after = continuationToken ? afterKey(names, directions, keyOf(continuationToken, names.length)) : undefined

  const found = store.all<Row & Record<string, Value>>(
    `SELECT * FROM (SELECT ${columns}, ${selected} FROM ${from} WHERE ${where.sql})
     ${after ? `WHERE ${after.sql}` : ''}
     ORDER BY ${names.map((name, at) => `${name}${directions[at] ? ' DESC' : ''}`).join(', ')} LIMIT ? OFFSET ?`,
    ...keys.flatMap(({ parameters = [] }) => parameters),
    ...where.parameters,
    ...(after?.parameters ?? []),
    pageSize + 1,
    (page - 1) * pageSize,
  )
  const { rows, next } = pageOf(found, pageSize, (row) => names.map((name) => row[name] ?? null))
  return { rows, next, page, pageSize }
}

/** Row values use an index when every key goes the same way; otherwise key by key. */
function afterKey(
  names: readonly string[],
  directions: readonly boolean[],
  values: Value[],
): { sql: string; parameters: Value[] } {
  if (directions.every((descending) => descending === directions[0])) {
    const sign = directions[0] ? '<' : '>'
    return { sql: `(${names.join(', ')}) ${sign} (${names.map(() => '?').join(', ')})`, parameters: values }
  }
  const parts = names.map((name, at) => [
    ...names.slice(0, at).map((same) => `${same} = ?`),
    `${name} ${directions[at] ? '<' : '>'} ?`,
  ])
  return {
    sql: parts.map((part) => `(${part.join(' AND ')})`).join(' OR '),
    parameters: parts.flatMap((_, at) => values.slice(0, at + 1)),
  }
}

/** Counting stops there, for lists that no tally covers. */
export const mostCounted = 10_000
/** Words are compared one row after the other: counting them stops early. */
export const mostCountedWithWords = 500

/** How many rows there are, as an envelope says it: `isTotalCapped` where there are more than are counted. */
export function countOf(
  store: Store,
  { from, conditions, most = mostCounted }: { from: string; conditions: readonly Condition[]; most?: number },
): { totalCount: number; isTotalCapped?: true } {
  const where = allOf(conditions)
  const found =
    store.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where.sql} LIMIT ?)`,
      ...where.parameters,
      most + 1,
    )?.n ?? 0
  return found > most ? { totalCount: most, isTotalCapped: true } : { totalCount: found }
}
