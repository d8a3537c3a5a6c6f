/** The last day of the points of equipment, for the lines in its table: one call for all of them (domain §17). */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { RoleRow } from './roles.server'

/** Maximum number of points in one call. */
const maxPoints = 20
const dayMs = 24 * 60 * 60_000
/** A line of the table distinguishes no more. */
const intervalSec = 1_800
const maxSamples = 48

export interface DaySparks {
  window: { from: number; to: number }
  /** By the id of the point; only points with values. */
  byPoint: Record<string, { at: number; value: number | null }[]>
}

/** Returns null if the trends cannot be read now, or the backend has none: the table then has no lines. */
export async function daySparks(
  { call }: Pick<Reader, 'call'>,
  roles: Panel<RoleRow[]> | null,
): Promise<DaySparks | null> {
  const points = roles?.ok ? roles.value.flatMap(({ point }) => point ?? []) : []
  const numbers = new Set(points.filter(({ valueFormat }) => valueFormat.kind === 'number').map(({ id }) => id))
  const pointIds = [...numbers].slice(0, maxPoints)
  // The clock of the controllers counts: until the last reading.
  const to = Math.max(...points.map(({ at }) => Date.parse(at ?? '') || 0))
  if (pointIds.length === 0 || !to) return null
  const window = { from: to - dayMs, to }
  const span = { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() }
  const read = await asPanel(
    withFallback(
      site.pointTrends,
      () => call(site.pointTrends, { body: { pointIds, ...span, maxSamples, aggregate: 'avg', intervalSec } }),
      async () => null,
    ),
  )
  if (!read.ok || !read.value) return null
  const series = read.value.series.filter(({ kind }) => kind === 'numeric')
  const byPoint = Object.fromEntries(
    series.map(({ pointId, samples }) => [
      pointId,
      samples.map(([at, value]) => ({ at: Date.parse(at), value: typeof value === 'number' ? value : null })),
    ]),
  )
  return { window, byPoint }
}
