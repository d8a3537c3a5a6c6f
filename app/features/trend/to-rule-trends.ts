/** Converts trends of points to the shape of rule charts, without limits and bands. */
import type { Trends } from '#contracts/faults'
import type { PointTrend, PointTrends } from '#contracts/point-trends'
import { hasNoValues } from './not-stored'

export function toRuleTrends({ from, to, intervalSec, truncated, series }: PointTrends): Trends {
  return {
    equipmentId: '',
    faultRuleId: '',
    from,
    to,
    extendedFrom: from,
    extendedTo: to,
    intervalSec,
    truncated,
    bands: [],
    thresholds: [],
    series: series.map(({ pointId, name, displayName, unit, kind, isHeld, samples }, index) => ({
      pointId,
      role: shortNameOf(name, { index, names: series.map((one) => one.name) }),
      name: displayName || name,
      unit,
      kind,
      isHeld,
      samples,
    })),
  }
}

/** Returns trends later by an offset, so that they share a window with later ones. */
export function moved(trends: PointTrends, offsetMs: number): PointTrends {
  const later = (at: string) => (Number.isNaN(Date.parse(at)) ? at : new Date(Date.parse(at) + offsetMs).toISOString())
  return {
    ...trends,
    from: later(trends.from),
    to: later(trends.to),
    series: trends.series.map((one) => ({
      ...one,
      samples: one.samples.map(([at, value]): PointTrend['samples'][number] => [later(at), value]),
    })),
  }
}

/** Returns trends with the same points earlier as further series. */
export function withEarlier(trends: Trends, earlier: Trends | null, nameOf: (name: string) => string): Trends {
  const before = (earlier?.series ?? []).map((one) => ({ ...one, role: `${one.role} earlier`, name: nameOf(one.name) }))
  return {
    ...trends,
    series: [...trends.series, ...before],
    truncated: trends.truncated || earlier?.truncated === true,
  }
}

/** Like `toRuleTrends`, without points that have no stored value in the window. */
export function toRuleTrendsWithData(trends: PointTrends): Trends {
  const charts = toRuleTrends(trends)
  const withoutData = new Set<unknown>(trends.series.filter(hasNoValues).map(({ pointId }) => pointId))
  return { ...charts, series: charts.series.filter(({ pointId }) => !withoutData.has(pointId)) }
}

/** Returns the last part of a point's name, numbered if several points share it. */
function shortNameOf(name: string, { index, names }: { index: number; names: readonly string[] }): string {
  const last = (whole: string) => whole.slice(whole.lastIndexOf('.') + 1)
  const short = last(name)
  return names.filter((other) => last(other) === short).length > 1 ? `${short} ${index + 1}` : short
}
