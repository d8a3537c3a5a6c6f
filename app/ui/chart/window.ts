/** The time window of a chart, parsed from the address: a named range up to a time, or a start and an end. */
import type { QueryParams } from '~/hrefs'
import type { ChartSpan } from './buckets'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const rangesMs = { '1h': hourMs, '8h': 8 * hourMs, '1d': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs } as const
export type RangeName = keyof typeof rangesMs
export const rangeNames = Object.keys(rangesMs) as RangeName[]

/** The parameters of the address. */
export const windowParamNames = ['range', 'from', 'to'] as const

/** The minimum and maximum length of a window: one hour, 31 days. */
const [minMs, maxMs] = [hourMs, 31 * dayMs]

export interface ChartWindow extends ChartSpan {
  /** The named range; null for a custom one. */
  range: RangeName | null
  /** Whether the window ends at the time of the request and advances with it. */
  isNow: boolean
}

/** Parses `range`, `from` and `to`; `fallback` applies where they are absent or invalid. `now` is in ms. */
export function parseChartWindow(
  search: URLSearchParams,
  now: number,
  fallback: ChartSpan | RangeName = '1d',
): ChartWindow {
  const [from, to] = [parseMoment(search.get('from')), parseMoment(search.get('to'))]
  const range = rangeNames.find((name) => name === search.get('range'))
  if (range) return { from: (to ?? now) - rangesMs[range], to: to ?? now, range, isNow: to === null }
  if (from !== null && to !== null && from < to) return { ...clampSpan({ from, to }), range: null, isNow: false }
  if (typeof fallback === 'string') return { from: now - rangesMs[fallback], to: now, range: fallback, isNow: true }
  return { ...clampSpan(fallback), range: null, isNow: false }
}

/** Returns the valid parameters of the address. */
export function validWindowParams(search: URLSearchParams): Record<string, string | undefined> {
  const moment = (name: 'from' | 'to') =>
    parseMoment(search.get(name)) === null ? undefined : (search.get(name) ?? undefined)
  const range = search.get('range') ?? undefined
  return { range: rangeNames.find((name) => name === range), from: moment('from'), to: moment('to') }
}

/** Returns a window as hidden fields of a form: a range until now goes on with the time. */
export const windowHidden = ({ range, isNow, ...span }: ChartWindow): Record<string, string> =>
  range && isNow ? { range } : windowSearch(span)

/** Returns a span as parameters. */
export function windowSearch({ from, to }: ChartSpan): Record<'from' | 'to', string> {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** Returns the adjacent window of the same length, earlier or later. */
export function adjacentWindow({ from, to, range }: ChartWindow, step: -1 | 1): QueryParams {
  const length = (to - from) * step
  const end = new Date(to + length).toISOString()
  return range ? { range, to: end } : windowSearch({ from: from + length, to: to + length })
}

function clampSpan({ from, to }: ChartSpan): ChartSpan {
  const length = Math.min(Math.max(to - from, minMs), maxMs)
  const middle = (from + to) / 2
  return { from: Math.round(middle - length / 2), to: Math.round(middle + length / 2) }
}

function parseMoment(text: string | null): number | null {
  if (!text || !/^\d{4}-\d\d-\d\dT/.test(text)) return null
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}
