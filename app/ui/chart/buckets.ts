/** Downsampling for charts: intervals of equal length, each with its minimum, maximum and mean. */

/** `at` is a time in ms. A null value is a gap without data. */
export interface ChartSample {
  at: number
  value: number | null
}

/** The samples of one of the intervals of equal length that a window is divided into. */
export interface Bucket {
  /** Its number, from 0. */
  index: number
  low: number
  high: number
  mean: number
  last: number
}

export interface ChartSpan {
  from: number
  to: number
}

/** The maximum number of buckets of one line: a chart has no more columns of use. */
export const maxBuckets = 340

const minuteMs = 60_000
const widthsMs = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1_440].map((minutes) => minutes * minuteMs)

/** Returns the length of a bucket, in ms: the shortest round one that divides the window into at most `maxCount`. */
export function bucketWidthMs({ from, to }: ChartSpan, maxCount = maxBuckets): number {
  return widthsMs.find((width) => (to - from) / width <= maxCount) ?? (to - from) / maxCount
}

/** Returns when the first bucket of a window begins: at a round time, so that buckets of any window coincide. */
export function firstBucketAt({ from }: ChartSpan, width: number): number {
  return Math.floor(from / width) * width
}

/** Returns the buckets of a window, each `width` ms long; those without a known sample are left out. */
export function bucketsOf(samples: readonly ChartSample[], { from, to }: ChartSpan, width: number): Bucket[] {
  const origin = firstBucketAt({ from, to }, width)
  const lastIndex = lastBucket({ from, to }, width)
  const filled = new Map<number, number[]>()
  for (const { at, value } of samples) {
    if (value === null || at < from || at > to) continue
    const index = Math.min(lastIndex, Math.floor((at - origin) / width))
    const values = filled.get(index)
    if (values) values.push(value)
    else filled.set(index, [value])
  }
  return [...filled]
    .sort(([one], [other]) => one - other)
    .map(([index, values]) => ({
      index,
      low: Math.min(...values),
      high: Math.max(...values),
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      last: values.at(-1) ?? Number.NaN,
    }))
}

/** Returns the number of the last bucket of a window, which may end after it. */
export function lastBucket({ from, to }: ChartSpan, width: number): number {
  return Math.max(0, Math.ceil((to - firstBucketAt({ from, to }, width)) / width) - 1)
}

/**
 * Forward fill for step lines: adds a sample with the current value at each bucket without a sample of its own, also up
 * to a gap. Nothing is added after the last sample.
 */
export function forwardFill(samples: readonly ChartSample[], { from, to }: ChartSpan, width: number): ChartSample[] {
  const count = lastBucket({ from, to }, width) + 1
  const origin = firstBucketAt({ from, to }, width)
  const indexOf = (at: number) => Math.floor((at - origin) / width)
  let next = 0
  return samples.flatMap((sample, order) => {
    const before = samples[order - 1]
    if (!before || before.value === null || !(width > 0)) return [sample]
    const own = sample.at > to ? count : Math.min(count - 1, indexOf(sample.at))
    const filled: ChartSample[] = []
    for (next = Math.max(next, indexOf(before.at) + 1); next < count && next <= own; next += 1) {
      const at = Math.max(from, origin + next * width)
      if (next < own || (sample.value === null && at < sample.at)) filled.push({ at, value: before.value })
    }
    return [...filled, sample]
  })
}

/** Returns the gaps: from the first sample without a value until the next one with a value. */
export function gapsOf(samples: readonly ChartSample[], { from, to }: ChartSpan): ChartSpan[] {
  const gaps: ChartSpan[] = []
  let since: number | null = null
  for (const { at, value } of samples) {
    if (value === null) since ??= at
    else if (since !== null) {
      gaps.push({ from: since, to: at })
      since = null
    }
  }
  if (since !== null) gaps.push({ from: since, to })
  return gaps
    .map((gap) => ({ from: Math.max(gap.from, from), to: Math.min(gap.to, to) }))
    .filter((gap) => gap.to > gap.from)
}

/** Returns the gaps that all series share, so that the hatch applies to the whole chart. */
export function commonGaps(gaps: readonly (readonly ChartSpan[])[]): ChartSpan[] {
  const [first = [], ...others] = gaps
  return others.reduce<readonly ChartSpan[]>(
    (shared, own) =>
      shared.flatMap((one) =>
        own.flatMap((other) => {
          const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
          return both.to > both.from ? [both] : []
        }),
      ),
    first,
  ) as ChartSpan[]
}

/** Whether a line between two buckets would mostly cross a gap. */
export function crossesGap(gaps: readonly ChartSpan[], one: number, other: number): boolean {
  return gaps.some(({ from, to }) => Math.min(to, other) - Math.max(from, one) >= (other - one) / 2)
}
