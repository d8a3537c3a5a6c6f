/**
 * The values of points of a customer as a stream of server-sent events, for the script of a page that shows them. The
 * stream lasts as long as the page, and at most as long as the session and the rights of its reader.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Reader, readerAgain, readerFor } from '~/backend/reader.server'
import { contextOf } from '~/door/context'
import { address, isId } from '~/hrefs'
import { followedPoints, requireAccess } from './followed-points.server'
import { eventResponse, liveEvents } from './live-events.server'
import { maxFollowedControllers, maxFollowedPoints } from './shared/live'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerPointsLive', args.params)
  const reader = liveReader(await readerFor(args, { view: 'points' }))
  const { deviceIds, pointIds } = queryOf(args.request)
  await requireAccess(reader, at, deviceIds)
  const points = await followedPoints(reader, { deviceIds, pointIds })
  if (pointIds.length === 0) return eventResponse(': \n\n')
  if (points.size === 0) throw new Response(null, { status: 404 })
  const { stopping } = contextOf(args)
  // The data of this address for a page with scripts would wait for an end.
  if (!stopping) throw new Response(null, { status: 406 })
  if (stopping.aborted) throw new Response(null, { status: 503, headers: { 'retry-after': '2' } })
  return liveEvents({
    reader,
    at,
    points,
    stopping,
    async again() {
      const current = liveReader(await readerAgain(args, { view: 'points' }))
      await requireAccess(current, at, deviceIds)
      return current
    },
  })
}

/** Returns the reader. Throws 404 while the feature flag is off, 403 without the permission. */
function liveReader(reader: Reader): Reader {
  if (!reader.features.subscriptions) throw new Response(null, { status: 404 })
  if (!reader.may('point.subscribe')) throw new Response(null, { status: 403 })
  return reader
}

/** Returns the ids of the query. Throws 400 for more than one page follows, or for what is no id. */
function queryOf(request: Request) {
  const search = new URL(request.url).searchParams
  const deviceIds = [...new Set(search.getAll('device'))]
  const pointIds = [...new Set(search.getAll('point').flatMap((ids) => ids.split(',')))]
  const isTooMuch = deviceIds.length > maxFollowedControllers || pointIds.length > maxFollowedPoints
  if (isTooMuch || ![...deviceIds, ...pointIds].every(isId)) throw new Response(null, { status: 400 })
  return { deviceIds, pointIds }
}
