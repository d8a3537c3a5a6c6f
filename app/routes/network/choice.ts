/** Which controllers of a site a form is about: those that were ticked, or all that match the board's filter. */
import { z } from 'zod'
import { isId } from '~/hrefs'

/** As many controllers as one call takes (domain §5.3). */
export const largestChoice = 500

export const stateFilters = ['dirty', 'failed', 'waiting', 'running', 'succeed', 'notSet'] as const
export type StateFilter = (typeof stateFilters)[number]

export const DeviceIds = z.array(z.string().refine(isId, { error: 'errors:form.invalid' })).max(largestChoice)

/** What the board posts and writes into addresses: `device` repeated, or `all=1` with its `state`. */
export interface Choice {
  device: string[]
  all: boolean
  state: StateFilter | undefined
}

/** The choice an address carries; what it carries wrongly is left out. */
export function choiceIn(search: URLSearchParams): Choice {
  const device = [...new Set(search.getAll('device').filter(isId))].slice(0, largestChoice)
  return { device, all: search.get('all') === '1', state: stateIn(search) }
}

/** The state an address filters by. */
export function stateIn(search: URLSearchParams): StateFilter | undefined {
  return stateFilters.find((state) => state === search.get('state'))
}
