/** Converts trends of points to the shape of rule charts, without limits and bands. */
import type { Trends } from '#contracts/faults'
import type { PointTrends } from '#contracts/point-trends'
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
