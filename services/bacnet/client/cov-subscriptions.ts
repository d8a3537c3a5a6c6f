/** Subscriptions to changes of value (clause 13.14): renewed at half their lifetime, cancelled at the end. */
import { encodeWhole } from '../encoding/codec'
import type { ObjectId } from '../encoding/primitives'
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
  processId: number
  /** Milliseconds until which the device sends notifications. */
  activeUntil: number
  isCancelled: boolean
  cancelTimer(): void
}

export interface CovHandle {
  /** Whether the device has confirmed the subscription, or a renewal, within its lifetime. */
  isActive(): boolean
  /** Ends the subscription, in the device as well if it answers. */
  cancel(): Promise<void>
}

const retryRenewalMs = 10_000
const maxProcessId = 4_194_302

export class CovSubscriptions {
  readonly #application: ApplicationLayer
  readonly #timers: Timers
  readonly #subscriptions = new Map<number, Subscription>()
  #lastProcessId = 0

  constructor(application: ApplicationLayer, timers: Timers) {
    this.#application = application
    this.#timers = timers
  }

  /** Subscribes, and renews until cancelled. Rejects with `RequestFailure` when the device refuses or is silent. */
  async subscribe(device: RemoteDevice, options: CovOptions): Promise<CovHandle> {
    const subscription: Subscription = {
      ...options,
      device,
      processId: this.#nextProcessId(),
      activeUntil: 0,
      isCancelled: false,
      cancelTimer: () => {},
    }
    this.#subscriptions.set(subscription.processId, subscription)
    try {
      await this.#send(subscription)
    } catch (error) {
      this.#subscriptions.delete(subscription.processId)
      throw error
    }
    this.#renewLater(subscription, (subscription.lifetimeSeconds * 1_000) / 2)
    return {
      isActive: () => !subscription.isCancelled && this.#timers.now() < subscription.activeUntil,
      cancel: () => this.#cancel(subscription),
    }
  }

  /** Takes a notification. One that belongs to no subscription is refused, so that its device stops. */
  notify({ processId, object, values }: CovNotification, from: Peer): ServerReply {
    const subscription = this.#subscriptions.get(processId)
    const isExpected =
      subscription &&
      peerKey(subscription.device.address.peer) === peerKey(from) &&
      subscription.object.type === object.type &&
      subscription.object.instance === object.instance
    if (!isExpected) return { errorClass: errorNumbersOf.services, errorCode: errorNumbersOf.unknownSubscription }
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
    subscription.isCancelled = true
    subscription.cancelTimer()
    const { device, object, processId } = subscription
    try {
      await this.#request(device, encodeWhole(subscribeCovRequest, { processId, object }))
    } catch (error) {
      // A device that does not answer forgets the subscription at the end of its lifetime.
      if (!isRequestFailure(error)) throw error
    } finally {
      this.#subscriptions.delete(processId)
    }
  }

  async #send(subscription: Subscription): Promise<void> {
    const { device, object, processId, isConfirmed, lifetimeSeconds } = subscription
    const request = { processId, object, issueConfirmed: isConfirmed, lifetimeSeconds }
    await this.#request(device, encodeWhole(subscribeCovRequest, request))
    subscription.activeUntil = this.#timers.now() + lifetimeSeconds * 1_000
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

  #nextProcessId(): number {
    do this.#lastProcessId = (this.#lastProcessId % maxProcessId) + 1
    while (this.#subscriptions.has(this.#lastProcessId))
    return this.#lastProcessId
  }
}
