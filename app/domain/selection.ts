/** The selection of a bulk action, and the limit on its size: beyond it the action does not start. */
import type { TotalCount } from './count'

/** Selected things, all that match a filter, or those that failed in an earlier change. */
export type Selection<Filter> =
  | { kind: 'these'; ids: readonly string[] }
  | { kind: 'all'; filter: Filter }
  /** For a deployment: its operation. */
  | { kind: 'failedIn'; changeId: string }

/** A selection beyond the limit of a change. */
export interface SelectionTooLarge {
  of: 'devices' | 'sites' | 'users' | 'alarms' | 'faults' | 'equipment' | 'overrides' | 'schedules'
  /** Whether they were selected one by one, or match a filter. */
  are: 'chosen' | 'matching'
  /** Null when they cannot be counted. */
  total: TotalCount | null
  /** The limit of the change. */
  max: number
}

/** Maximum number of ids in a form; the limit of a change may be lower. */
export const maxSelectedIds = 1_900

/** Returns the selection of a URL or a form: "all that match" overrides ticked rows. Null when it is empty. */
export function selectionOf<Filter>({
  ids = [],
  filter,
  failedIn,
}: {
  ids?: readonly string[] | undefined
  /** The filter when all matches are selected; null otherwise. */
  filter: Filter | null
  failedIn?: string | undefined
}): Selection<Filter> | null {
  if (failedIn) return { kind: 'failedIn', changeId: failedIn }
  if (filter) return { kind: 'all', filter }
  return ids.length > 0 ? { kind: 'these', ids: [...new Set(ids)] } : null
}

/** Returns the error when there are more ids than the limit; null otherwise. */
export function tooManyOf(of: SelectionTooLarge['of'], ids: readonly string[], max: number): SelectionTooLarge | null {
  const count = new Set(ids).size
  return count > max ? { of, are: 'chosen', total: { count, isCapped: false }, max } : null
}
