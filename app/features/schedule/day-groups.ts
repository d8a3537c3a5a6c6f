/** Groups the schedules of a day that do the same for the same reasons. */
import type { ClockChange, DayRow } from './day-rows'

export interface DayGroup {
  row: DayRow
  /** The schedules that do the same as the first one. */
  others: DayRow[]
}

/**
 * Returns the groups in the order of their first schedules. Each does so by its own clock; clocks of another zone are
 * another day only where they change on it.
 */
export function groupAlike(rows: readonly DayRow[], clockChanges: readonly ClockChange[]): DayGroup[] {
  const changing = new Set(clockChanges.map(({ timeZone }) => timeZone))
  const groups = new Map<string, DayGroup>()
  for (const row of rows) {
    const { stretches, facets, timeZone, lacksException } = row
    const key = JSON.stringify([stretches, facets, changing.has(timeZone) && timeZone, lacksException])
    const group = groups.get(key)
    if (group) group.others.push(row)
    else groups.set(key, { row, others: [] })
  }
  return [...groups.values()]
}
