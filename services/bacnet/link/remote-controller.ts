/**
 * One controller: where it is, whether it is heard, and what its points read. It is driven by a tick each second, so that
 * nothing of it depends on an answer that does not come.
 */
import type { Value } from '../../contracts/points'
import {
  type EventRef,
  LinkError,
  type LinkEvents,
  type PointReading,
  type PointRef,
  type SentSchedules,
  type WatchedController,
  type WriteAnswer,
} from '../../link/port'
import type { BacnetClient } from '../client/bacnet-client'
import { isWritablePriority } from '../client/device-writer'
import type { PropertyResult } from '../client/multiple-reader'
import type { RemoteDevice } from '../client/remote-device'
import type { ObjectId } from '../encoding/primitives'
import type { EventNotification } from '../messages/events'
import type { IAm } from '../messages/who-is'
import { objectTypes } from '../object-types'
import { type Peer, peerKey, placeKey } from '../peer'
import { type PropertyName, properties } from '../property-ids'
import { errorNumbersOf, type Failure, isRequestFailure, rejectReasons } from '../refusals'
import type { Timers } from '../timers'
import { ControllerEvents } from './controller-events'
import { ControllerSchedules, type SchedulesToSend } from './controller-schedules'
import { setClock } from './device-clock'
import type { EventSubject } from './event-mapping'
import { LevelWatch } from './level-watch'
import { LevelWrites } from './level-writes'
import { linkErrorOf, writeErrorOf } from './link-errors'
import { numberOf } from './point-objects'
import { RemotePoint, retrySubscriptionMs } from './remote-point'
import { placeText } from './search'
import { SubscriptionWatch } from './subscription-watch'

export interface ControllerContext {
  client: BacnetClient
  timers: Timers
  events: LinkEvents
  log(text: string): void
}

interface Claim {
  peer: Peer
  iAm: IAm
  at: number
}

interface Place {
  peer: Peer
  device: RemoteDevice
}

/** Without a sign of life for this long, the controller is read; what it then does not answer makes it silent. */
const quietMs = 30_000
/** The revision of its objects is read at least this often. */
const revisionMs = 120_000
/** Whether it still notifies is checked this often. */
const watchMs = 40_000
/** A controller that never answered is silent after this time. */
export const firstAnswerMs = 30_000
/** A controller without an address is searched for twice at first, since a broadcast may be lost, then this often. */
const firstSearchesMs = 3_000
const searchMs = 30_000
/** Claims to the same instance that are this far apart may be of one device that has moved. */
const claimMs = 5_000
const claimsUntilMs = 3_000
/** More places for one instance are forged. */
const maxClaims = 16
/** Answers to a search arrive within this time; any other I-Am may mean that the device has started. */
const afterSearchMs = 10_000
/** Not more often: other clients also make a device say who it is. */
const renewMs = 600_000
const subscriptionSeconds = 300
/** A value that was read is the answer to further requests for at least this time. */
const freshMs = 900
/** Of a controller that answers slowly, for this many times as long as that took: it answers others as well. */
const slowShare = 1.5
/** A request waits this long for what is read, and that long for a controller that was not heard yet. */
const maxReadMs = 4_000
const firstHeardMs = 1_500
/** Points that are read together. */
const batchSize = 50
/** A point that nobody requests is forgotten after this time. */
const idleMs = 600_000

