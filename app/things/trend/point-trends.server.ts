/**
 * What the points that an address names did over a window of time (domain §17); without the extension, those that a rule
 * looks at, as the trend of that rule tells it.
 */
import type { PointTrend } from '#contracts/point-trends'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { Stretch } from '~/ui/chart/buckets'
import { type Told, trendsInRules } from './in-rules.server'

/** As many points as one page shows. */
export const mostPoints = 20
/** Points are thinned so that two samples are five minutes apart at most, as long as a service tells as many. */
const finest = 5 * 60_000
const [usualSamples, mostSamples] = [2_000, 10_000]

/** The points an address names, each once: the first of them, as many as a page shows, and how many it names. */
export function pointsNamed(search: URLSearchParams): { pointIds: string[]; named: number } {
  const ids = [...new Set(search.getAll('point').filter((id) => id !== '' && id.length <= 200))]
  return { pointIds: ids.slice(0, mostPoints), named: ids.length }
}

/** Null where nothing is kept of any of them; 404 for a point of another customer or none. */
export async function pointTrendsOf(
  reader: Reader,
  { customerId, pointIds, from, to }: Stretch & { customerId: string; pointIds: readonly string[] },
  maxSamples = Math.min(mostSamples, Math.max(usualSamples, 2 * Math.ceil((to - from) / finest))),
): Promise<Panel<Told | null>> {
  const asked = async () => {
    const found = await reader.ask(site.pointTrends, {
      body: {
        pointIds: [...pointIds],
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        maxSamples,
      },
    })
    if (found.series.some((series) => series.customerId !== customerId)) throw new Response(null, { status: 404 })
    return found
  }
  const inRules = () => trendsInRules(reader, { customerId, pointIds, from, to, maxSamples })
  const read = await asPanel(withFallback<Told | null>(site.pointTrends, asked, inRules))
  if (!read.ok && read.problem.status === 404) throw new Response(null, { status: 404 })
  return read
}

/** A part of a window whose samples, one a minute, need no thinning. */
const longestPart = 3 * 24 * 60 * 60_000

/** The same part by part, each with all that is kept of it; `after` is where a part begins. */
export async function pointTrendsPart(
  reader: Reader,
  {
    from,
    to,
    after,
    ...asked
  }: Stretch & { customerId: string; pointIds: readonly string[]; after: string | undefined },
): Promise<{ read: Panel<Told | null>; next: string | null }> {
  const length = Math.ceil((to - from) / Math.ceil((to - from) / longestPart))
  const begin = after === undefined ? from : Number(after)
  const end = Math.min(begin + length, to)
  const read = await pointTrendsOf(reader, { ...asked, from: begin, to: end }, mostSamples)
  return { read, next: end < to ? String(end) : null }
}

/** The site's clock: that of the first point. */
export const timeZoneOf = (series: readonly PointTrend[]) => series[0]?.timeZone ?? 'UTC'
