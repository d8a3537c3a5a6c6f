/** The filters of the trail in its address: who, what, where, when, outcome. */
import { onlyOf } from '~/screens/list/filter'
import type { Filter } from './filter-in.server'

/** Kinds with other kinds below them. */
const places: readonly string[] = ['customer', 'group', 'site', 'building', 'space']

export type { Filter }

/** Returns the filters without the page. */
export function keptFilter({ after: _, ...kept }: Filter): Omit<Filter, 'after'> {
  return kept
}

export function hasFilter({ zone: _, ...filter }: Filter): boolean {
  return Object.values(keptFilter(filter)).some((value) => value !== undefined && value !== '')
}

/** Returns the filter for everything below the subject; null for a subject without children. */
export function widened(filter: Filter): Filter | null {
  const kind = onlyOf(filter.kind)
  if (!filter.id || !kind || !places.includes(kind)) return null
  return { ...keptFilter(filter), kind: undefined, id: undefined, under: filter.id }
}