export class RemoteController {
  #watched: WatchedController
  readonly #context: ControllerContext
  readonly #startedAt: number
  #points = new Map<string, RemotePoint>()
  #place: Place | null = null
  readonly #claims = new Map<string, Claim>()
  #resolveClaimsAt = Number.POSITIVE_INFINITY
  #state: 'unknown' | 'up' | 'down' | 'duplicate' = 'unknown'
  #heardAt = 0
  /** When it is searched for next, and how often it was. */
  #searchAt = 0
  #searches = 0
  #searchedAt = Number.NEGATIVE_INFINITY
  #renewedAt = Number.NEGATIVE_INFINITY
  #signAt = 0
  #revision: number | undefined
  #revisionAt = 0
  #isSigning = false
  #isPolling = false
  #isSubscribing = false
  #isWatching = false
  #watchAt = 0
  #subscribeFrom = 0
  /** How long the last reading took that a person waited for. */
  #readingMs = 0
  #isStopped = false
  #waiting: (() => void)[] = []
  readonly #events: ControllerEvents
  readonly #schedules: ControllerSchedules
  readonly #writes: LevelWrites
  readonly #levels: LevelWatch
  readonly #subscriptionWatch: SubscriptionWatch

  constructor(watched: WatchedController, context: ControllerContext) {
    this.#watched = watched
    this.#context = context
    this.#startedAt = context.timers.now()
    this.#subscriptionWatch = new SubscriptionWatch(context)
    this.#events = new ControllerEvents({
      ...{ ...context, deviceId: watched.deviceId },
      timeZone: () => this.#watched.timeZone,
      subjectOf: (object) => this.#subjectOf(object),
    })
    this.#schedules = new ControllerSchedules({ ...context, deviceId: watched.deviceId })
    this.#writes = new LevelWrites({
      now: () => context.timers.now(),
      refresh: (points) => this.#within(maxReadMs, this.#refresh(points, { withLevels: true, isAwaited: true })),
      readingOf: (point) => point.reading(context.timers.now()),
    })
    this.#levels = new LevelWatch({
      ...{ events: context.events, timers: context.timers, deviceId: watched.deviceId },
      refresh: (points) => this.#refresh(points, { withLevels: true, isAwaited: false }),
    })
    this.keep(watched)
  }

  get watched(): WatchedController {
    return this.#watched
  }

  /** Returns where it is; null while it was not heard. */
  get peer(): Peer | null {
    return this.#place?.peer ?? null
  }

  get client(): BacnetClient {
    return this.#context.client
  }

  get instance(): number {
    return this.#watched.instance
  }

  /** Returns the device where it was heard last, even if it is silent now. */
  get device(): RemoteDevice | null {
    return this.#place?.device ?? null
  }

  get isUp(): boolean {
    return this.#state === 'up'
  }

  /** Whether anything may be written to it. */
  get isWritable(): boolean {
    return isWritable(this.#watched)
  }

  /** Replaces the points whose values are kept, and what may be written. */
  keep(watched: WatchedController): void {
    const wasWritable = this.isWritable
    // What is sent now is still permitted.
    if (wasWritable && !isWritable(watched) && this.#place && this.isUp) void this.#events.leave(this.#place.device)
    this.#watched = watched
    if (!wasWritable && this.isWritable) this.#events.expire()
    const refs = watched.points
    const now = this.#context.timers.now()
    const wanted = new Set(refs.map(({ id }) => id))
    for (const point of this.#points.values()) {
      if (!point.isWatched || wanted.has(point.ref.id)) continue
      point.isWatched = false
      point.requestedAt = now
      point.unsubscribe(0)
    }
    for (const ref of refs) {
      const point = this.#pointOf(ref)
      if (point) point.isWatched = true
    }
  }

  /** Takes an I-Am with its instance. */
  claim(iAm: IAm, peer: Peer): void {
    const now = this.#context.timers.now()
    this.#claims.delete(placeKey(peer))
    this.#claims.set(placeKey(peer), { peer, iAm, at: now })
    const [oldest] = this.#claims.keys()
    if (this.#claims.size > maxClaims && oldest !== undefined) this.#claims.delete(oldest)
    const place = this.#place
    if (this.#state === 'duplicate') this.#resolveClaimsAt = Math.min(this.#resolveClaimsAt, now + claimsUntilMs)
    else if (!place || (this.#state !== 'up' && placeKey(place.peer) === placeKey(peer))) this.#settleAt(peer, iAm)
    else if (placeKey(place.peer) !== placeKey(peer)) {
      // Another place: it has moved, or there are two. Both are asked.
      if (this.#resolveClaimsAt === Number.POSITIVE_INFINITY) this.#resolveClaimsAt = now + claimsUntilMs
      this.#searchAt = Math.min(this.#searchAt, now)
    } else if (this.isUp && now - this.#searchedAt > afterSearchMs && now - this.#renewedAt > renewMs) {
      // It may have started, and know nothing of its subscriptions; or it answers somebody else.
      this.#renewedAt = now
      for (const point of this.#points.values()) point.renew(now)
    }
    if (this.#place && peerKey(this.#place.peer) === peerKey(peer)) this.heard()
  }

  /** Notes a message from its address. */
  heard(): void {
    if (!this.#place || this.#state === 'duplicate') return
    const now = this.#context.timers.now()
    this.#heardAt = now
    if (this.#state === 'up') return
    this.#state = 'up'
    this.#signAt = now
    for (const point of this.#points.values()) point.expire(now)
    this.#events.expire()
    this.#schedules.expire()
    this.#context.events.up(this.#watched.deviceId)
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Returns whether it is to be searched for now, and counts that as done. */
  takeSearch(): boolean {
    const now = this.#context.timers.now()
    if (now < this.#searchAt) return false
    this.#searches += 1
    this.#searchedAt = now
    const isLost = !this.#place || this.#state !== 'up'
    this.#searchAt = isLost ? now + (this.#searches < 2 ? firstSearchesMs : searchMs) : Number.POSITIVE_INFINITY
    return true
  }

  tick(): void {
    const now = this.#context.timers.now()
    if (now >= this.#resolveClaimsAt) this.#resolveClaims(now)
    if (this.#state === 'unknown' && now - this.#startedAt >= firstAnswerMs) this.#goDown(this.#startedAt)
    if (this.#place && this.#state !== 'duplicate') {
      this.#signOfLife(now)
      if (this.isUp) {
        const { instance } = this.#watched
        this.#events.tick(this.#place.device, { instance, isWritable: this.isWritable })
        this.#schedules.tick(this.#place.device, this.#watched)
        this.#poll(now)
        this.#subscribe(now)
        this.#levels.tick(this.#points)
        this.#watchSubscriptions(now)
      }
    }
    this.#forgetIdle(now)
    this.reportSamples()
  }

  /** Reports the samples that are due. */
  reportSamples(): void {
    const { events, timers } = this.#context
    const now = timers.now()
    const samples = [...this.#points.values()].flatMap((point) =>
      point.isWatched ? (point.takeSample(now) ?? []) : [],
    )
    if (samples.length > 0) events.values(this.#watched.deviceId, samples)
  }

  /** Takes an event notification. */
  takeEvent(notification: EventNotification): void {
    if (!this.#place) return
    this.#events.take(notification, this.#place.device).catch((error: unknown) => {
      if (!isRequestFailure(error)) throw error
      // The summary has it as well.
      this.#events.expire()
    })
  }

  /** Acknowledges an alarm. Throws `LinkError` when it is not permitted, or the controller refuses or is silent. */
  async acknowledge(event: EventRef): Promise<void> {
    if (!this.isWritable) throw new LinkError('unsupported')
    const device = await this.require()
    try {
      await this.#events.acknowledge(device, event)
    } catch (error) {
      if (!isRequestFailure(error)) throw error
      throw linkErrorOf(error.failure)
    }
  }

  /** Writes what differs of its schedules. Throws `LinkError` when it is silent, or does not let them be read. */
  async sendSchedules(save: SchedulesToSend): Promise<SentSchedules> {
    if (!this.isWritable) throw new LinkError('unsupported')
    const device = await this.require()
    try {
      return await this.#schedules.send(device, this.#watched, save)
    } catch (error) {
      if (!isRequestFailure(error)) throw error
      throw linkErrorOf(error.failure)
    }
  }

  /** Sets its clock. Throws `LinkError` when that is not permitted, or when it is silent or does not take the time. */
  async setClock(): Promise<void> {
    if (!this.isWritable) throw new LinkError('unsupported')
    const device = await this.require()
    try {
      await setClock(this.#context, device, this.#watched)
    } catch (error) {
      if (!isRequestFailure(error)) throw error
      throw linkErrorOf(error.failure)
    }
  }

  /** Returns what is known of an object that is a point. */
  async #subjectOf({ type, instance }: ObjectId): Promise<EventSubject | undefined> {
    for (const point of this.#points.values()) {
      if (point.object.type !== type || point.object.instance !== instance || !point.isWatched) continue
      if (!point.hasScale) await this.#refreshOnce([point])
      return {
        ...{ pointId: point.ref.id, name: '', timeZone: this.#watched.timeZone },
        toUnit: (value) => point.toUnit(value),
        toUnitDifference: (value) => point.toUnitDifference(value),
      }
    }
    return undefined
  }

  /** Returns the readings of points: what is known where it is fresh, else what the controller answers in time. */
  async read(refs: readonly PointRef[]): Promise<PointReading[]> {
    await this.require()
    const { timers } = this.#context
    const now = timers.now()
    const points = refs.flatMap((ref) => this.#pointOf(ref) ?? [])
    for (const point of points) point.requestedAt = now
    const fresh = Math.max(freshMs, this.#readingMs * slowShare)
    const stale = points.filter((point) => !point.isFresh(now, fresh))
    if (stale.length > 0) await this.#within(maxReadMs, this.#refreshOnce(stale))
    if (!this.isUp) throw new LinkError('unreachable')
    const end = timers.now()
    const isKnown = (point: RemotePoint) => point.hasValue && point.isFresh(end, Math.max(fresh, end - now + freshMs))
    return points.filter(isKnown).map((point) => point.reading(end))
  }

  /**
   * Writes one level of an object, or releases it with null; the levels are read before and after. Throws `LinkError` when
   * that is not permitted, or when the controller refuses or is silent.
   */
  async write(ref: PointRef, level: number, value: Value | null): Promise<WriteAnswer> {
    const point = this.#pointOf(ref)
    if (!point || !this.#permits(ref) || !isWritablePriority(level)) throw new LinkError('unsupported')
    if (point.type.isCommandable === 'never') throw new LinkError('refused')
    const device = await this.require()
    if (value !== null && !point.hasScale) await this.#within(maxReadMs, this.#refreshOnce([point]))
    const command = value === null ? null : point.commandOf(value)
    if (command === undefined) throw new LinkError('refused')
    const writer = this.#context.client.writer(device)
    try {
      return await this.#writes.write(point, () => writer.command(point.object, level, command))
    } catch (error) {
      if (!isRequestFailure(error)) throw error
      throw writeErrorOf(error.failure)
    }
  }

  /** Returns an object that is a point, once its unit was read. Throws `LinkError` when it is none or is silent. */
  async pointOf(ref: PointRef): Promise<RemotePoint> {
    const point = this.#pointOf(ref)
    if (!point) throw new LinkError('unsupported')
    await this.require()
    point.requestedAt = this.#context.timers.now()
    if (!point.hasScale) await this.#within(maxReadMs, this.#refreshOnce([point]))
    if (!point.hasScale) throw new LinkError('unreachable')
    return point
  }

  #permits({ object_type, object_instance }: PointRef): boolean {
    const { writable } = this.#watched
    if (writable === 'all') return true
    return writable.some(
      ({ objectType, objectInstance }) => objectType === object_type && objectInstance === object_instance,
    )
  }

  /** Returns the device to read. Throws `LinkError` when it is silent, or there are two. */
  async require(): Promise<RemoteDevice> {
    if (this.#state === 'unknown') {
      const heard = new Promise<void>((resolve) => this.#waiting.push(resolve))
      await this.#within(firstHeardMs, heard)
    }
    if (this.#state === 'duplicate') throw new LinkError('refused')
    if (!this.#place || !this.isUp) throw new LinkError('unreachable')
    return this.#place.device
  }

  /** Ends the following, and the subscriptions in the device. */
  stop(): void {
    for (const point of this.#points.values()) point.unsubscribe(0)
    this.abandon()
  }

  /** Ends the following when the client ends, and its subscriptions with it. */
  abandon(): void {
    this.#isStopped = true
    this.#points.clear()
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #pointOf(ref: PointRef): RemotePoint | null {
    const known = this.#points.get(ref.id)
    if (known && known.ref.object_type === ref.object_type && known.ref.object_instance === ref.object_instance)
      return known
    if (known) known.unsubscribe(0)
    const point = RemotePoint.of(ref)
    if (point) this.#points.set(ref.id, point)
    return point
  }

  #forgetIdle(now: number): void {
    for (const [id, point] of this.#points)
      if (!point.isWatched && now - point.requestedAt > idleMs) this.#points.delete(id)
  }

  #settleAt(peer: Peer, { maxApdu, segmentation }: IAm): void {
    this.#place = { peer, device: this.#context.client.device({ peer, maxApdu, segmentation }) }
  }

  /** Decides between places that claim the same instance. */
  #resolveClaims(now: number): void {
    this.#resolveClaimsAt = Number.POSITIVE_INFINITY
    for (const [key, { at }] of this.#claims) if (now - at > claimMs) this.#claims.delete(key)
    const claims = [...this.#claims.values()]
    const [first] = claims
    if (!first) return
    if (claims.length > 1) {
      if (this.#state === 'duplicate') return
      const places = claims.map(({ peer }) => placeText(peer)).join(' and ')
      this.#context.log(`device ${this.#watched.instance} answers from ${places}: it is not read until one is left`)
      this.#goDown(this.#heardAt || this.#startedAt)
      this.#state = 'duplicate'
      this.#place = null
      this.#searchAt = now + searchMs
      return
    }
    if (this.#state === 'duplicate') this.#state = 'down'
    if (this.#place && placeKey(this.#place.peer) === placeKey(first.peer)) return
    this.#loseSubscriptions()
    this.#settleAt(first.peer, first.iAm)
    if (this.isUp) this.#state = 'down'
    this.heard()
  }

  #loseSubscriptions(): void {
    const now = this.#context.timers.now()
    for (const point of this.#points.values()) point.expire(now)
    this.#events.expire()
  }

  #goDown(lastHeardAt: number): void {
    const { events, timers } = this.#context
    const now = timers.now()
    const wasDown = this.#state === 'down' || this.#state === 'duplicate'
    this.#state = 'down'
    this.#searchAt = Math.min(this.#searchAt, now)
    this.#loseSubscriptions()
    for (const resolve of this.#waiting.splice(0)) resolve()
    if (wasDown) return
    // The minute in which it was last heard is known.
    for (const point of this.#points.values()) point.lose(lastHeardAt + 60_000, now)
    events.down(this.#watched.deviceId, lastHeardAt)
  }

  /** Reads the revision of the objects when nothing else was heard; each answer is a sign of life. */
  #signOfLife(now: number): void {
    const isDue = now - this.#heardAt >= quietMs || now - this.#revisionAt >= revisionMs
    if (this.#isSigning || !isDue || now < this.#signAt) return
    this.#isSigning = true
    this.#readRevision()
      .catch((error: unknown) => this.#takeFailure(error))
      .finally(() => {
        this.#isSigning = false
        this.#signAt = this.#context.timers.now() + (this.isUp ? quietMs / 3 : quietMs)
      })
  }

  async #readRevision(): Promise<void> {
    const { timers, events } = this.#context
    const device = this.#place?.device
    if (!device) return
    const object = { type: objectTypes.device, instance: this.#watched.instance }
    this.#revisionAt = timers.now()
    const revision = numberOf(await device.readProperty({ object, property: properties.databaseRevision }))
    const isOther = this.#revision !== undefined && revision !== undefined && revision !== this.#revision
    this.#revision = revision ?? this.#revision
    if (!isOther) return
    for (const point of this.#points.values()) point.expire(timers.now())
    this.#schedules.expire()
    events.objectsChanged(this.#watched.deviceId)
  }

  /** A device that does not answer, and was not heard for a while, is silent. */
  #takeFailure(error: unknown): void {
    if (!isRequestFailure(error)) throw error
    const isSilent = error.failure.kind === 'noAnswer' || error.failure.kind === 'unreachable'
    if (isSilent && this.isUp && this.#context.timers.now() - this.#heardAt >= quietMs) this.#goDown(this.#heardAt)
  }

  /** Polls the points that are due: new ones, and those of which the device does not notify. */
  #poll(now: number): void {
    if (this.#isPolling) return
    const due: RemotePoint[] = []
    for (const point of this.#points.values()) {
      if (due.length >= batchSize) break
      if (!point.isWatched || now < point.pollAt) continue
      if (point.isKnown && point.isNotified(now) && !point.lacksReliability) continue
      due.push(point)
    }
    if (due.length === 0) return
    this.#isPolling = true
    this.#refresh(due, { withLevels: false, isAwaited: false })
      .then(() => {
        const end = this.#context.timers.now()
        for (const point of due) point.polled(end, (end - now) * 10)
      })
      .finally(() => {
        this.#isPolling = false
        // The next ones follow at once.
        if (due.length >= batchSize && this.isUp && !this.#isStopped) this.#poll(this.#context.timers.now())
      })
  }

  /** Reads points with their levels; those that are being read are waited for. */
  async #refreshOnce(points: readonly RemotePoint[]): Promise<void> {
    const idle = points.filter(({ pending }) => !pending)
    const reading = this.#refresh(idle, { withLevels: true, isAwaited: true }).finally(() => {
      for (const point of idle) point.pending = null
    })
    for (const point of idle) point.pending = reading
    await Promise.all(new Set(points.map(({ pending }) => pending)))
  }

  async #refresh(points: readonly RemotePoint[], reading: { withLevels: boolean; isAwaited: boolean }): Promise<void> {
    const { withLevels, isAwaited } = reading
    const { timers } = this.#context
    const device = this.#place?.device
    if (!device || points.length === 0) return
    const startedAt = timers.now()
    const wanted = points.map((point) => ({ point, mark: point.begin(), names: point.wanted(withLevels) }))
    const results = await device.readProperties(
      wanted.flatMap(({ point: { object }, names }) => names.map((name) => ({ object, property: properties[name] }))),
      { isAwaited },
    )
    if (this.#place?.device !== device) return
    const overtaken = wanted.filter(({ point, mark }) => point.isWrittenSince(mark))
    let at = 0
    for (const { point, mark, names } of wanted) {
      const own = new Map<PropertyName, PropertyResult>()
      for (const name of names) {
        const result = results[at++]
        if (result) own.set(name, result)
      }
      if (!point.isWrittenSince(mark)) point.take(own, mark, timers.now())
    }
    // Others wait for the turns of their network: that says nothing of the controller.
    if (isAwaited) this.#readingMs = timers.now() - startedAt
    for (const point of points) if (point.needsSlots) await this.#readSlots(device, point)
    await this.#readReliabilities(device, points)
    await this.#refresh(
      overtaken.map(({ point }) => point),
      reading,
    )
  }

  async #readSlots(device: RemoteDevice, point: RemotePoint): Promise<void> {
    const { object } = point
    const property = properties.priorityArray
    const refs = Array.from({ length: 16 }, (_, at) => ({ object, property, arrayIndex: at + 1 }))
    const mark = point.begin()
    const slots = await device.readProperties(refs)
    if (point.isWrittenSince(mark)) return this.#readSlots(device, point)
    point.takeSlots(slots, mark, this.#context.timers.now())
  }

  async #readReliabilities(device: RemoteDevice, points: readonly RemotePoint[]): Promise<void> {
    const faulty = points.filter((point) => point.lacksReliability)
    if (faulty.length === 0) return
    const results = await device.readProperties(
      faulty.map(({ object }) => ({ object, property: properties.reliability })),
    )
    for (const [at, point] of faulty.entries()) {
      const result = results[at]
      if (result) point.takeReliability(result)
    }
  }

  /** Subscribes to the points whose values are kept, one after the other. */
  #subscribe(now: number): void {
    if (this.#isSubscribing || now < this.#subscribeFrom) return
    const next = this.#nextToSubscribe(now)
    if (!next) return
    this.#isSubscribing = true
    void this.#subscribeTo(next).finally(() => {
      this.#isSubscribing = false
      if (this.isUp && !this.#isStopped) this.#subscribe(this.#context.timers.now())
    })
  }

  #nextToSubscribe(now: number): RemotePoint | undefined {
    for (const point of this.#points.values())
      if (point.isWatched && point.isKnown && !point.subscription && now >= point.subscribeAt) return point
    return undefined
  }

  /** Subscribes again to what the device no longer notifies of. */
  #watchSubscriptions(now: number): void {
    const device = this.#place?.device
    if (!device || this.#isWatching || now < this.#watchAt) return
    this.#isWatching = true
    const points = [...this.#points.values()].filter((point) => point.isWatched)
    this.#subscriptionWatch
      .lost({ device, instance: this.#watched.instance, points })
      .then((lost) => {
        if (this.#place?.device === device) for (const point of lost) point.renew(this.#context.timers.now())
      })
      .catch((error: unknown) => this.#takeFailure(error))
      .finally(() => {
        this.#isWatching = false
        this.#watchAt = this.#context.timers.now() + watchMs
      })
  }

  async #subscribeTo(point: RemotePoint): Promise<void> {
    const { client, timers } = this.#context
    const device = this.#place?.device
    if (!device) return
    point.subscribeAt = timers.now() + retrySubscriptionMs
    try {
      const subscription = await client.subscriptions.subscribe(device, {
        object: point.object,
        isConfirmed: true,
        lifetimeSeconds: subscriptionSeconds,
        onValues: (values) => {
          const changed = (property: number) => values.find((one) => one.property === property)?.value
          point.notify(changed(properties.presentValue), changed(properties.statusFlags), timers.now())
        },
      })
      const isWanted = this.#points.get(point.ref.id) === point && point.isWatched && point.isKnown
      if (isWanted && this.#place?.device === device) point.subscription = subscription
      else void subscription.cancel()
    } catch (error) {
      if (!isRequestFailure(error)) throw error
      this.#takeFailure(error)
      if (isLimit(error.failure)) this.#subscribeFrom = timers.now() + retrySubscriptionMs
    }
  }

  #within(ms: number, work: Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#context.timers.after(ms, resolve)
      work.then(
        () => {
          cancel()
          resolve()
        },
        (error: unknown) => {
          cancel()
          reject(error)
        },
      )
    })
  }
}

const isWritable = ({ writable }: WatchedController) => writable === 'all' || writable.length > 0

/** Whether a device will not take any further subscription now: it has no room, or does not know the service. */
function isLimit(failure: Failure): boolean {
  if (failure.kind === 'reject') return failure.reason === rejectReasons.unrecognizedService
  return failure.kind === 'error' && failure.errorClass === errorNumbersOf.resources
}
