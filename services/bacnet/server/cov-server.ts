/** Subscriptions to the points of a served device, and its notifications (clauses 13.1 and 13.14). */
import { decodeWhole, encodeWhole } from '../encoding/codec'
import { objectKey } from '../encoding/primitives'
import { type Primitive, primitive } from '../encoding/values'
import { type Apdu, encodeApdu } from '../frames/apdu'
import { endpointOctets } from '../frames/bvlc'
import { covNotification, subscribeCovRequest } from '../messages/events'
import { objectTypes } from '../object-types'
import { type Peer, peerKey } from '../peer'
import { properties } from '../property-ids'
import { confirmedServices, unconfirmedServices } from '../service-numbers'
import type { Timers } from '../timers'
import { errorOf, type ServedAnswer } from './answers'
import { isAnalog, type ServedPoint, type ServedState } from './device-model'
import { type DeviceNow, presentValueOf, statusFlagsOf } from './device-properties'

interface CovServerOptions {
  instance: number
  points: ReadonlyMap<string, ServedPoint>
  maxSubscriptions: number
  timers: Timers
  states(): ReadonlyMap<string, ServedState>
  send(peer: Peer, apdu: Uint8Array, isReplyExpected: boolean): void
}

interface Subscriber {
  peer: Peer
  processId: number
  point: ServedPoint
  isConfirmed: boolean
  /** Null for a subscription without an end. */
  expiresAt: number | null
  /** What it was notified of last. */
  notified: { value: number; flags: string } | null
  /** While a confirmed notification is under way. */
  isWaiting: boolean
}

interface PendingNotification {
  subscriber: Subscriber
  cancelTimer(): void
}

/** How long the confirmation of a notification is waited for, and how often it is sent. */
const confirmMs = 3_000
const maxSends = 3
/** A client counts no further. */
const maxLifetimeSeconds = 0xffffffff

export class CovServer {
  readonly #options: CovServerOptions
  readonly #subscribers = new Map<string, Subscriber>()
  readonly #pending = new Map<string, PendingNotification>()
  #invokeId = 0

  constructor(options: CovServerOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0
  }

