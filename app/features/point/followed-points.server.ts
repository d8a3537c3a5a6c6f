/** The points that a page may follow: those of controllers of its customer that its reader may see. */
import { LRUCache } from 'lru-cache'
import { site } from '#contracts/site'
import { asPage, type Reader } from '~/backend/reader.server'
import type { Place } from '~/hrefs'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { siteAt } from '~/kit/place/own-place.server'
import { type ValueFormat, valueFormatOf } from './shared/value'

/** Milliseconds for which access to a controller and the formats of its points are cached. */
const cacheMs = 60_000
const accessCache = new LRUCache<string, true>({ max: 20_000, ttl: cacheMs })
const formatsCache = new LRUCache<string, Formats>({ max: 500, ttl: cacheMs })

/** Formats of the points of a controller, by id. */
type Formats = ReadonlyMap<string, ValueFormat>

export interface FollowedPoint {
  deviceId: string
  format: ValueFormat
}

/** Throws 404 for a customer or a controller of somebody else. */
export async function requireAccess(reader: Reader, at: Place, deviceIds: readonly string[]): Promise<void> {
  const place = [reader.session.id, at.tenantId, at.customerId]
  await checkOnce(place, () => ownCustomer(reader.read, at))
  await Promise.all(
    deviceIds.map((deviceId) =>
      checkOnce([...place, deviceId], async () => {
        const { siteId } = await reader.read(site.getDevice, { path: { id: deviceId } })
        if (siteId !== undefined) await siteAt(reader.read, { ...at, siteId })
      }),
    ),
  )
}

/** Runs a check that throws without access, once a minute for each key. */
async function checkOnce(key: readonly string[], check: () => Promise<unknown>): Promise<void> {
  const text = key.join(' ')
  if (accessCache.has(text)) return
  await check()
  accessCache.set(text, true)
}

/** Returns those of the points that the controllers have, by id. Requires access to them. */
export async function followedPoints(
  reader: Reader,
  { deviceIds, pointIds }: { deviceIds: readonly string[]; pointIds: readonly string[] },
): Promise<Map<string, FollowedPoint>> {
  const controllers = await Promise.all(
    deviceIds.map(async (deviceId) => ({ deviceId, formats: await formatsOf(reader, deviceId) })),
  )
  return new Map(
    controllers.flatMap(({ deviceId, formats }) =>
      pointIds.flatMap((id): [string, FollowedPoint][] => {
        const format = formats.get(id)
        return format ? [[id, { deviceId, format }]] : []
      }),
    ),
  )
}

async function formatsOf(reader: Reader, deviceId: string): Promise<Formats> {
  const cached = formatsCache.get(deviceId)
  if (cached) return cached
  const points = await asPage(reader.call(site.listDevicePoints, { path: { id: deviceId } }))
  const formats = new Map(points.map((point) => [point.id, valueFormatOf(point)]))
  formatsCache.set(deviceId, formats)
  return formats
}
