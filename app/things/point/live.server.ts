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
const pollEvery = 1_000
/**
 * A feed without a reply for this long, in ms, is abandoned: its values are stale, and other viewers subscribe
 * themselves.
 */
const forsakenAfter = 10_000
/**
 * Maximum number of points per subscription, and of subscriptions per person here; the rest of their quota is for
 * writes.
 */
const mostPoints = 200
const mostFeeds = 15

interface Feed {
  deviceId: string
  /** The person who subscribed; only they may poll it. */
  owner: string
  subscriptionId: string
  cursor: string
  /** Points in the subscription; one without an entry in `values` has no value. */
  pointIds: Set<string>
  /** Points that viewers need, whether in the subscription yet or not. */
  wished: Set<string>
  values: Map<string, PointValue>
  askedAt: number
  heardAt: number
  work: Promise<void> | null
}

const feeds = new Map<string, Feed[]>()

/** A reader without cached replies, so that errors of the service are visible. */
type Asking = Pick<Reader, 'fresh'>
interface Looking {
  reader: Asking
  /** The person, the same for all their pages. */
  person: string
  deviceId: string
  pointIds: readonly string[]
}

/** Returns the known values of the points; null if the person cannot follow more points. Throws `ServiceError`. */
export async function liveValues(looking: Looking): Promise<ReadonlyMap<string, PointValue> | null> {
  const wanted = looking.pointIds.slice(0, mostPoints)
  if (wanted.length === 0) return new Map()
  const feed = await feedFor(looking, wanted)
  if (!feed) return null
  if (feed.owner !== looking.person) return feed.values
  try {
    await poll(looking, feed)
    return feed.values
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === '4604')) throw error
    // The lease has expired: subscribe again.
    drop(feed)
    return (await feedFor(looking, wanted))?.values ?? null
  }
}

/** Whether the service failed, rather than refused the request. */
export function isTrouble(error: unknown): boolean {
  return error instanceof ServiceError && (error.isDown || error.trouble !== null || error.status >= 500)
}

/** Ends the subscriptions of a person on a controller. Throws `ServiceError`. */
export async function leave({ fresh }: Asking, person: string, deviceId: string): Promise<void> {
  for (const feed of (feeds.get(deviceId) ?? []).filter(({ owner }) => owner === person)) {
    drop(feed)
    await fresh(site.unsubscribe, { body: { subscriptionId: feed.subscriptionId, deviceId } })
  }
}

/** Returns the feeds of a controller that received a reply recently, and drops the others. */
function heard(deviceId: string): Feed[] {
  const now = Date.now()
  for (const feed of feeds.get(deviceId) ?? []) if (now - feed.heardAt > forsakenAfter) drop(feed)
  return feeds.get(deviceId) ?? []
}

function drop(feed: Feed): void {
  const left = (feeds.get(feed.deviceId) ?? []).filter((one) => one !== feed)
  if (left.length > 0) feeds.set(feed.deviceId, left)
  else feeds.delete(feed.deviceId)
}

/** Controllers with a subscription in progress, and its owner. */
const starting = new Map<string, { owner: string; work: Promise<Feed | null> }>()

/**
 * Returns the feed of the controller that has the points or can add them, or subscribes a new one. Of concurrent
 * callers, one subscribes and the others wait; they retry under their own identity if it was refused, and fail if the
 * service failed.
 */
async function feedFor(looking: Looking, wanted: readonly string[]): Promise<Feed | null> {
  const { deviceId } = looking
  for (;;) {
    const feed = heard(deviceId).find((one) => takesIn(one, wanted))
    if (feed) return feed
    const running = starting.get(deviceId)
    if (!running) break
    await running.work.catch((error) => {
      if (isTrouble(error)) throw error
    })
  }
  if (countOf(looking.person) >= mostFeeds) return null
  const work = subscribed(looking, wanted).finally(() => starting.delete(deviceId))
  starting.set(deviceId, { owner: looking.person, work })
  return work
}

function takesIn({ wished }: Feed, wanted: readonly string[]): boolean {
  const more = wanted.filter((id) => !wished.has(id))
  if (wished.size + more.length > mostPoints) return false
  for (const id of more) wished.add(id)
  return true
}

/** Returns the number of feeds that a person has or is about to have. */
function countOf(person: string): number {
  const held = [...feeds.keys()].flatMap(heard)
  return [...held, ...starting.values()].filter(({ owner }) => owner === person).length
}

async function subscribed({ reader, person, deviceId }: Looking, pointIds: readonly string[]): Promise<Feed | null> {
  const told = await reader
    .fresh(site.subscribe, { body: { deviceId, pointIds: [...pointIds], leaseSec } })
    .catch((error) => {
      if (error instanceof ServiceError && error.code === '4011') return null
      throw error
    })
  if (!told) return null
  const now = Date.now()
  const feed: Feed = {
    deviceId,
    owner: person,
    subscriptionId: told.subscriptionId,
    cursor: told.cursor,
    pointIds: new Set(pointIds),
    wished: new Set(pointIds),
    values: new Map(told.points.map((value) => [value.pointId, value])),
    askedAt: now,
    heardAt: now,
    work: null,
  }
  feeds.set(deviceId, [...(feeds.get(deviceId) ?? []), feed])
  return feed
}

/** Polls at most once a second; concurrent callers share the reply. */
function poll({ reader }: Looking, feed: Feed): Promise<void> {
  if (Date.now() - feed.askedAt < pollEvery) return feed.work ?? Promise.resolve()
  feed.askedAt = Date.now()
  feed.work = changesOf(reader, feed)
    .then((points) => {
      for (const value of points) feed.values.set(value.pointId, value)
      feed.heardAt = Date.now()
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
async function changesOf({ fresh }: Asking, feed: Feed): Promise<readonly PointValue[]> {
  const { deviceId, subscriptionId, cursor } = feed
  const more = [...feed.wished].filter((id) => !feed.pointIds.has(id))
  if (more.length > 0) {
    const { points } = await fresh(site.subscribe, { body: { deviceId, subscriptionId, pointIds: more, leaseSec } })
    for (const id of more) feed.pointIds.add(id)
    return points
  }
  const answer = await fresh(site.enumeratePoints, { path: { id: deviceId, subscriptionId }, query: { cursor } })
  feed.cursor = answer.cursor
  return answer.points
}
