/** What a chart has at a moment. Used by the page and by its script. */
import type { Reading } from './columns'

/** Where the buckets of a chart are: the first begins at `origin`; in ms. */
export interface BucketGrid {
  from: number
  origin: number
  widthMs: number
}

export const bucketAt = ({ origin, widthMs }: Pick<BucketGrid, 'origin' | 'widthMs'>, moment: number) =>
  Math.floor((moment - origin) / widthMs)

/** Returns the moments at which a line has a value, in order. */
export function momentsOf(
  { from, origin, widthMs }: BucketGrid,
  lines: readonly { readings: readonly Reading[] }[],
): number[] {
  const indexes = new Set(lines.flatMap(({ readings }) => readings.map(({ index }) => index)))
  return [...indexes].sort((one, other) => one - other).map((index) => Math.max(from, origin + index * widthMs))
}

/**
 * Returns what a line has at a bucket: its own value, for a step line the last one, else the nearer neighbour; null in
 * a gap, before the first value and after the last.
 */
export function readingAt(readings: readonly Reading[], index: number, isStep: boolean): Reading | null {
  const order = readings.findIndex((reading) => reading.index >= index)
  const after = order < 0 ? undefined : readings[order]
  if (!after) return null
  if (after.index === index) return after
  const before = readings[order - 1]
  if (!before || after.isAfterGap) return null
  return isStep || index - before.index <= after.index - index ? before : after
}

/** Returns a value, followed by its range where that differs in words. */
export function readingText(
  { value, low, high }: Pick<Reading, 'value' | 'low' | 'high'>,
  text: (value: number) => string,
): string {
  const [lowText, highText] = [text(low), text(high)]
  return lowText === highText ? text(value) : `${text(value)} (${lowText} – ${highText})`
}
