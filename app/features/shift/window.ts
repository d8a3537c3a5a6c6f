/** The time window of a shift page, parsed from its address. */
import { parseMoment } from '~/kit/list/filter'

/** Hours, and since the last visit of the reader. */
export const shiftSpans = ['8h', '24h', 'visit'] as const
export type ShiftSpan = (typeof shiftSpans)[number]

export interface ShiftWindow {
  /** The start of the window, in ISO time. */
  since: string
  /** The named span of the address; null where it has a moment. */
  span: ShiftSpan | null
  /** No last visit is known: the window is 24 hours. */
  isFirstVisit: boolean
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Returns the window of an address, and the valid value of `since`; undefined for an invalid one. */
export function parseShiftWindow(
  search: URLSearchParams,
  { now, lastVisit }: { now: number; lastVisit: string | null },
): { window: ShiftWindow; sinceParam: string | undefined } {
  const requested = search.get('since')?.trim() || '8h'
  const span = shiftSpans.find((one) => one === requested)
  const moment = span === undefined ? parseMoment(requested) : undefined
  if (moment !== undefined) return { window: { since: moment, span: null, isFirstVisit: false }, sinceParam: moment }
  if (span === 'visit' && lastVisit !== null)
    return { window: { since: lastVisit, span, isFirstVisit: false }, sinceParam: span }
  // Whole minutes, so that a repeated request shows the same.
  const begin = now - (span === 'visit' || span === '24h' ? 24 : 8) * hourMs
  const since = new Date(Math.floor(begin / minuteMs) * minuteMs).toISOString()
  return { window: { since, span: span ?? '8h', isFirstVisit: span === 'visit' }, sinceParam: span }
}
