/** Counts of alarms, in total and per field (domain §1.3). */
import type { AckState, AlarmFilter, EventState, Severity } from '../../contracts/alarms'
import type { Store } from '../../kit/store'
import { allOf, maxCountedRows, maxCountedWithWords } from '../listing'
import { type AlarmQuery, branchesToCount, stateConditions } from './alarm-list'

interface Cell {
  severity: Severity
  ack_state: AckState
  event_state: EventState
  n: number
}

/**
 * Counts from the maintained tally when it covers the filter. Otherwise the matches are counted with every filter up to
 * a limit, and the values of each field without the field filters up to the same limit; both are flagged when there are
 * more.
 */
export function countAlarms(store: Store, query: AlarmQuery) {
  const { filter, territory, places } = query
  const { siteIds, siteGroupIds, buildingIds, deviceIds, equipmentIds, pointIds, priority, from, to, search } = filter
  const { withoutProducts } = filter
  const isTallied =
    ![buildingIds, deviceIds, equipmentIds, pointIds, withoutProducts].some((ids) => ids?.length) &&
    !priority &&
    !from &&
    !to &&
    !search
  if (isTallied) {
    const namesSites = [siteIds, siteGroupIds].some((ids) => ids?.length)
    const { sql, parameters } = allOf([territory, ...places])
    const cells = store.all<Cell>(
      `SELECT severity, ack_state, event_state, sum(n) AS n
       FROM ${namesSites ? 'alarm_tally' : 'alarm_customer_tally'} AS alarm WHERE ${sql}
       GROUP BY severity, ack_state, event_state`,
      ...parameters,
    )
    return { totalCount: totalOf(cells, filter), facets: facetsOf(cells, filter) }
  }
  const max = search ? maxCountedWithWords : maxCountedRows
  const matching = cellsIn(store, query, max)
  const total = matching.reduce((sum, { n }) => sum + n, 0)
  const isWhole = !stateConditions({ ...filter, isActive: null }).length
  const open = { ...query, filter: { ...filter, severities: null, ackStates: null, eventStates: null } }
  const around = isWhole ? matching : cellsIn(store, open, max)
  const areFacetsCapped = around.reduce((sum, { n }) => sum + n, 0) > max
  return {
    totalCount: Math.min(total, max),
    ...(total > max ? { isTotalCapped: true } : {}),
    facets: facetsOf(around, filter),
    ...(areFacetsCapped ? { areFacetsCapped: true } : {}),
  }
}

/** Returns the counts per combination of fields; a total above `max` means that there are more. */
function cellsIn(store: Store, query: AlarmQuery, max: number): Cell[] {
  const counts = new Map<string, Cell>()
  let remaining = max + 1
  for (const { from, parameters: ofFrom = [], conditions } of branchesToCount(store, query)) {
    const { sql, parameters } = allOf(conditions)
    const rows = store.all<Cell>(
      `SELECT severity, ack_state, event_state, count(*) AS n
       FROM (SELECT alarm.severity, alarm.ack_state, alarm.event_state FROM ${from} WHERE ${sql} LIMIT ?)
       GROUP BY severity, ack_state, event_state`,
      ...ofFrom,
      ...parameters,
      remaining,
    )
    for (const cell of rows) {
      const name = `${cell.severity} ${cell.ack_state} ${cell.event_state}`
      counts.set(name, { ...cell, n: cell.n + (counts.get(name)?.n ?? 0) })
      remaining -= cell.n
    }
    if (remaining <= 0) break
  }
  return [...counts.values()]
}

type Field = 'severity' | 'ackState' | 'eventState'
const nameIn: Record<Field, (cell: Cell) => string> = {
  severity: (cell) => cell.severity,
  ackState: (cell) => cell.ack_state,
  eventState: (cell) => cell.event_state,
}

function fits(filter: AlarmFilter, cell: Cell, fields: readonly Field[]): boolean {
  const { severities, ackStates, eventStates, isActive } = filter
  const selectedValues = { severity: severities, ackState: ackStates, eventState: eventStates }
  if (typeof isActive === 'boolean' && (cell.event_state !== 'normal') !== isActive) return false
  return fields.every(
    (field) => !selectedValues[field]?.length || (selectedValues[field] as string[]).includes(nameIn[field](cell)),
  )
}

const fields: readonly Field[] = ['severity', 'ackState', 'eventState']

const totalOf = (cells: readonly Cell[], filter: AlarmFilter) =>
  cells.filter((cell) => fits(filter, cell, fields)).reduce((sum, { n }) => sum + n, 0)

/** Returns the counts of each field without its own filter. */
function facetsOf(cells: readonly Cell[], filter: AlarmFilter): Record<Field, Record<string, number>> {
  const facet = (field: Field) => {
    const counts: Record<string, number> = {}
    for (const cell of cells) {
      if (
        cell.n <= 0 ||
        !fits(
          filter,
          cell,
          fields.filter((other) => other !== field),
        )
      )
        continue
      const name = nameIn[field](cell)
      counts[name] = (counts[name] ?? 0) + cell.n
    }
    return counts
  }
  return { severity: facet('severity'), ackState: facet('ackState'), eventState: facet('eventState') }
}
