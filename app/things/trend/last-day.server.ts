/** What one point did in the day before it was read, for its page (domain §17). */
import type { Trends } from '#contracts/faults'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { asKeptCharts } from './as-charts'
import { type UnkeptSpans, unkeptSpansOf } from './not-kept'

const dayMs = 24 * 60 * 60_000
/** As many as one drawing tells apart. */
const maxSamples = 288

export interface LastDay {
  trends: Trends
  timeZone: string
  /** When the controller kept nothing of it, where the backend says so. */
  unkept: UnkeptSpans | null
}

/**
 * Null where nothing is known of it, or nothing that is a line, and where nobody knows when it was read. What rules alone
 * know of a point is looked for where its trends are requested, not by every page of a point.
 */
export async function lastDayOf(
  { ask }: Pick<Reader, 'ask'>,
  { pointId, until }: { pointId: string; until: string },
): Promise<Panel<LastDay | null>> {
  const to = Date.parse(until)
  if (Number.isNaN(to)) return { ok: true, value: null }
  const [from, end] = [new Date(to - dayMs).toISOString(), new Date(to).toISOString()]
  const read = await asPanel(
    withFallback(
      site.pointTrends,
      () => ask(site.pointTrends, { body: { pointIds: [pointId], from, to: end, maxSamples } }),
      async () => null,
    ),
  )
  if (!read.ok) return read
  const [own] = read.value?.series ?? []
  if (!read.value || !own || own.kind !== 'numeric') return { ok: true, value: null }
  const unkept = unkeptSpansOf([own])
  if (own.samples.length === 0 && !unkept) return { ok: true, value: null }
  const trends = asKeptCharts({ ...read.value, series: [own] })
  return { ok: true, value: { trends, timeZone: own.timeZone ?? 'UTC', unkept } }
}
