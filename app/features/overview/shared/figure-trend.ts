/** How a count of open things changed over 24 hours, from the times at which each began and ended. */

/** Times in ms; `until` is null while it is open. */
export interface OpenSpan {
  from: number
  until: number | null
}

export interface FigureTrend {
  /** The count at each full hour before `to`, oldest first, and now. */
  counts: number[]
  from: number
  to: number
  /** The count now less the count 24 hours ago. */
  change: number
}

const hourMs = 3_600_000
export const trendHours = 24

/**
 * Returns the trend of a count. `spans` are all things that began or ended in the window; others may be missing. Null if
 * the spans contradict the count, as when it was read at another moment.
 */
export function trendOfCount(current: number, spans: readonly OpenSpan[], now: number): FigureTrend | null {
  const openAt = (at: number) =>
    spans.reduce((count, { from, until }) => {
      if (from > at && until === null) return count - 1
      return from <= at && until !== null && until > at ? count + 1 : count
    }, current)
  const hours = Array.from({ length: trendHours }, (_, index) => now - (trendHours - index) * hourMs)
  const counts = [...hours.map(openAt), current]
  if (counts.some((count) => count < 0)) return null
  return { counts, from: now - trendHours * hourMs, to: now, change: current - (counts[0] ?? current) }
}
