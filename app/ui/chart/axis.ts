/** Where the ticks of a chart stand and what they say: values at round numbers, times at round hours of the site. */
import { scaleLinear } from 'd3-scale'
import { utcTicks } from 'd3-time'
import { localTime, momentOf } from '~/domain/zoned-day'
import type { Stretch } from './buckets'

/** The room of a chart, in the units of its drawing. */
export interface Room {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Values upwards, ending at round numbers, with five lines or so; of equal values a stretch around them. Fewer lines
 * where two of them would be called the same: a position in whole percents has none at a half.
 */
export function valueAxis(
  values: readonly number[],
  { top, bottom }: Pick<Room, 'top' | 'bottom'>,
  text: (value: number) => string = String,
) {
  const known = values.filter(Number.isFinite)
  const [low, high] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1]
  const around = high > low ? 0 : Math.max(Math.abs(high) / 10, 1)
  const scale = scaleLinear([low - around, high + around], [bottom, top]).nice(5)
  const isTold = (ticks: readonly number[]) => new Set(ticks.map(text)).size === ticks.length
  return { scale, ticks: [5, 3, 2, 1].map((count) => scale.ticks(count)).find(isTold) ?? [] }
}

export function timeAxis({ from, to }: Stretch, { left, right }: Pick<Room, 'left' | 'right'>) {
  return scaleLinear([from, to], [left, right])
}

const aDay = 86_400_000
const two = (number: number) => String(number).padStart(2, '0')

/** Moments at round hours or days of a time zone, `count` or so, with what its clocks show then. */
export function timeTicks({ from, to }: Stretch, zone: string, count = 8): { at: number; text: string }[] {
  const local = utcTicks(new Date(localTime(from, zone)), new Date(localTime(to, zone)), count)
  return local
    .map((tick) => ({ at: momentOf(tick.getTime(), zone), text: tickText(tick) }))
    .filter(({ at }) => at >= from && at <= to)
}

/** The hour; at midnight the day. */
function tickText(tick: Date): string {
  if (tick.getTime() % aDay === 0) return `${two(tick.getUTCMonth() + 1)}-${two(tick.getUTCDate())}`
  return `${two(tick.getUTCHours())}:${two(tick.getUTCMinutes())}`
}
