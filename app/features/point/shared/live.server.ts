/**
 * Live values, read from the services once for all followers of a controller (docs/decisions/live-values.md, domain
 * §4.4). A feed is the subscription of one follower, polled once a second while somebody follows its points. When that
 * follower leaves, another one subscribes; when the last one leaves, the subscription ends.
 */
import type { PointValue } from '#contracts/points'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { log } from '~/door/log.server'
import type { ParamsFor } from '~/paths'

/** Lease in seconds: a feed without a poll expires after this, even if the process is killed. */
export const leaseSec = 60
/** Time between two calls of one feed, in ms, regardless of the number of followers; and at most while calls fail. */
const pollMs = 1_000
const maxRetryMs = 30_000
/**
 * Maximum number of points per subscription, and of subscriptions per person here; the rest of their quota is for
 * writes.
 */
const maxPoints = 200
const maxLeases = 15

/**
 * Why there are no values: the service fails, it refuses subscriptions or does not offer them, or nobody who follows
 * may have one more.
 */
export type FeedTrouble = 'silent' | 'refused' | 'crowded'

/** Somebody who follows points of a controller. */
export interface Follower {
  at: Pick<ParamsFor<'device'>, 'tenantId' | 'customerId' | 'deviceId'>
  /** The person, the same for all their pages. */
  person: string
  pointIds: ReadonlySet<string>
  /** Returns a reader with the session and the rights of now. Rejects with a response once there are none. */
  reader(): Promise<Pick<Reader, 'fresh'>>
  onValues(values: readonly PointValue[]): void
  /** `attempts` counts the failed calls in a row. */
  onTrouble(trouble: FeedTrouble, attempts: number): void
}

interface Lease {
  /** The follower who subscribed; only this person may poll. */
  owner: Follower
  subscriptionId: string
  cursor: string
  pointIds: Set<string>
}

/** Feeds of each controller, with the tenant and the customer by whose address it is read. */
const feeds = new Map<string, Feed[]>()

/** Follows points from now on. Returns the function that ends it; its promise resolves when nothing is left behind. */
export function follow(follower: Follower): () => Promise<void> {
  const { tenantId, customerId, deviceId } = follower.at
  const key = [tenantId, customerId, deviceId].join(' ')
  const all = feeds.get(key) ?? []
  const feed = all.find((one) => one.hasRoomFor(follower.pointIds)) ?? new Feed(deviceId, key)
  if (!all.includes(feed)) feeds.set(key, [...all, feed])
  feed.add(follower)
  return () => feed.remove(follower)
}

/** Returns the number of subscriptions that a person has or is about to have. */
function countLeases(person: string): number {
  return [...feeds.values()].flat().filter((feed) => feed.subscriber === person).length
}

class Feed {
  private readonly followers = new Set<Follower>()
  private readonly values = new Map<string, PointValue>()
  private lease: Lease | null = null
  /** The person who is about to subscribe. */
  private candidate: string | null = null
  private timer: NodeJS.Timeout | undefined
  private work: Promise<void> | null = null
  private calledAtMs = Number.NEGATIVE_INFINITY
  private attempts = 0
  private trouble: FeedTrouble | null = null

  constructor(
    private readonly deviceId: string,
    private readonly key: string,
  ) {}

  get subscriber(): string | null {
    return this.lease?.owner.person ?? this.candidate
  }

  hasRoomFor(pointIds: ReadonlySet<string>): boolean {
    return new Set([...this.neededIds(), ...pointIds]).size <= maxPoints
  }

  add(follower: Follower): void {
    this.followers.add(follower)
    if (this.trouble) follower.onTrouble(this.trouble, this.attempts)
    else this.deliver(follower, this.values.values())
    if (!this.work && this.attempts === 0) this.callIn(this.calledAtMs + pollMs - performance.now())
  }

  /** Ends the subscription with its last follower, and replaces it when the person who subscribed leaves. */
  async remove(follower: Follower): Promise<void> {
    this.followers.delete(follower)
    await this.work
    const { lease } = this
    if (this.followers.size === 0) {
      clearTimeout(this.timer)
      const others = (feeds.get(this.key) ?? []).filter((one) => one !== this)
      if (others.length > 0) feeds.set(this.key, others)
      else feeds.delete(this.key)
    } else if (lease?.owner === follower) {
      const other = [...this.followers].find(({ person }) => person === follower.person)
      if (other) lease.owner = other
    }
    if (!lease || lease.owner !== follower) return
    this.lease = null
    await this.unsubscribe(lease)
  }

