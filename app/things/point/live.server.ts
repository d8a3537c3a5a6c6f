/**
 * Live values, asked of the backend once for all who look at a controller (docs/decisions/live-values.md, domain §4.4).
 * A feed is a subscription of one of them, whose own requests poll it: the others are given what it said last, and what
 * they look at beside it is taken in with the next poll. Who stops asking lets their feed go: its lease ends by itself,
 * and whoever still asks takes one of their own.
 */
import type { PointValue } from '#contracts/points'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'

/** Seconds: a feed that nobody polls is over after this, also when the process is killed. */
export const leaseSec = 60
/** Milliseconds between two polls of one feed, however many look. */
const pollEvery = 1_000
/** A feed of which nothing was heard for so long is nobody's: its values are old, and others take one of their own. */
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
  pointIds: Set<string>
  /** What somebody looks at, whether it was asked for already or not. */
  wished: Set<string>
  values: Map<string, PointValue>
  askedAt: number
  heardAt: number
  work: Promise<void> | null
}

const feeds = new Map<string, Feed[]>()

/** Old answers are none here: a service in trouble is told as such. */
type Asking = Pick<Reader, 'fresh'>
interface Looking {
  reader: Asking
  /** Who asks, the same for all their pages. */
  person: string
  deviceId: string
  pointIds: readonly string[]
}

/** What the points read, as far as it is known; null where this person can follow no more of them. Throws ServiceError. */
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
    // The lease is over: it is taken anew.
    drop(feed)
    return (await feedFor(looking, wanted))?.values ?? null
  }
}

/** Whether a service is in trouble, as against refusing whoever asks. */
export function isTrouble(error: unknown): boolean {
  return error instanceof ServiceError && (error.isDown || error.trouble !== null || error.status >= 500)
}

/** Lets go of what a person follows of a controller. Throws ServiceError. */
export async function leave({ fresh }: Asking, person: string, deviceId: string): Promise<void> {
  for (const feed of (feeds.get(deviceId) ?? []).filter(({ owner }) => owner === person)) {
    drop(feed)
    await fresh(site.unsubscribe, { body: { subscriptionId: feed.subscriptionId, deviceId } })
  }
}

/** The feeds of a controller that are still heard of; the others are nobody's. */
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

/** Controllers whose feed is being taken, and by whom. */
const starting = new Map<string, { owner: string; work: Promise<Feed | null> }>()

/**
 * The feed of the controller that has the points or takes them in, or a new one. However many ask in the same moment, one
 * of them subscribes. What that person was refused is no answer to the others, who ask in their own name; a service in
 * trouble is.
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

/** The feeds that a person has or is about to have. */
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

/** At most once a second; all who come meanwhile wait for the same answer. */
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

/** What changed since it was asked last; where somebody looks at more than it has, it takes that in, which renews it too. */
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
