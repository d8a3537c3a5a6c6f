/** Which controllers of a site a form is about: those that were ticked, or all that match the board's filter. */
import { type Selection, selectionOf } from '~/domain/selection'
import { isId } from '~/hrefs'
import { refuseUnknown } from '~/screens/list/not-understood'

export const stateFilters = ['dirty', 'failed', 'waiting', 'running', 'succeed', 'notSet'] as const
export type StateFilter = (typeof stateFilters)[number]

/** How the board is narrowed down: by the state of the sending, and by a part of the name or host id. */
export interface BoardFilter {
  state?: StateFilter | undefined
  search?: string | undefined
}

/**
 * What the board writes into addresses: `device` repeated, or `all=1` with its filter. What is carried wrongly is left
 * out. `besides` are the words that the page of the address has of its own.
 */
export function choiceIn(search: URLSearchParams, besides: readonly string[] = []): Selection<BoardFilter> | null {
  const isAll = search.get('all') === '1'
  const filter = filterIn(search)
  if (isAll) refuseUnknown(search, ['device', 'all', 'q', ...besides], { ...filter })
  return selectionOf({ ids: search.getAll('device').filter(isId), filter: isAll ? filter : null })
}

/** What an address filters by; nothing for what it says wrongly. */
export function filterIn(search: URLSearchParams): BoardFilter {
  const state = stateFilters.find((one) => one === search.get('state'))
  return { state, search: search.get('q')?.trim().slice(0, 200) || undefined }
}
