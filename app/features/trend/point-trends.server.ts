/**
 * Trends of the points in an address over a window of time (domain §17); without the extension, those that rules use.
 */
import type { PointTrend, PointTrends } from '#contracts/point-trends'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { bucketWidthMs, type ChartSpan } from '~/ui/chart/buckets'
import { maxBucketsOf } from '~/ui/chart/model'
import { type PointTrendsResult, trendsInRules } from './in-rules.server'

/** Maximum number of points on one page. */
export const maxPoints = 20
/** Samples are at most this far apart, in ms, as long as the service returns enough of them. */
const finestMs = 5 * 60_000
const [defaultSamples, sampleLimit] = [2_000, 10_000]

/** Returns the points of an address without duplicates, up to the limit of a page, and how many it has. */
export function pointsInSearch(search: URLSearchParams): { pointIds: string[]; namedCount: number } {
  const ids = [...new Set(search.getAll('point').filter((id) => id !== '' && id.length <= 200))]
  return { pointIds: ids.slice(0, maxPoints), namedCount: ids.length }
}

/**
 * Returns the trends; null if nothing is stored for any of the points. Throws 404 for a point of another customer, or
 * one that does not exist.
 */
export async function readPointTrends(
  reader: Reader,
  { customerId, pointIds, from, to }: ChartSpan & { customerId: string; pointIds: readonly string[] },
  maxSamples = Math.min(sampleLimit, Math.max(defaultSamples, 2 * Math.ceil((to - from) / finestMs))),
): Promise<Panel<PointTrendsResult | null>> {
  const fromService = async () => {
    const trends = await reader.call(site.pointTrends, {
      body: {
        pointIds: [...pointIds],
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        maxSamples,
      },
    })
    if (trends.series.some((series) => series.customerId !== customerId)) throw new Response(null, { status: 404 })
    return trends
  }
  const inRules = () => trendsInRules(reader, { customerId, pointIds, from, to, maxSamples })
  const read = await asPanel(withFallback<PointTrendsResult | null>(site.pointTrends, fromService, inRules))
  if (!read.ok && read.problem.status === 404) throw new Response(null, { status: 404 })
  return read
}

export interface ChartTrends {
  read: Panel<PointTrendsResult | null>
  /** The means of longer intervals, where `read` has only the lowest and the highest value of each. */
  means: PointTrends | null
}

/** Samples of one point for its chart: of few points each is drawn, of many the extremes of each bucket, twice. */
const [fewPoints, perBucket] = [6, 4]

/** Like `readPointTrends`, with no more samples than charts draw. */
export async function readChartTrends(
  reader: Reader,
  { lineCount, ...query }: ChartSpan & { customerId: string; pointIds: readonly string[]; lineCount: number },
): Promise<ChartTrends> {
  const { from, to, pointIds } = query
  const widthMs = bucketWidthMs({ from, to }, maxBucketsOf(lineCount))
  const buckets = Math.ceil((to - from) / widthMs)
  const maxSamples = pointIds.length > fewPoints ? perBucket * buckets : defaultSamples
  const isThinned = (to - from) / minuteMs > maxSamples
  const [read, means] = await Promise.all([
    readPointTrends(reader, query, maxSamples),
    isThinned ? asPanel(readMeans(reader, query, { widthMs, buckets })) : null,
  ])
  return { read, means: means?.ok ? means.value : null }
}

function readMeans(
  { call }: Reader,
  { from, to, pointIds }: ChartSpan & { pointIds: readonly string[] },
  { widthMs, buckets }: { widthMs: number; buckets: number },
): Promise<PointTrends | null> {
  const body = {
    pointIds: [...pointIds],
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    maxSamples: Math.max(10, buckets + 1),
    aggregate: 'avg' as const,
    intervalSec: Math.min(86_400, Math.round(widthMs / 1_000)),
  }
  return withFallback<PointTrends | null>(
    site.pointTrends,
    () => call(site.pointTrends, { body }),
    async () => null,
  )
}

const minuteMs = 60_000

/** Longest part of a window, in ms, that needs no thinning at one sample a minute. */
const maxPartMs = 3 * 24 * 60 * 60_000

/** Returns the trends part by part, each without thinning; `after` is the start of a part. */
export async function readPointTrendsPart(
  reader: Reader,
  {
    from,
    to,
    after,
    ...query
  }: ChartSpan & { customerId: string; pointIds: readonly string[]; after: string | undefined },
): Promise<{ read: Panel<PointTrendsResult | null>; next: string | null }> {
  const length = Math.ceil((to - from) / Math.ceil((to - from) / maxPartMs))
  const begin = after === undefined ? from : Number(after)
  const end = Math.min(begin + length, to)
  const read = await readPointTrends(reader, { ...query, from: begin, to: end }, sampleLimit)
  return { read, next: end < to ? String(end) : null }
}

/** Returns the time zone of the first point, used as that of the site. */
export const timeZoneOf = (series: readonly PointTrend[]) => series[0]?.timeZone ?? 'UTC'