  /** Subscribes a peer to a point, renews that, or cancels it. Throws `DamagedFrame` when the data is damaged. */
  subscribe(data: Uint8Array, peer: Peer): ServedAnswer {
    const { processId, object, issueConfirmed, lifetimeSeconds } = decodeWhole(subscribeCovRequest, data)
    const { points, instance, maxSubscriptions, timers } = this.#options
    const point = points.get(objectKey(object))
    if (!point) {
      const isOwn = object.type === objectTypes.device && object.instance === instance
      return isOwn ? errorOf('services', 'optionalFunctionalityNotSupported') : errorOf('object', 'unknownObject')
    }
    const key = `${peerKey(peer)}/${processId}/${objectKey(point)}`
    if (issueConfirmed === undefined && lifetimeSeconds === undefined) {
      this.#subscribers.delete(key)
      return { kind: 'acknowledge' }
    }
    this.#removeExpired()
    if (!this.#subscribers.has(key) && this.#subscribers.size >= maxSubscriptions)
      return errorOf('resources', 'noSpaceToAddListElement')
    const seconds = Math.min(lifetimeSeconds ?? 0, maxLifetimeSeconds)
    const subscriber: Subscriber = {
      ...{ peer, processId, point, isConfirmed: issueConfirmed ?? false, notified: null, isWaiting: false },
      expiresAt: seconds === 0 ? null : timers.now() + seconds * 1_000,
    }
    this.#subscribers.set(key, subscriber)
    // The first notification follows the acknowledgement.
    timers.after(0, () => this.#isCurrent(subscriber) && this.#notify(subscriber, this.#options.states()))
    return { kind: 'acknowledge' }
  }

  /** Notifies the subscribers whose points have changed. */
  scan(): void {
    this.#removeExpired()
    if (this.isEmpty) return
    const states = this.#options.states()
    for (const subscriber of this.#subscribers.values())
      if (!subscriber.isWaiting && hasChanged(subscriber, states.get(objectKey(subscriber.point))))
        this.#notify(subscriber, states)
  }

  /** Takes what a peer answered to a confirmed notification; one who knows of no subscription is notified no more. */
  answered(apdu: Extract<Apdu, { kind: 'simpleAck' | 'error' | 'reject' | 'abort' }>, peer: Peer): void {
    const pending = this.#settle(pendingKey(peer, apdu.invokeId))
    if (pending && apdu.kind !== 'simpleAck')
      for (const [key, one] of this.#subscribers) if (one === pending.subscriber) this.#subscribers.delete(key)
  }

  /** Returns the entries of `Active_COV_Subscriptions`. */
  listed(): DeviceNow['subscriptions'] {
    this.#removeExpired()
    return [...this.#subscribers.values()].map(({ peer, processId, point, isConfirmed, expiresAt }) => ({
      recipient: {
        recipient: {
          kind: 'address' as const,
          value: peer.station ?? { network: 0, mac: endpointOctets(peer) },
        },
        processId,
      },
      property: { object: { type: point.type, instance: point.instance }, property: properties.presentValue },
      issueConfirmed: isConfirmed,
      secondsRemaining: this.#secondsLeft(expiresAt),
      ...(isAnalog(point) && { covIncrement: point.covIncrement }),
    }))
  }

  close(): void {
    this.#subscribers.clear()
    for (const key of this.#pending.keys()) this.#settle(key)
  }

  #notify(subscriber: Subscriber, states: ReadonlyMap<string, ServedState>): void {
    const { instance } = this.#options
    const { point, processId, expiresAt, isConfirmed, peer } = subscriber
    const state = states.get(objectKey(point))
    const value = presentValueOf(point, state)
    const flags = statusFlagsOf(state)
    subscriber.notified = { value: Number(value.value), flags: flags.join() }
    const octets = (one: Primitive) => encodeWhole(primitive, one)
    const data = encodeWhole(covNotification, {
      processId,
      device: { type: objectTypes.device, instance },
      object: { type: point.type, instance: point.instance },
      secondsRemaining: this.#secondsLeft(expiresAt),
      values: [
        { property: properties.presentValue, value: octets(value) },
        { property: properties.statusFlags, value: octets({ type: 'bitString', value: flags }) },
      ],
    })
    if (isConfirmed) return this.#sendConfirmed(subscriber, data)
    const service = unconfirmedServices.unconfirmedCovNotification
    this.#options.send(peer, encodeApdu({ kind: 'unconfirmedRequest', service, data }), false)
  }

  #sendConfirmed(subscriber: Subscriber, data: Uint8Array): void {
    const { timers, send } = this.#options
    const { peer } = subscriber
    this.#invokeId = (this.#invokeId + 1) & 255
    const key = pendingKey(peer, this.#invokeId)
    // All numbers are in use: the next scan finds the change again.
    if (this.#pending.has(key)) {
      subscriber.notified = null
      return
    }
    const apdu = encodeApdu({
      kind: 'confirmedRequest',
      invokeId: this.#invokeId,
      service: confirmedServices.confirmedCovNotification,
      acceptsSegments: false,
      maxApdu: 1476,
      data,
    })
    subscriber.isWaiting = true
    const pending: PendingNotification = { subscriber, cancelTimer: () => {} }
    this.#pending.set(key, pending)
    const attempt = (left: number) => {
      send(peer, apdu, true)
      pending.cancelTimer = timers.after(confirmMs, () => (left > 1 ? attempt(left - 1) : this.#settle(key)))
    }
    attempt(maxSends)
  }

  #settle(key: string): PendingNotification | undefined {
    const pending = this.#pending.get(key)
    if (!pending) return undefined
    pending.cancelTimer()
    pending.subscriber.isWaiting = false
    this.#pending.delete(key)
    return pending
  }

  #isCurrent = (subscriber: Subscriber) => [...this.#subscribers.values()].includes(subscriber)

  #removeExpired(): void {
    const now = this.#options.timers.now()
    for (const [key, { expiresAt }] of this.#subscribers)
      if (expiresAt !== null && expiresAt <= now) this.#subscribers.delete(key)
  }

  /** Zero for a subscription without an end. */
  #secondsLeft(expiresAt: number | null): number {
    return expiresAt === null ? 0 : Math.max(1, Math.round((expiresAt - this.#options.timers.now()) / 1_000))
  }
}

const pendingKey = (peer: Peer, invokeId: number) => `${peerKey(peer)}#${invokeId}`

function hasChanged({ point, notified }: Subscriber, state: ServedState | undefined): boolean {
  if (!notified) return true
  const value = Number(presentValueOf(point, state).value)
  if (statusFlagsOf(state).join() !== notified.flags) return true
  const change = Math.abs(value - notified.value)
  return isAnalog(point) ? change > 0 && change >= point.covIncrement - tolerance : change > 0
}

/** Numbers of a point have fewer digits than those that are computed with. */
const tolerance = 1e-9
