/**
 * Trends of the points in an address over a window of time (domain §17); without the extension, those that rules use.
 */
import type { PointTrend } from '#contracts/point-trends'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { Stretch } from '~/ui/chart/buckets'
import { type Told, trendsInRules } from './in-rules.server'

/** Maximum number of points on one page. */
export const mostPoints = 20
/** Samples are at most this far apart, in ms, as long as the service returns enough of them. */
const finest = 5 * 60_000
const [usualSamples, mostSamples] = [2_000, 10_000]

/** Returns the points of an address without duplicates, up to the limit of a page, and how many it has. */
export function pointsNamed(search: URLSearchParams): { pointIds: string[]; named: number } {
  const ids = [...new Set(search.getAll('point').filter((id) => id !== '' && id.length <= 200))]
  return { pointIds: ids.slice(0, mostPoints), named: ids.length }
}

/**
 * Returns the trends; null if nothing is stored for any of the points. Throws 404 for a point of another customer, or
 * one that does not exist.
 */
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

/** Longest part of a window, in ms, that needs no thinning at one sample a minute. */
const longestPart = 3 * 24 * 60 * 60_000

/** Returns the trends part by part, each without thinning; `after` is the start of a part. */
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

/** Returns the time zone of the first point, used as that of the site. */
export const timeZoneOf = (series: readonly PointTrend[]) => series[0]?.timeZone ?? 'UTC'
