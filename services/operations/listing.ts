/** One page of a list ordered by several keys: by keyset at any depth, or by page number (domain §0). */
import { defaultPageSize, keyOf, pageOf } from '../kit/paging'
import type { Condition } from '../kit/search-words'
import type { Store, Value } from '../kit/store'

export type { Condition }

/** Trusted SQL that is never null. */
export interface SortKey {
  sql: string
  descending?: boolean
  /** Constant within its select: it does not affect the order there. */
  isConstant?: boolean
  /** And sorts after every row of the selects ordered by it. */
  isLast?: true
  parameters?: Value[]
}

interface Wanted {
  page: number | null | undefined
  pageSize: number | null | undefined
  continuationToken: string | null | undefined
}

interface Question extends Wanted {
  columns: string
  from: string
  conditions: readonly Condition[]
  keys: readonly SortKey[]
  idColumn: string
}

/** One of several selects of a table that form a list together, each in the order of its keys. */
export interface Arm {
  from: string
  conditions: readonly Condition[]
  keys: readonly SortKey[]
  /** Whether no index has its rows in the order of its keys. */
  isUnordered?: true
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
  const { columns, from, keys, idColumn } = question
  const order = orderBy(keys, question)
  const where = allOf(question.conditions)
  const found = store.all<Row & Record<string, Value>>(
    `SELECT * FROM (SELECT ${columns}, ${selected(keys, idColumn)} FROM ${from} WHERE ${where.sql})
     ${order.after ? `WHERE ${order.after.sql}` : ''} ORDER BY ${order.terms.join(', ')} LIMIT ? OFFSET ?`,
    ...keys.flatMap(({ parameters = [] }) => parameters),
    ...where.parameters,
    ...(order.after?.parameters ?? []),
    order.pageSize + 1,
    order.offset,
  )
  return listed(found, order)
}

/**
 * Returns one page of several selects, merged. Selects with the same constant first key form a group; groups follow
 * each other until the page is full.
 */
export function mergedPage<Row extends { id: string }>(
  store: Store,
  { table, arms, ...wanted }: Wanted & { table: string; arms: readonly Arm[] },
): Listed<Row> {
  const order = orderBy(arms[0]?.keys ?? [], wanted)
  const found: (Row & Record<string, Value>)[] = []
  for (const group of order.offset ? [arms] : groupsOf(arms, order)) {
    if (found.length > order.pageSize) break
    if (group.length) found.push(...merged<Row>(store, { table, arms: group, order }))
  }
  return listed(found.slice(0, order.pageSize + 1), order)
}

/** Returns the groups in the order of the first key, from where the previous page ended. */
function groupsOf(arms: readonly Arm[], { descends, after }: Order): (readonly Arm[])[] {
  const firstKey = ({ keys }: Arm) => Number(keys[0]?.sql)
  const begun = after ? Number(after.values[0]) : undefined
  const moving = arms.filter(({ keys }) => !keys[0]?.isConstant)
  if (moving.length) {
    const last = arms.filter(({ keys }) => keys[0]?.isLast)
    const isSplit = last.length > 0 && last.length + moving.length === arms.length
    if (!isSplit || moving.some(({ isUnordered }) => isUnordered)) return [arms]
    if (!descends[0]) return [moving, last]
    return begun !== undefined && last.every((arm) => begun < firstKey(arm)) ? [moving] : [last, moving]
  }
  const way = descends[0] ? -1 : 1
  const values = [...new Set(arms.map(firstKey))].sort((a, b) => way * (a - b))
  return values
    .filter((value) => begun === undefined || way * (value - begun) >= 0)
    .map((value) => arms.filter((arm) => firstKey(arm) === value))
}

/**
 * Each select contributes as many keys as the page may need; those already in order are merged first and contribute as
 * many together. The rows of the page are read last.
 */
