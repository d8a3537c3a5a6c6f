/** The axes of a chart: value ticks at round numbers, time ticks at round hours of the site. */
import { scaleLinear } from 'd3-scale'
import { utcTicks } from 'd3-time'
import { localTime, momentOf } from '~/domain/zoned-day'
import type { ChartSpan } from './buckets'

/** The plot area of a chart in drawing units. */
export interface PlotArea {
  left: number
  right: number
  top: number
  bottom: number
}

/** The lowest and the highest value that a quantity can have. */
export interface AxisBounds {
  min?: number
  max?: number
}

/**
 * Returns a scale with about five ticks at round numbers; equal values get a margin around them, inside of the bounds.
 * Uses fewer ticks where two would have the same text, as at half percents of a position in whole percents.
 */
export function valueAxis(
  values: readonly number[],
  { top, bottom }: Pick<PlotArea, 'top' | 'bottom'>,
  text: (value: number) => string = String,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: AxisBounds = {},
) {
  const finite = values.filter(Number.isFinite)
  const [low, high] = finite.length > 0 ? [Math.min(...finite), Math.max(...finite)] : [0, 1]
  const margin = high > low ? 0 : Math.max(Math.abs(high) / 10, 1)
  // A value outside of the bounds, which a sensor may report, stays on the axis.
  const domain = [Math.max(low - margin, Math.min(low, min)), Math.min(high + margin, Math.max(high, max))]
  const scale = scaleLinear(domain, [bottom, top]).nice(5)
  const areDistinct = (ticks: readonly number[]) => new Set(ticks.map(text)).size === ticks.length
  return { scale, ticks: [5, 3, 2, 1].map((count) => scale.ticks(count)).find(areDistinct) ?? [] }
}

export function timeAxis({ from, to }: ChartSpan, { left, right }: Pick<PlotArea, 'left' | 'right'>) {
  return scaleLinear([from, to], [left, right])
}

const dayMs = 86_400_000
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Returns about `count` times at round hours or days of a time zone, with the local time as text. */
export function timeTicks({ from, to }: ChartSpan, zone: string, count = 8): { at: number; text: string }[] {
  const local = utcTicks(new Date(localTime(from, zone)), new Date(localTime(to, zone)), count)
  return local
    .map((tick) => ({ at: momentOf(tick.getTime(), zone), text: tickText(tick) }))
    .filter(({ at }) => at >= from && at <= to)
}

/** Returns the hour; at midnight the date. */
function tickText(tick: Date): string {
  if (tick.getTime() % dayMs === 0) return `${twoDigits(tick.getUTCMonth() + 1)}-${twoDigits(tick.getUTCDate())}`
  return `${twoDigits(tick.getUTCHours())}:${twoDigits(tick.getUTCMinutes())}`
}
