/**
 * Reads one point of a controller with the extension, else from all points of the controller, of which there may be ten
 * thousand (domain §17).
 */
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'

/** Returns the point. Throws 404 if the controller has none with the id, and the errors of its reads. */
export async function onePoint(
  ask: Reader['ask'],
  { deviceId, pointId }: { deviceId: string; pointId: string },
): Promise<Point> {
  const among = (points: readonly Point[]) => points.find(({ id }) => id === pointId)
  const plain = async () => among(await ask(site.listDevicePoints, { path: { id: deviceId } }))
  const found = await withFallback<Point | undefined>(
    site.findPoints,
    async () => {
      const { data } = await ask(site.findPoints, { query: { deviceId, pointId } })
      // A backend that does not know the filter returns other points.
      return among(data) ?? (data.length > 0 ? plain() : undefined)
    },
    plain,
  )
  if (!found) throw new Response(null, { status: 404 })
  return found
}
