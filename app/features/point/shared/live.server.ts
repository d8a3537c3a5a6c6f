/**
 * Live values, read from the backend once for all viewers of a controller (docs/decisions/live-values.md, domain §4.4).
 * A feed is the subscription of one viewer, whose requests poll it; other viewers receive its last values, and their
 * additional points are added with the next poll. When the viewer stops polling, the lease expires, and another viewer
 * subscribes.
 */
import type { PointValue } from '#contracts/points'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'

/** Lease in seconds: a feed without a poll expires after this, even if the process is killed. */
export const leaseSec = 60
/** Minimum time between two polls of one feed, in ms, regardless of the number of viewers. */
const pollMs = 1_000
/**
 * A feed without a reply for this long, in ms, is abandoned: its values are stale, and other viewers subscribe
 * themselves.
 */
const abandonedMs = 10_000
/**
 * Maximum number of points per subscription, and of subscriptions per person here; the rest of their quota is for
 * writes.
 */
const maxPoints = 200
const maxFeeds = 15

interface Feed {
  deviceId: string
  /** The person who subscribed; only they may poll it. */
  owner: string
  subscriptionId: string
  cursor: string
  /** Points in the subscription; one without an entry in `values` has no value. */
  pointIds: Set<string>
  /** Points that viewers need, whether in the subscription yet or not. */
  neededIds: Set<string>
  values: Map<string, PointValue>
  polledAt: number
  repliedAt: number
  work: Promise<void> | null
}

const feeds = new Map<string, Feed[]>()

/** A reader without cached replies, so that errors of the service are visible. */
type FreshReader = Pick<Reader, 'fresh'>
interface LiveRequest {
  reader: FreshReader
  /** The person, the same for all their pages. */
  person: string
  deviceId: string
  pointIds: readonly string[]
}

/** Returns the known values of the points; null if the person cannot follow more points. Throws `ServiceError`. */
export async function liveValues(request: LiveRequest): Promise<ReadonlyMap<string, PointValue> | null> {
  const ids = request.pointIds.slice(0, maxPoints)
  if (ids.length === 0) return new Map()
  const feed = await feedFor(request, ids)
  if (!feed) return null
  if (feed.owner !== request.person) return feed.values
  try {
    await poll(request, feed)
    return feed.values
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === '4604')) throw error
    // The lease has expired: subscribe again.
    dropFeed(feed)
    return (await feedFor(request, ids))?.values ?? null
  }
}

/** Whether the service failed, rather than refused the request. */
export function isServiceFailure(error: unknown): boolean {
  return error instanceof ServiceError && (error.isDown || error.trouble !== null || error.status >= 500)
}

/** Ends the subscriptions of a person on a controller. Throws `ServiceError`. */
export async function unfollow({ fresh }: FreshReader, person: string, deviceId: string): Promise<void> {
  for (const feed of (feeds.get(deviceId) ?? []).filter(({ owner }) => owner === person)) {
    dropFeed(feed)
    await fresh(site.unsubscribe, { body: { subscriptionId: feed.subscriptionId, deviceId } })
  }
}

/** Returns the feeds of a controller that received a reply recently, and drops the others. */
function activeFeeds(deviceId: string): Feed[] {
  const now = Date.now()
  for (const feed of feeds.get(deviceId) ?? []) if (now - feed.repliedAt > abandonedMs) dropFeed(feed)
  return feeds.get(deviceId) ?? []
}

function dropFeed(feed: Feed): void {
  const remaining = (feeds.get(feed.deviceId) ?? []).filter((one) => one !== feed)
  if (remaining.length > 0) feeds.set(feed.deviceId, remaining)
  else feeds.delete(feed.deviceId)
}

/** Controllers with a subscription in progress, and its owner. */
const pendingFeeds = new Map<string, { owner: string; work: Promise<Feed | null> }>()

/**
 * Returns the feed of the controller that has the points or can add them, or subscribes a new one. Of concurrent
 * callers, one subscribes and the others wait; they retry under their own identity if it was refused, and fail if the
 * service failed.
 */
async function feedFor(request: LiveRequest, ids: readonly string[]): Promise<Feed | null> {
  const { deviceId } = request
  for (;;) {
    const feed = activeFeeds(deviceId).find((one) => addPoints(one, ids))
    if (feed) return feed
    const pending = pendingFeeds.get(deviceId)
    if (!pending) break
    await pending.work.catch((error) => {
      if (isServiceFailure(error)) throw error
    })
  }
  if (countFeeds(request.person) >= maxFeeds) return null
  const work = subscribeFeed(request, ids).finally(() => pendingFeeds.delete(deviceId))
  pendingFeeds.set(deviceId, { owner: request.person, work })
  return work
}

function addPoints({ neededIds }: Feed, ids: readonly string[]): boolean {
  const added = ids.filter((id) => !neededIds.has(id))
  if (neededIds.size + added.length > maxPoints) return false
  for (const id of added) neededIds.add(id)
  return true
}

/** Returns the number of feeds that a person has or is about to have. */
function countFeeds(person: string): number {
  const owned = [...feeds.keys()].flatMap(activeFeeds)
  return [...owned, ...pendingFeeds.values()].filter(({ owner }) => owner === person).length
}

async function subscribeFeed(
  { reader, person, deviceId }: LiveRequest,
  pointIds: readonly string[],
): Promise<Feed | null> {
  const subscription = await reader
    .fresh(site.subscribe, { body: { deviceId, pointIds: [...pointIds], leaseSec } })
    .catch((error) => {
      if (error instanceof ServiceError && error.code === '4011') return null
      throw error
    })
  if (!subscription) return null
  const now = Date.now()
  const feed: Feed = {
    deviceId,
    owner: person,
    subscriptionId: subscription.subscriptionId,
    cursor: subscription.cursor,
    pointIds: new Set(pointIds),
    neededIds: new Set(pointIds),
    values: new Map(subscription.points.map((value) => [value.pointId, value])),
    polledAt: now,
    repliedAt: now,
    work: null,
  }
  feeds.set(deviceId, [...(feeds.get(deviceId) ?? []), feed])
  return feed
}

/** Polls at most once a second; concurrent callers share the reply. */
function poll({ reader }: LiveRequest, feed: Feed): Promise<void> {
  if (Date.now() - feed.polledAt < pollMs) return feed.work ?? Promise.resolve()
  feed.polledAt = Date.now()
  feed.work = changesOf(reader, feed)
    .then((points) => {
      for (const value of points) feed.values.set(value.pointId, value)
      feed.repliedAt = Date.now()
    })
    .finally(() => {
      feed.work = null
    })
  return feed.work
}

/**
 * Returns the values changed since the last poll. If viewers need more points, adds them to the subscription instead,
 * which renews it too.
 */
async function changesOf({ fresh }: FreshReader, feed: Feed): Promise<readonly PointValue[]> {
  const { deviceId, subscriptionId, cursor } = feed
  const added = [...feed.neededIds].filter((id) => !feed.pointIds.has(id))
  if (added.length > 0) {
    const { points } = await fresh(site.subscribe, { body: { deviceId, subscriptionId, pointIds: added, leaseSec } })
    for (const id of added) feed.pointIds.add(id)
    return points
  }
  const answer = await fresh(site.enumeratePoints, { path: { id: deviceId, subscriptionId }, query: { cursor } })
  feed.cursor = answer.cursor
  return answer.points
}
