/** The time a shift page looks back on, as its address says it. */
import { momentIn } from '~/screens/list/filter'

/** Hours, and since the reader looked last. */
export const spans = ['8h', '24h', 'visit'] as const
export type Span = (typeof spans)[number]

export interface ShiftWindow {
  /** The moment it begins, in ISO time. */
  since: string
  /** How the address says so; null where it names the moment itself. */
  span: Span | null
  /** Asked since the last visit, of which there is none: the last 24 hours stand in. */
  isFirstVisit: boolean
}

const minute = 60_000
const hour = 60 * minute

/** The window of an address, and what of it means something: undefined where it says what is no moment. */
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
  // Whole minutes, so that a page asked for again says the same.
  const begin = now - (span === 'visit' || span === '24h' ? 24 : 8) * hour
  const since = new Date(Math.floor(begin / minute) * minute).toISOString()
  return { window: { since, span: span ?? '8h', isFirstVisit: span === 'visit' }, known: span }
}
