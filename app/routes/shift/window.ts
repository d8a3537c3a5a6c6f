/** The time window of a shift page, parsed from its address. */
import { momentIn } from '~/screens/list/filter'

/** Hours, and since the last visit of the reader. */
export const spans = ['8h', '24h', 'visit'] as const
export type Span = (typeof spans)[number]

export interface ShiftWindow {
  /** The start of the window, in ISO time. */
  since: string
  /** The named span of the address; null where it has a moment. */
  span: Span | null
  /** No last visit is known: the window is 24 hours. */
  isFirstVisit: boolean
}

const minute = 60_000
const hour = 60 * minute

/** Returns the window of an address, and the valid value of `since`; undefined for an invalid one. */
export function windowIn(
  search: URLSearchParams,
  { now, lastVisit }: { now: number; lastVisit: string | null },
): { window: ShiftWindow; known: string | undefined } {
  const asked = search.get('since')?.trim() || '8h'
  const span = spans.find((one) => one === asked)
  const moment = span === undefined ? momentIn(asked) : undefined
  if (moment !== undefined) return { window: { since: moment, span: null, isFirstVisit: false }, known: moment }
  if (span === 'visit' && lastVisit !== null)
    return { window: { since: lastVisit, span, isFirstVisit: false }, known: span }
  // Whole minutes, so that a repeated request shows the same.
  const begin = now - (span === 'visit' || span === '24h' ? 24 : 8) * hour
  const since = new Date(Math.floor(begin / minute) * minute).toISOString()
  return { window: { since, span: span ?? '8h', isFirstVisit: span === 'visit' }, known: span }
}
