/** Adds values to a drawn chart whose window goes on with the time. */
import type { Bucket } from './buckets'
import { readColumns, writeColumns } from './columns'
import type { ChartData, ChartLine } from './model'
import { bucketAt } from './reading'

export interface NewSample {
  /** That of its line. */
  key: string
  at: number
  value: number
}

/**
 * Returns the chart with the samples, its window moved on to the latest one; the same chart without a new value, null
 * where a value does not fit its axis.
 */
export function grownChart(chart: ChartData, samples: readonly NewSample[]): ChartData | null {
  const own = samples.filter(({ at }) => at > chart.from)
  if (own.some(({ value }) => value < chart.low || value > chart.high)) return null
  const to = Math.max(chart.to, ...own.map(({ at }) => at))
  const from = chart.from + to - chart.to
  const lines = chart.lines.map((line) => {
    const sample = own.find(({ key }) => key === line.key)
    return sample ? grownLine(line, { chart, sample, from }) : line
  })
  if (to === chart.to && lines.every((line, at) => line === chart.lines[at])) return chart
  return {
    ...chart,
    from,
    to,
    lines,
    times: chart.times.filter(({ at }) => at >= from),
    gaps: chart.gaps.filter((gap) => gap.to > from).map((gap) => ({ ...gap, from: Math.max(gap.from, from) })),
  }
}

function grownLine(
  line: ChartLine,
  { chart, sample, from }: { chart: ChartData; sample: NewSample; from: number },
): ChartLine {
  const { decimals } = chart
  const value = Math.round(sample.value * 10 ** decimals) / 10 ** decimals
  const index = bucketAt(chart, sample.at)
  const firstIndex = bucketAt(chart, from)
  const readings = readColumns(line.columns, decimals).filter((reading) => reading.index >= firstIndex)
  const last = readings.at(-1)
  // An event repeats the last value every minute; one that is older than what is drawn is there already.
  if (last && (last.index > index || (last.index === index && last.value === value))) return line
  const gaps = new Set(readings.filter(({ isAfterGap }) => isAfterGap).map((reading) => reading.index))
  const buckets = readings.map((reading): Bucket => ({ ...reading, mean: reading.value, last: reading.value }))
  const before = last?.index === index ? buckets.pop() : undefined
  buckets.push({
    index,
    low: Math.min(value, before?.low ?? value),
    high: Math.max(value, before?.high ?? value),
    mean: value,
    last: value,
  })
  const { summary, isStep } = line
  return {
    ...line,
    columns: writeColumns(buckets, { decimals, isStep, isAfterGap: (bucket) => gaps.has(bucket.index) }),
    summary: summary && {
      ...summary,
      last: value,
      min: Math.min(summary.min, value),
      max: Math.max(summary.max, value),
    },
  }
}
