/** The filters of the trail in its address: who, what, where, when, outcome. */
import { singleValue } from '~/kit/list/filter'
import type { TrailQuery } from './trail-query.server'

/** Kinds with other kinds below them. */
const places: readonly string[] = ['customer', 'group', 'site', 'building', 'space']

export type { TrailQuery as Filter }

/** Returns the filters without the page. */
export function withoutPage({ after: _, ...rest }: TrailQuery): Omit<TrailQuery, 'after'> {
  return rest
}

export function isFiltered({ zone: _, ...filter }: TrailQuery): boolean {
  return Object.values(withoutPage(filter)).some((value) => value !== undefined && value !== '')
}

/** Returns the filter for everything below the subject; null for a subject without children. */
export function widerFilter(filter: TrailQuery): TrailQuery | null {
  const kind = singleValue(filter.kind)
  if (!filter.id || !kind || !places.includes(kind)) return null
  return { ...withoutPage(filter), kind: undefined, id: undefined, under: filter.id }
}
