/** Which controllers of a site a form is about: those that were ticked, or all that match the board's filter. */
import { type Selection, selectionOf } from '~/domain/selection'
import { isId } from '~/hrefs'
import { type FilterFields, filterIn as listFilterIn } from '~/screens/list/filter'
import { refuseUnknown } from '~/screens/list/not-understood'

export const stateFilters = ['dirty', 'failed', 'waiting', 'running', 'succeed', 'notSet'] as const
export type StateFilter = (typeof stateFilters)[number]

export const boardFields = {
  q: { kind: 'words', label: (t) => t('main:configuration.board.search') },
  state: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:configuration.board.filter'),
    values: stateFilters,
    text: (t, value) => t(`main:configuration.board.filters.${value as StateFilter}`),
    any: (t) => t('main:configuration.board.filterAll'),
  },
} as const satisfies FilterFields

/** How the board is narrowed down: by the states of the sending, and by a part of the name or host id. */
export interface BoardFilter {
  state?: readonly StateFilter[] | undefined
  search?: string | undefined
}

/**
 * What the board writes into addresses: `device` repeated, or `all=1` with its filter. What is carried wrongly is left
 * out. `besides` are the words that the page of the address has of its own.
 */
export function choiceIn(search: URLSearchParams, besides: readonly string[] = []): Selection<BoardFilter> | null {
  const isAll = search.get('all') === '1'
  const filter = filterIn(search)
  if (isAll) refuseUnknown(search, ['device', 'all', ...besides], { state: filter.state, q: filter.search })
  return selectionOf({ ids: search.getAll('device').filter(isId), filter: isAll ? filter : null })
}

/** What an address filters by; nothing for what it says wrongly. */
export function filterIn(search: URLSearchParams): BoardFilter {
  const { q, state } = listFilterIn(search, boardFields)
  return { state, search: q?.slice(0, 200) }
}
