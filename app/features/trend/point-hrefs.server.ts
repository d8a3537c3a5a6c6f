/** Links to the pages of points, resolved through their controllers. */
import type { PointTrend } from '#contracts/point-trends'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { href, type Place, placeParams } from '~/hrefs'

/** Maximum number of controllers read concurrently. */
const maxConcurrent = 8

/** Returns a function for the page of a point; null if the controller of the point cannot be read. */
export async function pointHrefs(
  { panel }: Pick<Reader, 'panel'>,
  place: Place,
  series: readonly PointTrend[],
): Promise<(pointId: string) => string | null> {
  const hosts = [...new Set(series.map(({ deviceId }) => deviceId))]
  const read = await inParallel(hosts, maxConcurrent, async (id) => ({
    id,
    host: await panel(site.getDevice, { path: { id } }),
  }))
  const paths = new Map(read.map(({ id, host }) => [id, host.ok ? (host.value.path ?? []) : []]))
  const addresses = new Map(
    series.map(({ pointId, deviceId }) => {
      const params = { ...placeParams(place, paths.get(deviceId) ?? []), deviceId, pointId }
      return [pointId, params.spaceId ? href('point', params) : null]
    }),
  )
  return (pointId) => addresses.get(pointId) ?? null
}
