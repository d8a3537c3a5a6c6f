/** Periods for which controllers stored no values of points, for trend pages (domain §6.3). */
import type { NotKept, PointTrend } from '#contracts/point-trends'

/** A part of the window without stored values for some of the points. */
export interface NotStoredSpan extends Pick<NotKept, 'from' | 'to' | 'reason'> {
  /** Null if it applies to every point shown. */
  names: string[] | null
}

export interface NotStoredSpans {
  /** The first spans. */
  spans: NotStoredSpan[]
  /** Number of further spans. */
  more: number
}

/** Maximum number of spans on a page. */
const maxSpans = 30

/** Returns the spans in chronological order, each once for all its points; null if there are none. */
export function notStoredSpans(series: readonly PointTrend[]): NotStoredSpans | null {
  const spansByKey = new Map<string, Pick<NotKept, 'from' | 'to' | 'reason'> & { of: Set<PointTrend> }>()
  for (const one of series)
    for (const { from, to, reason } of one.notKept ?? []) {
      const key = `${from} ${to} ${reason}`
      const span = spansByKey.get(key) ?? { from, to, reason, of: new Set() }
      span.of.add(one)
      spansByKey.set(key, span)
    }
  if (spansByKey.size === 0) return null
  const order = ({ from }: { from: string }) => Date.parse(from) || 0
  const spans = [...spansByKey.values()].sort((one, other) => order(one) - order(other))
  return {
    spans: spans.slice(0, maxSpans).map(({ of, ...span }) => ({
      ...span,
      names: of.size === series.length ? null : [...of].map(({ name, displayName }) => displayName || name),
    })),
    more: Math.max(0, spans.length - maxSpans),
  }
}

/** Whether the backend reports that nothing was stored for the point in the whole window. */
export const hasNoValues = ({ samples, notKept = [] }: PointTrend): boolean =>
  notKept.length > 0 && samples.every(([, value]) => value === null)
