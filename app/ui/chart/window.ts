/** The time window of a chart, parsed from the address: a named range up to a time, or a start and an end. */
import type { Search } from '~/hrefs'
import type { Stretch } from './buckets'

const hour = 3_600_000
const day = 24 * hour

export const ranges = { '6h': 6 * hour, '1d': day, '7d': 7 * day, '31d': 31 * day } as const
export type RangeName = keyof typeof ranges
export const rangeNames = Object.keys(ranges) as RangeName[]

/** The parameters of the address. */
export const windowWords = ['range', 'from', 'to'] as const

/** The minimum and maximum length of a window: one hour, 31 days. */
const [shortest, longest] = [hour, 31 * day]

export interface Window extends Stretch {
  /** The named range; null for a custom one. */
  range: RangeName | null
  /** Whether the window ends at the time of the request and advances with it. */
  isNow: boolean
}

/** Parses `range`, `from` and `to`; `fallback` applies where they are absent or invalid. `now` is in ms. */
export function windowIn(search: URLSearchParams, now: number, usual: Stretch | RangeName = '1d'): Window {
  const [from, to] = [momentIn(search.get('from')), momentIn(search.get('to'))]
  const range = rangeNames.find((name) => name === search.get('range'))
  if (range) return { from: (to ?? now) - ranges[range], to: to ?? now, range, isNow: to === null }
  if (from !== null && to !== null && from < to) return { ...fitted({ from, to }), range: null, isNow: false }
  if (typeof usual === 'string') return { from: now - ranges[usual], to: now, range: usual, isNow: true }
  return { ...fitted(usual), range: null, isNow: false }
}

/** Returns the valid parameters of the address. */
export function knownWindow(search: URLSearchParams): Record<string, string | undefined> {
  const moment = (name: 'from' | 'to') =>
    momentIn(search.get(name)) === null ? undefined : (search.get(name) ?? undefined)
  const range = search.get('range') ?? undefined
  return { range: rangeNames.find((name) => name === range), from: moment('from'), to: moment('to') }
}

/** Returns a span as parameters. */
export function windowWord({ from, to }: Stretch): Search {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** Returns the adjacent window of the same length, earlier or later. */
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
