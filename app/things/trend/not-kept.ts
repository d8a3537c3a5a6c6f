/** When controllers kept nothing of points, for the pages that show their trends (domain §6.3). */
import type { NotKept, PointTrend } from '#contracts/point-trends'

/** A part of the window in which nothing was kept of some of the points. */
export interface UnkeptSpan extends Pick<NotKept, 'from' | 'to' | 'reason'> {
  /** Null where it is so of every point that is shown. */
  names: string[] | null
}

export interface UnkeptSpans {
  /** The first of them. */
  spans: UnkeptSpan[]
  /** How many more there are. */
  more: number
}

/** As many as a page lists. */
const maxSpans = 30

/** The parts in the order of time, each once for all points it holds for; null where there are none. */
export function unkeptSpansOf(series: readonly PointTrend[]): UnkeptSpans | null {
  const found = new Map<string, Pick<NotKept, 'from' | 'to' | 'reason'> & { of: Set<PointTrend> }>()
  for (const one of series)
    for (const { from, to, reason } of one.notKept ?? []) {
      const key = `${from} ${to} ${reason}`
      const span = found.get(key) ?? { from, to, reason, of: new Set() }
      span.of.add(one)
      found.set(key, span)
    }
  if (found.size === 0) return null
  const order = ({ from }: { from: string }) => Date.parse(from) || 0
  const spans = [...found.values()].sort((one, other) => order(one) - order(other))
  return {
    spans: spans.slice(0, maxSpans).map(({ of, ...span }) => ({
      ...span,
      names: of.size === series.length ? null : [...of].map(({ name, displayName }) => displayName || name),
    })),
    more: Math.max(0, spans.length - maxSpans),
  }
}

/** Whether the controller kept nothing of the point in all of the window, and the backend says so. */
export const isUnkept = ({ samples, notKept = [] }: PointTrend): boolean =>
  notKept.length > 0 && samples.every(([, value]) => value === null)
