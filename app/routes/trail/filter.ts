/** The filters of the trail as they stand in its address: who, what, where, when and how it ended. */
import { onlyOf } from '~/screens/list/filter'
import type { Filter } from './filter-in.server'

/** Kinds below which there are others. */
const places: readonly string[] = ['customer', 'group', 'site', 'building', 'space']

export type { Filter }

/** The filters without the page, as an address writes them. */
export function keptFilter({ after: _, ...kept }: Filter): Omit<Filter, 'after'> {
  return kept
}

export function hasFilter({ zone: _, ...filter }: Filter): boolean {
  return Object.values(keptFilter(filter)).some((value) => value !== undefined && value !== '')
}

/** The filter that takes in everything below the thing it is about; null where nothing can be below. */
export function widened(filter: Filter): Filter | null {
  const kind = onlyOf(filter.kind)
  if (!filter.id || !kind || !places.includes(kind)) return null
  return { ...keptFilter(filter), kind: undefined, id: undefined, under: filter.id }
}
