/** When people held a point at a value, from its known writes: spans for the strip below its chart. */
import { emergencyLevel, operatorLevel } from '~/domain/priority-levels'
import type { ChartSpan } from '~/ui/chart/buckets'
import type { PointWrite } from './point-write'

interface Held {
  levels: readonly { level: number; value: unknown; at: string | null }[]
  /** Newest first. */
  writes: readonly PointWrite[]
}

/** Returns the spans within a window in which level 1 or 8 was held, oldest first, without overlaps. */
export function overrideSpans({ levels, writes }: Held, window: ChartSpan): ChartSpan[] {
  const spans = [emergencyLevel, operatorLevel].flatMap((level) =>
    spansOfLevel(
      writes.filter((write) => write.level === level).reverse(),
      levels.find((one) => one.level === level),
      window,
    ),
  )
  return merged(
    spans
      .map(({ from, to }) => ({ from: Math.max(from, window.from), to: Math.min(to, window.to) }))
      .filter(({ from, to }) => from < to)
      .sort((a, b) => a.from - b.from),
  )
}

/** The first known write may end what an older one began; a level that is held now is held until the end. */
function spansOfLevel(
  writes: readonly PointWrite[],
  now: Held['levels'][number] | undefined,
  window: ChartSpan,
): ChartSpan[] {
  const spans: ChartSpan[] = []
  const [first] = writes
  let since = first && first.old !== null ? window.from : null
  for (const { at, action } of writes) {
    const moment = Date.parse(at)
    if (Number.isNaN(moment)) continue
    if (action === 'write') since ??= moment
    else if (since !== null) {
      spans.push({ from: since, to: moment })
      since = null
    }
  }
  if (now && now.value !== null) {
    const known = Date.parse(now.at ?? '')
    spans.push({ from: since ?? (Number.isNaN(known) ? window.from : known), to: window.to })
  }
  return spans
}

function merged(spans: readonly ChartSpan[]): ChartSpan[] {
  const result: ChartSpan[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else result.push({ ...span })
  }
  return result
}
