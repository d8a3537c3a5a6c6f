/** How many faults there are of each kind, each kind without its own filter (domain §2.1). */
import type { FaultFilter } from '../contracts/faults'
import type { Store } from '../kit/store'
import { allOf, type Condition, mostCounted } from './listing'

/** What faults are counted by: the column, and the filter that is its own. */
const kinds = {
  status: { column: 'status', without: { statuses: ['active', 'cleared', 'resolved', 'suppressed'] } },
  severity: { column: 'severity', without: { severities: null } },
  category: { column: 'category', without: { categories: null } },
  faultRuleId: { column: 'rule_id', without: { faultRuleIds: null, faultRuleId: null } },
} as const satisfies Record<string, { column: string; without: Partial<FaultFilter> }>
type Kind = keyof typeof kinds

/** `conditionsOf` makes conditions of a filter; counting stops at a bound for each kind, and says so. */
export function facetsOf(
  store: Store,
  filter: FaultFilter,
  conditionsOf: (filter: FaultFilter) => readonly Condition[],
) {
  let areFacetsCapped = false
  const counted = Object.entries(kinds).map(([kind, { column, without }]) => {
    const where = allOf(conditionsOf({ ...filter, ...without } as FaultFilter))
    const rows = store.all<{ value: string; n: number }>(
      `SELECT value, count(*) AS n FROM (SELECT fault.${column} AS value FROM fault WHERE ${where.sql} LIMIT ?)
       GROUP BY value`,
      ...where.parameters,
      mostCounted,
    )
    areFacetsCapped ||= rows.reduce((sum, { n }) => sum + n, 0) >= mostCounted
    return [kind, Object.fromEntries(rows.map(({ value, n }) => [value, n]))]
  })
  const facets = Object.fromEntries(counted) as Record<Kind, Record<string, number>>
  return { facets, areFacetsCapped }
}