  private callIn(delayMs: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.call(), Math.max(0, delayMs)).unref()
  }

  private async call(): Promise<void> {
    this.calledAtMs = performance.now()
    this.work = this.changes().then(
      (values) => this.succeed(values),
      (error: unknown) => this.fail(error),
    )
    await this.work
    this.work = null
    if (this.followers.size > 0) this.callIn(Math.min(pollMs * 2 ** this.attempts, maxRetryMs))
  }

  private succeed(values: readonly PointValue[]): void {
    for (const value of values) this.values.set(value.pointId, value)
    const wasMissed = this.trouble !== null
    this.attempts = 0
    this.trouble = null
    for (const follower of this.followers) this.deliver(follower, wasMissed ? this.values.values() : values)
  }

  private fail(error: unknown): void {
    if (!isRefusal(error)) log().error({ err: error }, 'live values failed')
    const isRefused = isRefusal(error) && !isServiceFailure(error)
    this.attempts += 1
    this.trouble = error instanceof NobodyLeft ? 'crowded' : isRefused ? 'refused' : 'silent'
    for (const follower of this.followers) follower.onTrouble(this.trouble, this.attempts)
  }

  private deliver({ pointIds, onValues }: Follower, values: Iterable<PointValue>): void {
    const own = [...values].filter(({ pointId }) => pointIds.has(pointId))
    if (own.length > 0) onValues(own)
  }

  /** Returns the values changed since the last call, or all with a new subscription. */
  private async changes(): Promise<readonly PointValue[]> {
    const { lease } = this
    if (!lease) return this.subscribe()
    try {
      const added = this.neededIds().filter((id) => !lease.pointIds.has(id))
      if (added.length === 0) return await this.poll(lease)
      if (lease.pointIds.size + added.length <= maxPoints) return await this.extend(lease, added)
    } catch (error) {
      // The lease has expired, or the person who subscribed may no longer read.
      if (isServiceFailure(error) || !isRefusal(error)) throw error
      this.lease = null
      if (isExpired(error) || error instanceof Response) return this.subscribe()
      await this.unsubscribe(lease)
      throw error
    }
    this.lease = null
    await this.unsubscribe(lease)
    return this.subscribe()
  }

  private async poll(lease: Lease): Promise<readonly PointValue[]> {
    const { deviceId } = this
    const { subscriptionId, cursor } = lease
    const { fresh } = await lease.owner.reader()
    const reply = await fresh(site.enumeratePoints, { path: { id: deviceId, subscriptionId }, query: { cursor } })
    lease.cursor = reply.cursor
    return reply.points
  }

  /** Adds points to the subscription, which renews it too. */
  private async extend(lease: Lease, added: readonly string[]): Promise<readonly PointValue[]> {
    const { subscriptionId } = lease
    const { fresh } = await lease.owner.reader()
    const body = { deviceId: this.deviceId, subscriptionId, pointIds: [...added], leaseSec }
    const { points } = await fresh(site.subscribe, { body })
    for (const id of added) lease.pointIds.add(id)
    return points
  }

  /** Subscribes as the first follower who may. Throws the last refusal, or `NobodyLeft`. */
  private async subscribe(): Promise<readonly PointValue[]> {
    const pointIds = this.neededIds()
    let refusal: unknown = new NobodyLeft()
    for (const owner of this.oneOfEachPerson()) {
      if (countLeases(owner.person) >= maxLeases) continue
      this.candidate = owner.person
      try {
        const { fresh } = await owner.reader()
        const reply = await fresh(site.subscribe, { body: { deviceId: this.deviceId, pointIds, leaseSec } })
        const { subscriptionId, cursor, points } = reply
        this.lease = { owner, subscriptionId, cursor, pointIds: new Set(pointIds) }
        this.values.clear()
        return points
      } catch (error) {
        if (isServiceFailure(error) || !isRefusal(error)) throw error
        if (!isTooMany(error)) refusal = error
      } finally {
        this.candidate = null
      }
    }
    throw refusal
  }

  /** A subscription that cannot be ended expires with its lease. */
  private async unsubscribe({ owner, subscriptionId }: Lease): Promise<void> {
    try {
      const { fresh } = await owner.reader()
      await fresh(site.unsubscribe, { body: { subscriptionId, deviceId: this.deviceId } })
    } catch (error) {
      if (!isRefusal(error)) log().error({ err: error }, 'a subscription was not ended')
    }
  }

  private neededIds(): string[] {
    return [...new Set([...this.followers].flatMap(({ pointIds }) => [...pointIds]))]
  }

  private oneOfEachPerson(): Follower[] {
    return [...new Map([...this.followers].map((follower) => [follower.person, follower])).values()]
  }
}

/** Every follower of a feed has as many subscriptions as one person may have. */
class NobodyLeft extends Error {}

/** Whether the service failed, rather than refused the request. */
function isServiceFailure(error: unknown): boolean {
  return error instanceof ServiceError && error.status !== 501 && (error.trouble !== null || error.status >= 500)
}

const isRefusal = (error: unknown) =>
  error instanceof Response || error instanceof NobodyLeft || error instanceof ServiceError

const isExpired = (error: unknown) => error instanceof ServiceError && error.code === '4604'

const isTooMany = (error: unknown) => error instanceof ServiceError && error.code === '4011'
