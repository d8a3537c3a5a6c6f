/**
 * Present values of the points of a controller as server-sent events for the script of the page. The stream ends after
 * each event and the browser reconnects after some seconds, so permissions are checked each time.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { site } from '#contracts/site'
import { problemResponse, type Reader, readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { unitSystemOf } from '~/backend/tenant-user'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import { identityOf } from '~/trail/actor.server'
import { formatsFor } from '~/ui/format'
import { liveSeconds } from './shared/live'
import { isServiceFailure, liveValues, unfollow } from './shared/live.server'
import { qualityWord } from './shared/states'
import { pointValueText, type ValueFormat, valueFormatOf } from './shared/value'

/** Milliseconds for which access to a controller and the meanings of its points are cached. */
const cacheMs = 60_000
const accessCache = new LRUCache<string, true>({ max: 20_000, ttl: cacheMs })
const meaningsCache = new LRUCache<string, Meanings>({ max: 500, ttl: cacheMs })

type Meanings = ReadonlyMap<string, ValueFormat>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('devicePointsLive', args.params)
  const reader = await readerFor(args, { view: 'points' })
  if (!reader.features.subscriptions) throw new Response(null, { status: 404 })
  if (!reader.may('point.subscribe')) throw new Response(null, { status: 403 })
  const search = new URL(args.request.url).searchParams
  const person = identityOf(reader.session.person) ?? reader.session.id
  try {
    const meanings = await meaningsFor(reader, at)
    if (search.has('leave')) {
      await unfollow(reader, person, at.deviceId)
      return new Response(null, { status: 204 })
    }
    const pointIds = search.getAll('point').filter((id) => meanings.has(id))
    const values = await liveValues({ reader: reader, person, deviceId: at.deviceId, pointIds })
    // The page marks its values as stale and reconnects with increasing delays.
    if (!values) return new Response(null, { status: 204 })
    return pointEvents(reader, at, { meanings, values, pointIds })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (isServiceFailure(error)) return staleEvents(reader, search.getAll('point'))
    throw problemResponse(error)
  }
}

/** Returns the meanings of the points of the controller at this address. Throws `ServiceError`, or a 404 response. */
async function meaningsFor(reader: Reader, at: ParamsFor<'devicePointsLive'>): Promise<Meanings> {
  const key = [reader.session.id, at.tenantId, at.customerId, at.siteId, at.deviceId].join(' ')
  const cached = meaningsCache.get(at.deviceId)
  if (cached && accessCache.has(key)) return cached
  const [points] = await Promise.all([
    cached ? null : reader.call(site.listDevicePoints, { path: { id: at.deviceId } }),
    deviceAt(reader.call, at),
    ownCustomer(reader.read, at),
  ])
  accessCache.set(key, true)
  if (!points) return cached ?? new Map()
  const meanings = new Map(points.map((point) => [point.id, valueFormatOf(point)]))
  meaningsCache.set(at.deviceId, meanings)
  return meanings
}

interface PointUpdates {
  meanings: Meanings
  values: Awaited<ReturnType<typeof liveValues>> & object
  pointIds: readonly string[]
}

function pointEvents(
  reader: Reader,
  { tenantId }: { tenantId: string },
  { meanings, values, pointIds }: PointUpdates,
): Response {
  const t = translator(reader.language)
  const format = formatsFor({ language: reader.language, unit: unitSystemOf(reader.person, tenantId), timeZone: 'UTC' })
  const now = new Date().toISOString()
  const updates = pointIds.flatMap((id) => {
    const [meaning, value] = [meanings.get(id), values.get(id)]
    if (!meaning || !value) return []
    const text = pointValueText({ t, format }, meaning, value.presentValue)
    const said = qualityWord(t, value.quality)
    const distance = format.distance(value.timestamp, now)
    const when = distance ? t(`time.${distance.tense}`, { span: distance.span }) : ''
    return [{ id, text, isOld: value.quality !== 'good', said, at: value.timestamp, when }]
  })
  return eventResponse(updates)
}

/** A failing service does not end the stream: the page marks its values as stale. */
function staleEvents(reader: Reader, pointIds: readonly string[]): Response {
  const said = translator(reader.language)('main:point.unheard')
  return eventResponse(pointIds.map((id) => ({ id, isOld: true, said })))
}

function eventResponse(updates: readonly object[]): Response {
  return new Response(`retry: ${liveSeconds * 1000}\nevent: points\ndata: ${JSON.stringify(updates)}\n\n`, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  })
}
