/** The window of time an address asks for: one of a few ranges until a moment, or from one moment to another. */
import type { Search } from '~/hrefs'
import type { Stretch } from './buckets'

const hour = 3_600_000
const day = 24 * hour

export const ranges = { '6h': 6 * hour, '1d': day, '7d': 7 * day, '31d': 31 * day } as const
export type RangeName = keyof typeof ranges
export const rangeNames = Object.keys(ranges) as RangeName[]

/** The words of the address. */
export const windowWords = ['range', 'from', 'to'] as const

/** No chart shows less than an hour or more than 31 days. */
const [shortest, longest] = [hour, 31 * day]

export interface Window extends Stretch {
  /** Which of the ranges it is; null for one of its own. */
  range: RangeName | null
  /** Ends when the page is read, and goes on with it. */
  isNow: boolean
}

/** What `range`, `from` and `to` say; `usual` where they say nothing that means something. `now` is a moment, ms. */
export function windowIn(search: URLSearchParams, now: number, usual: Stretch | RangeName = '1d'): Window {
  const [from, to] = [momentIn(search.get('from')), momentIn(search.get('to'))]
  const range = rangeNames.find((name) => name === search.get('range'))
  if (range) return { from: (to ?? now) - ranges[range], to: to ?? now, range, isNow: to === null }
  if (from !== null && to !== null && from < to) return { ...fitted({ from, to }), range: null, isNow: false }
  if (typeof usual === 'string') return { from: now - ranges[usual], to: now, range: usual, isNow: true }
  return { ...fitted(usual), range: null, isNow: false }
}

/** What the address says of the window, as far as it is understood. */
export function knownWindow(search: URLSearchParams): Record<string, string | undefined> {
  const moment = (name: 'from' | 'to') =>
    momentIn(search.get(name)) === null ? undefined : (search.get(name) ?? undefined)
  const range = search.get('range') ?? undefined
  return { range: rangeNames.find((name) => name === range), from: moment('from'), to: moment('to') }
}

/** As an address says it. */
export function windowWord({ from, to }: Stretch): Search {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** The window as long as this one that ends where it begins, or begins where it ends. */
export function beside({ from, to, range }: Window, step: -1 | 1): Search {
  const length = (to - from) * step
  const end = new Date(to + length).toISOString()
  return range ? { range, to: end } : windowWord({ from: from + length, to: to + length })
}

function fitted({ from, to }: Stretch): Stretch {
  const length = Math.min(Math.max(to - from, shortest), longest)
  const middle = (from + to) / 2
  return { from: Math.round(middle - length / 2), to: Math.round(middle + length / 2) }
}

function momentIn(text: string | null): number | null {
  if (!text || !/^\d{4}-\d\d-\d\dT/.test(text)) return null
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}
