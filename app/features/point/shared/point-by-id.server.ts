/**
 * Reads one point of a controller with the extension, else from all points of the controller, of which there may be ten
 * thousand (domain §17).
 */
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'

/** Returns the point. Throws 404 if the controller has none with the id, and the errors of its reads. */
export async function pointById(
  call: Reader['call'],
  { deviceId, pointId }: { deviceId: string; pointId: string },
): Promise<Point> {
  const findIn = (points: readonly Point[]) => points.find(({ id }) => id === pointId)
  const fromController = async () => findIn(await call(site.listDevicePoints, { path: { id: deviceId } }))
  const point = await withFallback<Point | undefined>(
    site.findPoints,
    async () => {
      const { data } = await call(site.findPoints, { query: { deviceId, pointId } })
      // A backend that does not know the filter returns other points.
      return findIn(data) ?? (data.length > 0 ? fromController() : undefined)
    },
    fromController,
  )
  if (!point) throw new Response(null, { status: 404 })
  return point
}