function merged<Row>(
  store: Store,
  { table, arms, order }: { table: string; arms: readonly Arm[]; order: Order },
): (Row & Record<string, Value>)[] {
  const most = order.offset + order.pageSize + 1
  // A key that is constant across all selects does not affect the order, and would force SQLite to sort ordered rows.
  const isShared = (at: number) =>
    arms.every(({ keys }) => keys[at]?.isConstant && keys[at]?.sql === arms[0]?.keys[at]?.sql)
  const by = order.terms.filter((_, at) => !isShared(at)).join(', ')
  const keysOfArm = ({ from, conditions, keys }: Arm): Select => {
    const where = allOf(conditions)
    return {
      sql: `SELECT * FROM (
        SELECT ${table}.rowid AS row_id, ${selected(keys, `${table}.id`)} FROM ${from} WHERE ${where.sql}
      ) ${order.after ? `WHERE ${order.after.sql}` : ''}`,
      parameters: [...where.parameters, ...(order.after?.parameters ?? [])],
    }
  }
  const first = ({ sql, parameters }: Select, terms: string): Select => ({
    sql: `SELECT * FROM (${sql} ORDER BY ${terms} LIMIT ?)`,
    parameters: [...parameters, most],
  })
  const isInOrder = ({ keys, isUnordered }: Arm) =>
    !isUnordered && keys.every(({ isConstant }, at) => !isConstant || isShared(at))
  const ordered = arms.filter(isInOrder).map(keysOfArm)
  const others = arms
    .filter((arm) => !isInOrder(arm))
    .map((arm) => first(keysOfArm(arm), order.terms.filter((_, at) => !arm.keys[at]?.isConstant).join(', ')))
  const each = ordered.length && others.length ? [first(allOfThem(ordered), by), ...others] : [...ordered, ...others]
  const whole = allOfThem(each)
  return store.all<Row & Record<string, Value>>(
    `SELECT ${table}.*, merged.* FROM (
       ${whole.sql} ORDER BY ${by} LIMIT ? OFFSET ?
     ) AS merged JOIN ${table} ON ${table}.rowid = merged.row_id ORDER BY ${by}`,
    ...whole.parameters,
    order.pageSize + 1,
    order.offset,
  )
}

interface Select {
  sql: string
  parameters: Value[]
}

const allOfThem = (selects: readonly Select[]): Select => ({
  sql: selects.map(({ sql }) => sql).join('\nUNION ALL\n'),
  parameters: selects.flatMap(({ parameters }) => parameters),
})

const selected = (keys: readonly SortKey[], idColumn: string) =>
  [...keys.map(({ sql }, at) => `${sql} AS key_${at}`), `${idColumn} AS key_id`].join(', ')

interface Order {
  names: string[]
  /** The terms of ORDER BY. */
  terms: string[]
  /** Whether each is descending. */
  descends: boolean[]
  /** The condition for rows after the last of the previous page, and its keys. */
  after: { sql: string; parameters: Value[]; values: Value[] } | undefined
  page: number
  pageSize: number
  offset: number
}

function orderBy(keys: readonly SortKey[], wanted: Wanted): Order {
  const { continuationToken } = wanted
  const pageSize = wanted.pageSize ?? defaultPageSize
  const page = continuationToken ? 1 : (wanted.page ?? 1)
  const names = [...keys.map((_, at) => `key_${at}`), 'key_id']
  // The tie-breaker has the direction of the last key, so that one index serves both directions.
  const directions = [...keys, keys.at(-1)].map((key) => Boolean(key?.descending))
  const values = continuationToken ? keyOf(continuationToken, names.length) : undefined
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

function listed<Row>(found: (Row & Record<string, Value>)[], { names, page, pageSize }: Order): Listed<Row> {
  const { rows, next } = pageOf(found, pageSize, (row) => names.map((name) => row[name] ?? null))
  return { rows, next, page, pageSize }
}

/**
 * Returns the condition for rows after a key. Row values use an index when every key has the same direction; otherwise
 * it compares key by key.
 */
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

/** Maximum count of lists that no tally covers. */
export const mostCounted = 10_000
/** Maximum count of a search: words are compared row by row. */
export const mostCountedWithWords = 500

/** Returns the number of rows in the form of an envelope: `isTotalCapped` when there are more than are counted. */
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
