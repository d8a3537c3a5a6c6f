/** What a change of many is for, and the one policy of what is too many: beyond its bound nothing is begun. */
import type { Counted } from './counted'

/** The things a person named, all that match a filter, or those that failed in an earlier change. */
export type Selection<Filter> =
  | { kind: 'these'; ids: readonly string[] }
  | { kind: 'all'; filter: Filter }
  /** Of a deployment its operation. */
  | { kind: 'failedIn'; changeId: string }

/** More than one change reaches. */
export interface TooMany {
  of: 'devices' | 'sites' | 'users' | 'alarms' | 'faults' | 'equipment' | 'overrides' | 'schedules'
  /** Whether they were named one by one, or match a filter. */
  are: 'chosen' | 'matching'
  /** Null where nobody can count them. */
  found: Counted | null
  /** As many as the change reaches. */
  most: number
}

/** As many names as a form can carry; whether they are too many, the bound of its change says. */
export const mostNamed = 1_900

/** What an address or a form says: "all that match" wins over rows that were ticked beside it. Null for nothing. */
export function selectionOf<Filter>({
  ids = [],
  filter,
  failedIn,
}: {
  ids?: readonly string[] | undefined
  /** The filter that all are to match; null where not all are meant. */
  filter: Filter | null
  failedIn?: string | undefined
}): Selection<Filter> | null {
  if (failedIn) return { kind: 'failedIn', changeId: failedIn }
  if (filter) return { kind: 'all', filter }
  return ids.length > 0 ? { kind: 'these', ids: [...new Set(ids)] } : null
}

/** Whether so many names are more than a change reaches. */
export function tooManyOf(of: TooMany['of'], ids: readonly string[], most: number): TooMany | null {
  const count = new Set(ids).size
  return count > most ? { of, are: 'chosen', found: { count, isCapped: false }, most } : null
}
