/** Subscriptions to changes of value (clause 13.14): renewed at half their lifetime, cancelled at the end. */
import { encodeWhole } from '../encoding/codec'
import { type ObjectId, objectKey } from '../encoding/primitives'
import { decodeProperty, type PropertyValue } from '../encoding/property-values'
import { type CovNotification, subscribeCovRequest } from '../messages/events'
import { type Peer, peerKey } from '../peer'
import { errorNumbersOf, isRequestFailure } from '../refusals'
import { confirmedServices } from '../service-numbers'
import type { Timers } from '../timers'
import type { ApplicationLayer, ServerReply } from './application-layer'
import type { RemoteDevice } from './remote-device'

export interface CovOptions {
  object: ObjectId
  isConfirmed: boolean
  lifetimeSeconds: number
  /** Is called for each notification, the first one right after the subscription. */
  onValues(values: readonly CovValue[]): void
}

export interface CovValue {
  property: number
  value: PropertyValue
}

interface Subscription extends CovOptions {
  device: RemoteDevice
  /** Milliseconds; from then on, for its lifetime, the device sends notifications. */
  confirmedAt: number
  isCancelled: boolean
  cancelTimer(): void
}

export interface CovHandle {
  /** Whether the device has confirmed the subscription, or a renewal, within its lifetime. */
  isActive(): boolean
  /** When the device confirmed it last, in milliseconds. */
  confirmedAt(): number
  /** Ends the subscription on this side only: that of a device which does not answer. */
  drop(): void
  /** Ends the subscription, in the device as well if it answers. */
  cancel(): Promise<void>
}

const retryRenewalMs = 10_000
/**
 * The same for every subscription, which the object distinguishes: a process that was started again renews what the one
 * before it subscribed to, and takes no second place in the device.
 */
const processId = 1

const keyOf = (peer: Peer, object: ObjectId) => `${peerKey(peer)}/${objectKey(object)}`

export class CovSubscriptions {
  readonly #application: ApplicationLayer
  readonly #timers: Timers
  readonly #subscriptions = new Map<string, Subscription>()

  constructor(application: ApplicationLayer, timers: Timers) {
    this.#application = application
    this.#timers = timers
  }

  /**
   * Subscribes to an object, once, and renews until cancelled. Rejects with `RequestFailure` when the device refuses or is
   * silent.
   */
  async subscribe(device: RemoteDevice, options: CovOptions): Promise<CovHandle> {
    const subscription: Subscription = {
      ...options,
      device,
      confirmedAt: 0,
      isCancelled: false,
      cancelTimer: () => {},
    }
    const key = keyOf(device.address.peer, options.object)
    const earlier = this.#subscriptions.get(key)
    if (earlier) this.#drop(earlier)
    this.#subscriptions.set(key, subscription)
    try {
      await this.#send(subscription)
    } catch (error) {
      this.#drop(subscription)
      throw error
    }
    this.#renewLater(subscription, (subscription.lifetimeSeconds * 1_000) / 2)
    return {
      isActive: () =>
        !subscription.isCancelled &&
        this.#timers.now() < subscription.confirmedAt + subscription.lifetimeSeconds * 1_000,
      confirmedAt: () => subscription.confirmedAt,
      drop: () => this.#drop(subscription),
      cancel: () => this.#cancel(subscription),
    }
  }

  /** Takes a notification. One that belongs to no subscription is refused, so that its device stops. */
  notify({ processId: receiver, object, values }: CovNotification, from: Peer): ServerReply {
    const subscription = receiver === processId ? this.#subscriptions.get(keyOf(from, object)) : undefined
    if (!subscription) return { errorClass: errorNumbersOf.services, errorCode: errorNumbersOf.unknownSubscription }
    subscription.onValues(
      values.map(({ property, arrayIndex, value }) => ({
        property,
        value: decodeProperty({ objectType: object.type, property, arrayIndex }, value),
      })),
    )
    return 'acknowledge'
  }

  async cancelAll(): Promise<void> {
    await Promise.all([...this.#subscriptions.values()].map((subscription) => this.#cancel(subscription)))
  }

  async #cancel(subscription: Subscription): Promise<void> {
    if (subscription.isCancelled) return
    this.#end(subscription)
    const { device, object } = subscription
    try {
      await this.#request(device, encodeWhole(subscribeCovRequest, { processId, object }))
    } catch (error) {
      // A device that does not answer forgets the subscription at the end of its lifetime.
      if (!isRequestFailure(error)) throw error
    } finally {
      this.#drop(subscription)
    }
  }

  #drop(subscription: Subscription): void {
    this.#end(subscription)
    const key = keyOf(subscription.device.address.peer, subscription.object)
    if (this.#subscriptions.get(key) === subscription) this.#subscriptions.delete(key)
  }

  #end(subscription: Subscription): void {
    subscription.isCancelled = true
    subscription.cancelTimer()
  }

  async #send(subscription: Subscription): Promise<void> {
    const { device, object, isConfirmed, lifetimeSeconds } = subscription
    const request = { processId, object, issueConfirmed: isConfirmed, lifetimeSeconds }
    await this.#request(device, encodeWhole(subscribeCovRequest, request))
    subscription.confirmedAt = this.#timers.now()
  }

  #request(device: RemoteDevice, data: Uint8Array): Promise<Uint8Array> {
    return this.#application.request(device.address.peer, confirmedServices.subscribeCov, data, device.limits)
  }

  #renewLater(subscription: Subscription, ms: number): void {
    if (subscription.isCancelled) return
    subscription.cancelTimer = this.#timers.after(ms, () => {
      this.#send(subscription).then(
        () => this.#renewLater(subscription, (subscription.lifetimeSeconds * 1_000) / 2),
        () => this.#renewLater(subscription, retryRenewalMs),
      )
    })
  }
}
