/** Counts of faults, in total and per field, each field without its own filter (domain §2.1). */
import type { FaultFilter } from '../../contracts/faults'
import type { Store } from '../../kit/store'
import { allOf, type Condition, countRows, maxCountedRows } from '../listing'

/** Fields that faults are counted by: the column, its own filter, and the values it keeps; undefined for all. */
const kinds = {
  status: {
    column: 'status',
    without: { statuses: ['active', 'cleared', 'resolved', 'suppressed'] },
    selectedValues: ({ statuses }: FaultFilter) => (statuses?.length ? statuses : ['active']),
  },
  severity: {
    column: 'severity',
    without: { severities: null },
    selectedValues: ({ severities }: FaultFilter) => listOrAll(severities),
  },
  category: {
    column: 'category',
    without: { categories: null },
    selectedValues: ({ categories }: FaultFilter) => listOrAll(categories),
  },
  faultRuleId: {
    column: 'rule_id',
    without: { faultRuleIds: null, faultRuleId: null },
    selectedValues: ({ faultRuleIds, faultRuleId }: FaultFilter) =>
      listOrAll([...(faultRuleIds ?? []), ...(faultRuleId ? [faultRuleId] : [])]),
  },
} as const satisfies Record<
  string,
  {
    column: string
    without: Partial<FaultFilter>
    selectedValues(filter: FaultFilter): readonly string[] | undefined
  }
>
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

const listOrAll = (values: readonly string[] | null | undefined) => (values?.length ? values : undefined)

type ConditionsOf = (filter: FaultFilter) => readonly Condition[]

/**
 * Returns the counts of a filter, in total and per field, each up to a limit. `conditionsOf` returns the SQL conditions
 * of a filter.
 */
export function faultCountsOf(store: Store, filter: FaultFilter, conditionsOf: ConditionsOf) {
  const totals = countRows(store, { from: 'fault', conditions: conditionsOf(filter) })
  return { ...totals, ...facetsOf(store, filter, conditionsOf) }
}

/**
 * Returns the same for expensive comparisons: every fault is compared once, together with which of them match. Null
 * when there are too many.
 */
export function countByScan(store: Store, filter: FaultFilter, conditionsOf: ConditionsOf) {
  const rows = rowsWithoutFacets(store, filter, conditionsOf)
  if (!rows) return null
  const filters = kindNames.map((kind) => {
    const values = kinds[kind].selectedValues(filter)
    return (row: Row) => values?.some((value) => value === row[kind]) ?? true
  })
  const facets: Record<Kind, Record<string, number>> = { status: {}, severity: {}, category: {}, faultRuleId: {} }
  const ids: string[] = []
  for (const row of rows) {
    const failing = filters.filter((matchesFilter) => !matchesFilter(row))
    if (failing.length === 0) ids.push(row.id)
    for (const [at, kind] of kindNames.entries()) {
      if (failing.some((matchesFilter) => matchesFilter !== filters[at])) continue
      const counts = facets[kind]
      counts[row[kind]] = (counts[row[kind]] ?? 0) + 1
    }
  }
  return { ids, counts: { totalCount: ids.length, facets, areFacetsCapped: false } }
}

type Row = Record<Kind | 'id', string>

/** Returns all faults that match the filter without its field filters, in one scan; null when there are too many. */
function rowsWithoutFacets(store: Store, filter: FaultFilter, conditionsOf: ConditionsOf): Row[] | null {
  const open = Object.assign({}, filter, ...kindNames.map((kind) => kinds[kind].without)) as FaultFilter
  const where = allOf(conditionsOf(open))
  const columns = kindNames.map((kind) => `fault.${kinds[kind].column} AS ${kind}`).join(', ')
  const rows = store.all<Row>(
    `SELECT fault.id, ${columns} FROM fault WHERE ${where.sql} LIMIT ?`,
    ...where.parameters,
    maxCountedRows,
  )
  return rows.length < maxCountedRows ? rows : null
}

/** Returns the counts field by field, each up to the limit. */
function facetsOf(store: Store, filter: FaultFilter, conditionsOf: ConditionsOf) {
  let areFacetsCapped = false
  const fieldCounts = Object.entries(kinds).map(([kind, { column, without }]) => {
    const where = allOf(conditionsOf({ ...filter, ...without } as FaultFilter))
    const rows = store.all<{ value: string; n: number }>(
      `SELECT value, count(*) AS n FROM (SELECT fault.${column} AS value FROM fault WHERE ${where.sql} LIMIT ?)
       GROUP BY value`,
      ...where.parameters,
      maxCountedRows,
    )
    areFacetsCapped ||= rows.reduce((sum, { n }) => sum + n, 0) >= maxCountedRows
    return [kind, Object.fromEntries(rows.map(({ value, n }) => [value, n]))]
  })
  const facets = Object.fromEntries(fieldCounts) as Record<Kind, Record<string, number>>
  return { facets, areFacetsCapped }
}
