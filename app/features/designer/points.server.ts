/** Points that the designer may read: those of controllers in its site. */
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { DesignerPlace } from '~/session/designer-ticket.server'

/** How long access to a controller and its points are cached, in ms. */
const cacheMs = 60_000
const cache = new Map<string, { until: number; points: Map<string, Point> }>()

/** Returns the points of a controller by id. Throws `ServiceError`, or 404. */
export async function designerPoints(
  reader: Reader,
  at: DesignerPlace & { deviceId: string },
): Promise<Map<string, Point>> {
  const now = Date.now()
  for (const [key, { until }] of cache) if (until < now) cache.delete(key)
  const key = [reader.session.id, at.tenantId, at.customerId, at.siteId, at.deviceId].join(' ')
  const cached = cache.get(key)
  if (cached) return cached.points
  const [points] = await Promise.all([
    reader.call(site.listDevicePoints, { path: { id: at.deviceId } }),
    deviceAt(reader.call, at),
  ])
  const byId = new Map(points.map((point) => [point.id, point]))
  cache.set(key, { until: now + cacheMs, points: byId })
  return byId
}
