/**
 * Live values, asked of the backend once for all who look at a controller (domain §4.4). Each feed is a subscription of
 * one of them, whose own requests poll it; the others are given what it said last. Who stops asking lets their feed go:
 * its lease ends by itself, and whoever still asks takes one of their own.
 */
import type { PointValue } from '#contracts/points'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'

/** Seconds: a feed that nobody polls is over after this, also when the process is killed. */
export const leaseSec = 60
/** Milliseconds between two polls of one feed, however many look. */
const pollEvery = 1_000
/** A feed whose owner has not polled for so long is taken over. */
const forsakenAfter = 10_000
/** As many points as one subscription holds, and as many subscriptions as one person is given here: some are left for writes. */
const mostPoints = 200
const mostFeeds = 15

interface Feed {
  deviceId: string
  /** Who subscribed: only they may poll it. */
  owner: string
  subscriptionId: string
  cursor: string
  /** What was asked for: a point among them without a value has none. */
  pointIds: ReadonlySet<string>
  values: Map<string, PointValue>
  polledAt: number
  work: Promise<void> | null
}

const feeds = new Map<string, Feed[]>()

type Asking = Pick<Reader, 'ask'>
interface Looking {
  reader: Asking
  /** Who asks, the same for all their pages. */
  person: string
  deviceId: string
  pointIds: readonly string[]
}

/** What the points read, as far as it is known; null where this person can follow no more of them. Throws ServiceError. */
export async function liveValues(looking: Looking): Promise<Map<string, PointValue> | null> {
  const { deviceId, pointIds, person } = looking
  const wanted = pointIds.slice(0, mostPoints)
  if (wanted.length === 0) return new Map()
  const own = forget(deviceId)
  const feed = own.find((one) => wanted.every((id) => one.pointIds.has(id)))
  if (!feed) return (await follow(looking, wanted))?.values ?? null
  if (feed.owner !== person) return feed.values
  try {
    await poll(looking, feed)
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === '4604')) throw error
    // The lease is over: it is taken anew.
    drop(feed)
    return (await follow(looking, wanted))?.values ?? null
  }
  return feed.values
}

/** Lets go of what a person follows of a controller. Throws ServiceError. */
export async function leave({ ask }: Asking, person: string, deviceId: string): Promise<void> {
  for (const feed of (feeds.get(deviceId) ?? []).filter(({ owner }) => owner === person)) {
    drop(feed)
    await ask(site.unsubscribe, { body: { subscriptionId: feed.subscriptionId, deviceId } })
  }
}

/** The feeds of a controller that are still polled; the others are nobody's. */
function forget(deviceId: string): Feed[] {
  const now = Date.now()
  for (const feed of feeds.get(deviceId) ?? []) if (now - feed.polledAt > forsakenAfter) drop(feed)
  return feeds.get(deviceId) ?? []
}

function drop(feed: Feed): void {
  const left = (feeds.get(feed.deviceId) ?? []).filter((one) => one !== feed)
  if (left.length > 0) feeds.set(feed.deviceId, left)
  else feeds.delete(feed.deviceId)
}

const starting = new Map<string, Promise<Feed | null>>()

/**
 * One subscription for the same points, however many ask for them in the same moment. What one person was refused is no
 * answer to another: they ask in their own name.
 */
async function follow(looking: Looking, pointIds: readonly string[]): Promise<Feed | null> {
  const key = `${looking.deviceId} ${[...pointIds].sort().join()}`
  const running = starting.get(key)
  if (running) {
    const shared = await running.catch(() => null)
    if (shared) return shared
  }
  const started = subscribed(looking, pointIds).finally(() => {
    if (starting.get(key) === started) starting.delete(key)
  })
  starting.set(key, started)
  return started
}

async function subscribed({ reader, person, deviceId }: Looking, pointIds: readonly string[]): Promise<Feed | null> {
  for (const id of [...feeds.keys()]) forget(id)
  const held = [...feeds.values()].flat().filter(({ owner }) => owner === person)
  if (held.length >= mostFeeds) return null
  const told = await reader
    .ask(site.subscribe, { body: { deviceId, pointIds: [...pointIds], leaseSec } })
    .catch((error) => {
      if (error instanceof ServiceError && error.code === '4011') return null
      throw error
    })
  if (!told) return null
  const feed: Feed = {
    deviceId,
    owner: person,
    subscriptionId: told.subscriptionId,
    cursor: told.cursor,
    pointIds: new Set(pointIds),
    values: new Map(told.points.map((value) => [value.pointId, value])),
    polledAt: Date.now(),
    work: null,
  }
  feeds.set(deviceId, [...(feeds.get(deviceId) ?? []), feed])
  return feed
}

/** At most once a second; all who come meanwhile wait for the same answer. */
function poll({ reader }: Looking, feed: Feed): Promise<void> {
  if (Date.now() - feed.polledAt < pollEvery) return feed.work ?? Promise.resolve()
  feed.polledAt = Date.now()
  const { deviceId, subscriptionId, cursor } = feed
  feed.work = reader
    .ask(site.enumeratePoints, { path: { id: deviceId, subscriptionId }, query: { cursor } })
    .then((told) => {
      feed.cursor = told.cursor
      for (const value of told.points) feed.values.set(value.pointId, value)
    })
    .finally(() => {
      feed.work = null
    })
  return feed.work
}
