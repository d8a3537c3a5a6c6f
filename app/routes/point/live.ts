/**
 * Present values of the points of a controller as server-sent events for the script of the page. The stream ends after
 * each event and the browser reconnects after some seconds, so permissions are checked each time.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { site } from '#contracts/site'
import { unitsOf } from '~/backend/own-record'
import { problemResponse, type Reader, reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { deviceAt } from '~/screens/place/own-place.server'
import { liveSeconds } from '~/things/point/live'
import { isTrouble, leave, liveValues } from '~/things/point/live.server'
import { qualityWord } from '~/things/point/states'
import { type Meaning, meaningOf, valueText } from '~/things/point/value'
import { identityOf } from '~/trail/actor.server'
import { formatsFor } from '~/ui/format'

/** Milliseconds for which access to a controller and the meanings of its points are cached. */
const believedFor = 60_000
const allowed = new LRUCache<string, true>({ max: 20_000, ttl: believedFor })
const known = new LRUCache<string, Meanings>({ max: 500, ttl: believedFor })

type Meanings = ReadonlyMap<string, Meaning>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('devicePointsLive', args.params)
  const made = await reader(args, { view: 'points' })
  if (!made.features.subscriptions) throw new Response(null, { status: 404 })
  if (!made.may('point.subscribe')) throw new Response(null, { status: 403 })
  const search = new URL(args.request.url).searchParams
  const person = identityOf(made.session.person) ?? made.session.id
  try {
    const meanings = await meaningsFor(made, at)
    if (search.has('leave')) {
      await leave(made, person, at.deviceId)
      return new Response(null, { status: 204 })
    }
    const pointIds = search.getAll('point').filter((id) => meanings.has(id))
    const values = await liveValues({ reader: made, person, deviceId: at.deviceId, pointIds })
    // The page marks its values as stale and reconnects with increasing delays.
    if (!values) return new Response(null, { status: 204 })
    return events(made, at, { meanings, values, pointIds })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (isTrouble(error)) return oldEvents(made, search.getAll('point'))
    throw problemResponse(error)
  }
}

/** Returns the meanings of the points of the controller at this address. Throws `ServiceError`, or a 404 response. */
async function meaningsFor(made: Reader, at: ParamsFor<'devicePointsLive'>): Promise<Meanings> {
  const key = [made.session.id, at.tenantId, at.customerId, at.siteId, at.deviceId].join(' ')
  const kept = known.get(at.deviceId)
  if (kept && allowed.has(key)) return kept
  const [points] = await Promise.all([
    kept ? null : made.ask(site.listDevicePoints, { path: { id: at.deviceId } }),
    deviceAt(made.ask, at),
    ownCustomer(made.read, at),
  ])
  allowed.set(key, true)
  if (!points) return kept ?? new Map()
  const meanings = new Map(points.map((point) => [point.id, meaningOf(point)]))
  known.set(at.deviceId, meanings)
  return meanings
}

interface Told {
  meanings: Meanings
  values: Awaited<ReturnType<typeof liveValues>> & object
  pointIds: readonly string[]
}

function events(made: Reader, { tenantId }: { tenantId: string }, { meanings, values, pointIds }: Told): Response {
  const t = translator(made.language)
  const format = formatsFor({ language: made.language, unit: unitsOf(made.person, tenantId), timeZone: 'UTC' })
  const now = new Date().toISOString()
  const told = pointIds.flatMap((id) => {
    const [meaning, value] = [meanings.get(id), values.get(id)]
    if (!meaning || !value) return []
    const text = valueText({ t, format }, meaning, value.presentValue)
    const said = qualityWord(t, value.quality)
    const distance = format.distance(value.timestamp, now)
    const when = distance ? t(`time.${distance.way}`, { span: distance.span }) : ''
    return [{ id, text, isOld: value.quality !== 'good', said, at: value.timestamp, when }]
  })
  return eventOf(told)
}

/** A failing service does not end the stream: the page marks its values as stale. */
function oldEvents(made: Reader, pointIds: readonly string[]): Response {
  const said = translator(made.language)('main:point.unheard')
  return eventOf(pointIds.map((id) => ({ id, isOld: true, said })))
}

function eventOf(told: readonly object[]): Response {
  return new Response(`retry: ${liveSeconds * 1000}\nevent: points\ndata: ${JSON.stringify(told)}\n\n`, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  })
}
