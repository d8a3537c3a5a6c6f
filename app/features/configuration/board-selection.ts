/** The controllers a form is about: the selected ones, or all that match the board's filter. */
import { type Selection, selectionOf } from '~/domain/selection'
import { isId } from '~/hrefs'
import { type FilterFields, parseFilter as listFilterIn } from '~/kit/list/filter'
import { rejectUnknownParams } from '~/kit/list/unknown-params'

export const sendStateFilters = ['dirty', 'failed', 'waiting', 'running', 'succeed', 'notSet'] as const
export type SendStateFilter = (typeof sendStateFilters)[number]

export const boardFields = {
  q: { kind: 'words', label: (t) => t('main:configuration.board.search') },
  state: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:configuration.board.filter'),
    values: sendStateFilters,
    text: (t, value) => t(`main:configuration.board.filters.${value as SendStateFilter}`),
    any: (t) => t('main:configuration.board.filterAll'),
  },
} as const satisfies FilterFields

/** The filter of a board: send states, and a part of a name or host id. */
export interface BoardFilter {
  state?: readonly SendStateFilter[] | undefined
  search?: string | undefined
}

/**
 * Returns the selection in an address: `device` repeated, or `all=1` with the board's filter. Invalid ids are left out.
 * Throws a 404 when "all" has unknown parameters; `otherParams` names those the page itself knows.
 */
export function parseBoardSelection(
  search: URLSearchParams,
  otherParams: readonly string[] = [],
): Selection<BoardFilter> | null {
  const isAll = search.get('all') === '1'
  const filter = parseBoardFilter(search)
  if (isAll) rejectUnknownParams(search, ['device', 'all', ...otherParams], { state: filter.state, q: filter.search })
  return selectionOf({ ids: search.getAll('device').filter(isId), filter: isAll ? filter : null })
}

/** Returns the filter in an address, without values that are invalid. */
export function parseBoardFilter(search: URLSearchParams): BoardFilter {
  const { q, state } = listFilterIn(search, boardFields)
  return { state, search: q?.slice(0, 200) }
}
