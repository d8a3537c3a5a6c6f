/** Which controllers of a site a form is about: those that were ticked, or all that match the board's filter. */
import { isId } from '~/hrefs'
import { refuseUnknown } from '~/screens/list/not-understood'

/** As many controllers as one call takes (domain §5.3). */
export const largestChoice = 500

export const stateFilters = ['dirty', 'failed', 'waiting', 'running', 'succeed', 'notSet'] as const
export type StateFilter = (typeof stateFilters)[number]

/** How the board is narrowed down: by the state of the sending, and by a part of the name or host id. */
export interface BoardFilter {
  state?: StateFilter | undefined
  search?: string | undefined
}

/** What the board posts and writes into addresses: `device` repeated, or `all=1` with its filter. */
export interface Choice extends BoardFilter {
  device: string[]
  all: boolean
}

/** The choice an address carries; what it carries wrongly is left out. */
export function choiceIn(search: URLSearchParams): Choice {
  if (search.get('all') === '1') refuseUnknown(search, ['device', 'all', 'state', 'q'])
  const device = [...new Set(search.getAll('device').filter(isId))].slice(0, largestChoice)
  return { device, all: search.get('all') === '1', ...filterIn(search) }
}

/** What an address filters by; nothing for what it says wrongly. */
export function filterIn(search: URLSearchParams): BoardFilter {
  const state = stateFilters.find((one) => one === search.get('state'))
  return { state, search: search.get('q')?.trim().slice(0, 200) || undefined }
}
