/** One page of a list ordered by several keys: by keyset at any depth, or by page number (domain §0). */
import { defaultPageSize, pageOf, parseToken } from '../kit/paging'
import type { Condition } from '../kit/search-words'
import type { SqlValue, Store } from '../kit/store'

export type { Condition }

/** Trusted SQL that is never null. */
export interface SortKey {
  sql: string
  descending?: boolean
  /** Constant within its select: it does not affect the order there. */
  isConstant?: boolean
  /** And sorts after every row of the selects ordered by it. */
  isLast?: true
  parameters?: SqlValue[]
}

interface PageRequest {
  page: number | null | undefined
  pageSize: number | null | undefined
  continuationToken: string | null | undefined
}

interface ListQuery extends PageRequest {
  columns: string
  from: string
  conditions: readonly Condition[]
  keys: readonly SortKey[]
  idColumn: string
}

/** One of several selects of a table that form a list together, each in the order of its keys. */
export interface Branch {
  from: string
  /** The parameters of `from`. */
  parameters?: SqlValue[]
  conditions: readonly Condition[]
  keys: readonly SortKey[]
  /** Whether no index has its rows in the order of its keys. */
  isUnordered?: true
}

export interface PagedRows<Row> {
  rows: Row[]
  next: string | null
  page: number
  pageSize: number
}

export const allOf = (conditions: readonly Condition[]) => ({
  sql: conditions.map(([sql]) => `(${sql})`).join(' AND ') || '1',
  parameters: conditions.flatMap(([, ...values]) => values),
})

export function listPage<Row extends { id: string }>(store: Store, question: ListQuery): PagedRows<Row> {
  const { columns, from, keys, idColumn } = question
  const order = orderBy(keys, question)
  const where = allOf(question.conditions)
  const matches = store.all<Row & Record<string, SqlValue>>(
    `SELECT * FROM (SELECT ${columns}, ${selectKeys(keys, idColumn)} FROM ${from} WHERE ${where.sql})
     ${order.after ? `WHERE ${order.after.sql}` : ''} ORDER BY ${order.terms.join(', ')} LIMIT ? OFFSET ?`,
    ...keys.flatMap(({ parameters = [] }) => parameters),
    ...where.parameters,
    ...(order.after?.parameters ?? []),
    order.pageSize + 1,
    order.offset,
  )
  return toPagedRows(matches, order)
}

/**
 * Returns one page of several selects, merged. Selects with the same constant first key form a group; groups follow
 * each other until the page is full.
 */
export function mergedPage<Row extends { id: string }>(
  store: Store,
  { table, branches, ...request }: PageRequest & { table: string; branches: readonly Branch[] },
): PagedRows<Row> {
  const order = orderBy(branches[0]?.keys ?? [], request)
  const matches: (Row & Record<string, SqlValue>)[] = []
  for (const group of order.offset ? [branches] : groupsOf(branches, order)) {
    if (matches.length > order.pageSize) break
    if (group.length) matches.push(...mergeBranches<Row>(store, { table, branches: group, order }))
  }
  return toPagedRows(matches.slice(0, order.pageSize + 1), order)
}

/** Returns the groups in the order of the first key, from where the previous page ended. */
function groupsOf(branches: readonly Branch[], { descends, after }: Order): (readonly Branch[])[] {
  const firstKey = ({ keys }: Branch) => Number(keys[0]?.sql)
  const startValue = after ? Number(after.values[0]) : undefined
  const varying = branches.filter(({ keys }) => !keys[0]?.isConstant)
  if (varying.length) {
    const last = branches.filter(({ keys }) => keys[0]?.isLast)
    const isSplit = last.length > 0 && last.length + varying.length === branches.length
    if (!isSplit || varying.some(({ isUnordered }) => isUnordered)) return [branches]
    if (!descends[0]) return [varying, last]
    return startValue !== undefined && last.every((branch) => startValue < firstKey(branch))
      ? [varying]
      : [last, varying]
  }
  const direction = descends[0] ? -1 : 1
  const values = [...new Set(branches.map(firstKey))].sort((a, b) => direction * (a - b))
  return values
    .filter((value) => startValue === undefined || direction * (value - startValue) >= 0)
    .map((value) => branches.filter((branch) => firstKey(branch) === value))
}

/**
 * Each select contributes as many keys as the page may need; those already in order are merged first and contribute as
 * many together. The rows of the page are read last.
 */
