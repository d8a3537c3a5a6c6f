/** Comparing a window with the same one earlier: the same local time, some days before. */
import { localTime, momentOf } from '~/domain/zoned-day'
import type { ChartSpan } from '~/ui/chart/buckets'

const dayMs = 86_400_000

/** A year is 52 weeks, so that weekdays are compared with the same weekdays. */
const daysBefore = { day: 1, week: 7, year: 364 } as const
export type Comparison = keyof typeof daysBefore
export const comparisons = Object.keys(daysBefore) as Comparison[]

export const parseComparison = (text: string | null): Comparison | null =>
  comparisons.find((name) => name === text) ?? null

/** Returns how much earlier the compared window is, in ms: whole days of the zone, of 23 or 25 hours where clocks change. */
export function comparisonOffsetMs(comparison: Comparison, { from }: ChartSpan, zone: string): number {
  return from - momentOf(localTime(from, zone) - daysBefore[comparison] * dayMs, zone)
}
