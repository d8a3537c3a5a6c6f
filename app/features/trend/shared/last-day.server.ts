/** The trend of one point for the day before its last reading, for its page (domain §17). */
import type { Trends } from '#contracts/faults'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { type NotStoredSpans, notStoredSpans } from '../not-stored'
import { toRuleTrendsWithData } from '../to-rule-trends'

const dayMs = 24 * 60 * 60_000
/** Maximum number of samples that one chart can distinguish. */
const maxSamples = 288

export interface LastDay {
  trends: Trends
  timeZone: string
  /** Periods without stored values, if the backend reports them. */
  notStored: NotStoredSpans | null
}

/**
 * Returns null if there is no trend, or none that is a line, or the time of the reading is unknown. Trends of rules are
 * read by the trend pages only, not for every page of a point.
 */
export async function lastDayOf(
  { call }: Pick<Reader, 'call'>,
  { pointId, until }: { pointId: string; until: string },
): Promise<Panel<LastDay | null>> {
  const to = Date.parse(until)
  if (Number.isNaN(to)) return { ok: true, value: null }
  const [from, end] = [new Date(to - dayMs).toISOString(), new Date(to).toISOString()]
  const read = await asPanel(
    withFallback(
      site.pointTrends,
      () => call(site.pointTrends, { body: { pointIds: [pointId], from, to: end, maxSamples } }),
      async () => null,
    ),
  )
  if (!read.ok) return read
  const [own] = read.value?.series ?? []
  if (!read.value || !own || own.kind !== 'numeric') return { ok: true, value: null }
  const notStored = notStoredSpans([own])
  if (own.samples.length === 0 && !notStored) return { ok: true, value: null }
  const trends = toRuleTrendsWithData({ ...read.value, series: [own] })
  return { ok: true, value: { trends, timeZone: own.timeZone ?? 'UTC', notStored } }
}