function mergeBranches<Row>(
  store: Store,
  { table, branches, order }: { table: string; branches: readonly Branch[]; order: Order },
): (Row & Record<string, SqlValue>)[] {
  const limit = order.offset + order.pageSize + 1
  // A key that is constant across all selects does not affect the order, and would force SQLite to sort ordered rows.
  const isShared = (at: number) =>
    branches.every(({ keys }) => keys[at]?.isConstant && keys[at]?.sql === branches[0]?.keys[at]?.sql)
  const by = order.terms.filter((_, at) => !isShared(at)).join(', ')
  const branchKeys = ({ from, parameters = [], conditions, keys }: Branch): Select => {
    const where = allOf(conditions)
    return {
      sql: `SELECT * FROM (
        SELECT ${table}.rowid AS row_id, ${selectKeys(keys, `${table}.id`)} FROM ${from} WHERE ${where.sql}
      ) ${order.after ? `WHERE ${order.after.sql}` : ''}`,
      parameters: [...parameters, ...where.parameters, ...(order.after?.parameters ?? [])],
    }
  }
  const first = ({ sql, parameters }: Select, terms: string): Select => ({
    sql: `SELECT * FROM (${sql} ORDER BY ${terms} LIMIT ?)`,
    parameters: [...parameters, limit],
  })
  const isInOrder = ({ keys, isUnordered }: Branch) =>
    !isUnordered && keys.every(({ isConstant }, at) => !isConstant || isShared(at))
  const ordered = branches.filter(isInOrder).map(branchKeys)
  const others = branches
    .filter((branch) => !isInOrder(branch))
    .map((branch) => first(branchKeys(branch), order.terms.filter((_, at) => !branch.keys[at]?.isConstant).join(', ')))
  const each = ordered.length && others.length ? [first(unionAll(ordered), by), ...others] : [...ordered, ...others]
  const union = unionAll(each)
  return store.all<Row & Record<string, SqlValue>>(
    `SELECT ${table}.*, merged.* FROM (
       ${union.sql} ORDER BY ${by} LIMIT ? OFFSET ?
     ) AS merged JOIN ${table} ON ${table}.rowid = merged.row_id ORDER BY ${by}`,
    ...union.parameters,
    order.pageSize + 1,
    order.offset,
  )
}

interface Select {
  sql: string
  parameters: SqlValue[]
}

const unionAll = (selects: readonly Select[]): Select => ({
  sql: selects.map(({ sql }) => sql).join('\nUNION ALL\n'),
  parameters: selects.flatMap(({ parameters }) => parameters),
})

const selectKeys = (keys: readonly SortKey[], idColumn: string) =>
  [...keys.map(({ sql }, at) => `${sql} AS key_${at}`), `${idColumn} AS key_id`].join(', ')

interface Order {
  names: string[]
  /** The terms of ORDER BY. */
  terms: string[]
  /** Whether each is descending. */
  descends: boolean[]
  /** The condition for rows after the last of the previous page, and its keys. */
  after: { sql: string; parameters: SqlValue[]; values: SqlValue[] } | undefined
  page: number
  pageSize: number
  offset: number
}

function orderBy(keys: readonly SortKey[], request: PageRequest): Order {
  const { continuationToken } = request
  const pageSize = request.pageSize ?? defaultPageSize
  const page = continuationToken ? 1 : (request.page ?? 1)
  const names = [...keys.map((_, at) => `key_${at}`), 'key_id']
  // The tie-breaker has the direction of the last key, so that one index serves both directions.
  const directions = [...keys, keys.at(-1)].map((key) => Boolean(key?.descending))
  const values = continuationToken ? parseToken(continuationToken, names.length) : undefined
  return {
    names,
    terms: names.map((name, at) => `${name}${directions[at] ? ' DESC' : ''}`),
    descends: directions,
    after: values && { ...afterKey(names, directions, values), values },
    page,
    pageSize,
    offset: (page - 1) * pageSize,
  }
}

function toPagedRows<Row>(
  matches: (Row & Record<string, SqlValue>)[],
  { names, page, pageSize }: Order,
): PagedRows<Row> {
  const { rows, next } = pageOf(matches, pageSize, (row) => names.map((name) => row[name] ?? null))
  return { rows, next, page, pageSize }
}

/**
 * Returns the condition for rows after a key. Row values use an index when every key has the same direction; otherwise
 * it compares key by key.
 */
function afterKey(
  names: readonly string[],
  directions: readonly boolean[],
  values: SqlValue[],
): { sql: string; parameters: SqlValue[] } {
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

/** Maximum count of lists that no tally covers. */
export const maxCountedRows = 10_000
/** Maximum count of a search: words are compared row by row. */
export const maxCountedWithWords = 500

/** Returns the number of rows in the form of an envelope: `isTotalCapped` when there are more than are counted. */
export function countRows(
  store: Store,
  { from, conditions, max = maxCountedRows }: { from: string; conditions: readonly Condition[]; max?: number },
): { totalCount: number; isTotalCapped?: true } {
  const where = allOf(conditions)
  const rowCount =
    store.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where.sql} LIMIT ?)`,
      ...where.parameters,
      max + 1,
    )?.n ?? 0
  return rowCount > max ? { totalCount: max, isTotalCapped: true } : { totalCount: rowCount }
}
