/**
 * The plain data of a trend chart, built where the page is loaded: a few hundred numbers a line, with the axes, so that
 * the server and the browser draw the same picture and the browser loads no library for it.
 */
import { timeZoneOrUtc } from '../format'
import { type AxisBounds, timeTicks, valueAxis } from './axis'
import {
  type Bucket,
  bucketsOf,
  bucketWidthMs,
  type ChartSample,
  type ChartSpan,
  commonGaps,
  crossesGap,
  firstBucketAt,
  forwardFill,
  gapsOf,
  maxBuckets,
} from './buckets'
import { writeColumns } from './columns'

/** A line with its samples. */
export interface TrendLine {
  key: string
  /** The label at the end of the line: a word or a code. */
  short: string
  name: string
  samples: readonly ChartSample[]
  /** The means of longer intervals, where `samples` are only their lowest and highest values. */
  means?: readonly ChartSample[] | undefined
  /** Whether a value applies until the next sample, as a setpoint does. */
  isStep?: boolean
  /** The key of the line that this one is compared with: the same point, earlier. */
  earlierOf?: string
}

/** A limit that values are compared with; drawn as a series where it changes. */
export interface TrendLimit {
  key: string
  value: number
  samples?: readonly ChartSample[] | undefined
}

export interface StripSpan extends ChartSpan {
  label: string
  tone: 'danger' | 'warn' | 'progress' | 'accent' | 'plain'
  mark?: string
}

/** A strip of intervals below the lines: a fault, an override, a state. */
export interface TrendStrip {
  label: string
  spans: readonly StripSpan[]
}

export interface ChartLine {
  key: string
  short: string
  name: string
  /** Its colour and dashes, from 0. */
  series: number
  isStep: boolean
  isEarlier: boolean
  /** Its buckets, as `readColumns` reads them. */
  columns: string
  /** Of the window; null without a known value. */
  summary: { last: number; min: number; mean: number; max: number } | null
}

export interface ChartLimit {
  key: string
  value: number
  /** Its buckets where it changes. */
  columns: string | null
}

export interface ChartData extends ChartSpan {
  /** The IANA id of the site's time zone. */
  timeZone: string
  /** When the first bucket begins, in ms, and the length of each. */
  origin: number
  widthMs: number
  /** The decimals of all values. */
  decimals: number
  /** The lowest and the highest value of the axis, and the values with a line. */
  low: number
  high: number
  ticks: number[]
  times: { at: number; text: string }[]
  lines: ChartLine[]
  limits: ChartLimit[]
  /** Where no line has a value. */
  gaps: ChartSpan[]
  /** The number of rows of its table, and of the parts of the drawing that show their values without scripts. */
  maxRows: number
}

/** The number of lines that one chart can show distinctly. */
export const maxLines = 6

/** Buckets and table rows of all lines of a page together, which bound its size. */
const [pageBuckets, pageRows] = [3_200, 160]

/** Returns the maximum number of buckets of each line of a page with so many. */
export const maxBucketsOf = (lineCount: number) =>
  Math.min(maxBuckets, Math.floor(pageBuckets / Math.max(1, lineCount)))

interface ChartInput {
  window: ChartSpan
  timeZone: string
  /** At most six, of one unit, each with one that is compared with it. */
  lines: readonly TrendLine[]
  limits?: readonly TrendLimit[]
  /** Returns a value in words, for ticks that differ. */
  text: (value: number) => string
  bounds?: AxisBounds | undefined
  /** The number of lines of the page; those of the chart by default. */
  lineCount?: number
}

export function chartData({
  window,
  timeZone,
  lines,
  limits = [],
  text,
  bounds,
  lineCount = lines.length,
}: ChartInput): ChartData {
  const zone = timeZoneOrUtc(timeZone)
  const widthMs = bucketWidthMs(window, maxBucketsOf(lineCount))
  const plotted = lines.map((line) => ({
    line,
    gaps: gapsOf(line.samples, window),
    buckets: lineBuckets(line, window, widthMs),
  }))
  const limitLines = limits.map((limit) => ({ limit, buckets: bucketsOf(limit.samples ?? [], window, widthMs) }))
  const { scale, ticks } = valueAxis(
    [
      ...plotted.flatMap(({ buckets }) => buckets.flatMap(({ low, high }) => [low, high])),
      ...limitLines.flatMap(({ limit, buckets }) =>
        buckets.length > 0 ? buckets.map(({ mean }) => mean) : limit.value,
      ),
    ],
    { top: 0, bottom: 1 },
    text,
    bounds,
  )
  const origin = firstBucketAt(window, widthMs)
  const [low = 0, high = 1] = scale.domain()
  const decimals = decimalsFor(high - low)
  const rounded = (value: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
  const own = lines.filter(({ earlierOf }) => earlierOf === undefined)
  return {
    from: window.from,
    to: window.to,
    timeZone: zone,
    origin,
    widthMs,
    decimals,
    low,
    high,
    ticks,
    times: timeTicks(window, zone),
    lines: plotted.map(({ line, buckets, gaps }): ChartLine => {
      const { key, short, name, isStep = false, earlierOf } = line
      return {
        key,
        short,
        name,
        series: own.findIndex((one) => one.key === (earlierOf ?? key)) % maxLines,
        isStep,
        isEarlier: earlierOf !== undefined,
        columns: writeColumns(buckets, {
          decimals,
          isStep,
          isAfterGap: (bucket, before) =>
            crossesGap(gaps, origin + before.index * widthMs, origin + bucket.index * widthMs),
        }),
        summary: summaryOf(line, buckets, rounded),
      }
    }),
    limits: limitLines.map(({ limit: { key, value }, buckets }) => ({
      key,
      value: rounded(buckets.at(-1)?.mean ?? value),
      columns: buckets.length > 0 ? writeColumns(buckets, { decimals, isStep: false, isAfterGap: () => false }) : null,
    })),
    gaps: commonGaps(plotted.map(({ gaps }) => gaps)),
    maxRows: Math.max(8, Math.min(48, Math.floor(pageRows / Math.max(1, lineCount)))),
  }
}

/** The buckets of a line; where means are known, the mean of each bucket is theirs. */
function lineBuckets({ isStep, samples, means }: TrendLine, window: ChartSpan, widthMs: number): Bucket[] {
  const buckets = bucketsOf(isStep ? forwardFill(samples, window, widthMs) : samples, window, widthMs)
  if (!means || isStep) return buckets
  const meanOf = new Map(bucketsOf(means, window, widthMs).map(({ index, mean }) => [index, mean]))
  return buckets.map((bucket) => {
    const mean = meanOf.get(bucket.index)
    return mean === undefined ? bucket : { ...bucket, mean: Math.min(bucket.high, Math.max(bucket.low, mean)) }
  })
}

function summaryOf({ isStep }: TrendLine, buckets: readonly Bucket[], rounded: (value: number) => number) {
  const last = buckets.at(-1)
  if (!last) return null
  const values = buckets.map((bucket) => (isStep ? bucket.last : bucket.mean))
  return {
    last: rounded(last.last),
    min: rounded(Math.min(...buckets.map(({ low }) => low))),
    mean: rounded(values.reduce((sum, value) => sum + value, 0) / values.length),
    max: rounded(Math.max(...buckets.map(({ high }) => high))),
  }
}

/** Returns the decimals with which a line over the whole axis has some hundred levels. */
function decimalsFor(range: number): number {
  return Math.min(8, Math.max(1, Math.ceil(Math.log10(600 / range))))
}
