/**
 * What points of a controller read now, as events of a server: what the page's script shows in place of what it has. A
 * stream ends with what is known, and a browser asks again after some seconds, so that rights are asked for each time.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Point } from '#contracts/points'
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
import { leave, liveValues } from '~/things/point/live.server'
import { meaningOf, valueText } from '~/things/point/value'
import { identityOf } from '~/trail/actor.server'
import { formatsFor } from '~/ui/format'

/** How long it is believed that somebody may see a controller, and that its points are what they were. */
const believedFor = 60_000
const seen = new Map<string, { until: number; points: Map<string, Point> }>()

export async function loader(args: LoaderFunctionArgs) {
  const at = address('devicePointsLive', args.params)
  const made = await reader(args, { view: 'points' })
  if (!made.features.subscriptions) throw new Response(null, { status: 404 })
  if (!made.may('point.subscribe')) throw new Response(null, { status: 403 })
  const search = new URL(args.request.url).searchParams
  const person = identityOf(made.session.person) ?? made.session.id
  try {
    const points = await pointsFor(made, at)
    if (search.has('leave')) {
      await leave(made, person, at.deviceId)
      return new Response(null, { status: 204 })
    }
    const pointIds = search.getAll('point').filter((id) => points.has(id))
    const values = await liveValues({ reader: made, person, deviceId: at.deviceId, pointIds })
    // A browser does not ask again after that.
    if (!values) return new Response(null, { status: 204 })
    return events(made, at, { points, values, pointIds })
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** The points of a controller that stands where the address says and may be seen. Throws ServiceError, or 404. */
async function pointsFor(made: Reader, at: ParamsFor<'devicePointsLive'>): Promise<Map<string, Point>> {
  const now = Date.now()
  for (const [key, { until }] of seen) if (until < now) seen.delete(key)
  const key = [made.session.id, at.tenantId, at.customerId, at.siteId, at.deviceId].join(' ')
  const known = seen.get(key)
  if (known) return known.points
  const [points] = await Promise.all([
    made.ask(site.listDevicePoints, { path: { id: at.deviceId } }),
    deviceAt(made.ask, at),
    ownCustomer(made.read, at),
  ])
  const found = new Map(points.map((point) => [point.id, point]))
  seen.set(key, { until: now + believedFor, points: found })
  return found
}

interface Told {
  points: ReadonlyMap<string, Point>
  values: Awaited<ReturnType<typeof liveValues>> & object
  pointIds: readonly string[]
}

function events(made: Reader, { tenantId }: { tenantId: string }, { points, values, pointIds }: Told): Response {
  const t = translator(made.language)
  const format = formatsFor({ language: made.language, unit: unitsOf(made.person, tenantId), timeZone: 'UTC' })
  const told = pointIds.flatMap((id) => {
    const [point, value] = [points.get(id), values.get(id)]
    if (!point || !value) return []
    const text = valueText({ t, format }, meaningOf(point), value.presentValue)
    return [{ id, text, isOld: value.quality !== 'good' }]
  })
  return new Response(`retry: ${liveSeconds * 1000}\nevent: points\ndata: ${JSON.stringify(told)}\n\n`, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  })
}
