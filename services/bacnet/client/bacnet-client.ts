/**
 * A BACnet/IP client: it finds devices, reads them, follows their values and receives their events. Unless it was created
 * with the permission to write, the layer below refuses to send a request that changes a device.
 */
import type { BacnetDateTime } from '../encoding/calendar'
import { decodeWhole, encodeWhole } from '../encoding/codec'
import { defaultLimits, type QueueLimits } from '../exchange/request-queue'
import type { TransactionSizes, TransactionTimes } from '../exchange/transaction'
import { apduSizes } from '../frames/apdu'
import type { IpEndpoint } from '../frames/bvlc'
import type { EventNotification } from '../messages/events'
import { covNotification, eventNotification } from '../messages/events'
import { type IAm, type IHave, iAm, iHave, segmentation, type WhoHas, whoHas, whoIs } from '../messages/who-is'
import { timeSynchronizationRequest } from '../messages/writing'
import { type BroadcastScope, NetworkLink, type NetworkLinkOptions } from '../network/network-link'
import { objectTypes } from '../object-types'
import type { Peer } from '../peer'
import { confirmedServices, readingServices, unconfirmedServices, writingServices } from '../service-numbers'
import { systemTimers } from '../timers'
import { ApplicationLayer, type ServerReply } from './application-layer'
import { CovSubscriptions } from './cov-subscriptions'
import { DeviceManager } from './device-manager'
import { DeviceWriter } from './device-writer'
import { RemoteDevice, type RemoteDeviceAddress } from './remote-device'

export interface ClientOptions extends Omit<NetworkLinkOptions, 'timers'> {
  timers?: NetworkLinkOptions['timers']
  times?: Partial<TransactionTimes>
  sizes?: Partial<TransactionSizes>
  limits?: Partial<QueueLimits>
  /** Whether requests that change a device may be sent to it; by default to none. */
  mayWrite?: ((device: Peer) => boolean) | undefined
  /** Answers Who-Is as this device; without it, this side has no instance and stays silent. */
  identity?: { instance: number; vendorId: number } | undefined
}

const defaultTimes: TransactionTimes = { apduTimeoutMs: 3_000, segmentTimeoutMs: 2_000, retries: 2 }
const defaultSizes: TransactionSizes = { maxApdu: apduSizes[5], windowSize: 16, maxReplyOctets: 1_048_576 }

const sentUnconfirmed: ReadonlySet<number> = new Set([
  unconfirmedServices.iAm,
  unconfirmedServices.whoHas,
  unconfirmedServices.whoIs,
])

/** They change a clock: only ever sent to one device. */
const clockServices: ReadonlySet<number> = new Set([
  unconfirmedServices.timeSynchronization,
  unconfirmedServices.utcTimeSynchronization,
])

const isPeer = (to: Peer | BroadcastScope): to is Peer => typeof to === 'object' && 'address' in to

type Listener<Message> = (message: Message, from: Peer) => void

export class BacnetClient {
  readonly link: NetworkLink
  readonly subscriptions: CovSubscriptions
  readonly #application: ApplicationLayer
  readonly #options: ClientOptions
  readonly #heardListeners = new Set<(from: Peer) => void>()
  readonly #iAmListeners = new Set<Listener<IAm>>()
  readonly #iHaveListeners = new Set<Listener<IHave>>()
  readonly #eventListeners = new Set<Listener<EventNotification>>()

  constructor(options: ClientOptions) {
    const timers = options.timers ?? systemTimers
    this.#options = options
    this.link = new NetworkLink({ ...options, timers })
    this.#application = new ApplicationLayer(
      {
        ...{ link: this.link, timers },
        times: { ...defaultTimes, ...options.times },
        sizes: { ...defaultSizes, ...options.sizes },
        limits: { ...defaultLimits, ...options.limits },
        permitted: {
          confirmed: (service, to) =>
            readingServices.has(service) || (writingServices.has(service) && options.mayWrite?.(to) === true),
          unconfirmed: (service, to) =>
            sentUnconfirmed.has(service) ||
            (clockServices.has(service) && isPeer(to) && options.mayWrite?.(to) === true),
        },
      },
      {
        heard: (from) => {
          for (const listener of this.#heardListeners) listener(from)
        },
        unconfirmed: (service, data, from) => this.#takeUnconfirmed(service, data, from),
        confirmed: (service, data, from) => this.#takeConfirmed(service, data, from),
      },
    )
    this.subscriptions = new CovSubscriptions(this.#application, timers)
  }

  /** Datagrams and messages that were damaged. */
  get damaged(): number {
    return this.link.counts.damaged + this.#application.damaged
  }

  /** The address of this side. */
  get local(): IpEndpoint {
    return this.#options.port.local
  }

  /** Returns a device to read; what it accepts is in its I-Am. */
  device(address: RemoteDeviceAddress): RemoteDevice {
    return new RemoteDevice(this.#application, address)
  }

  /** Returns what changes a device. */
  writer(device: RemoteDevice): DeviceWriter {
    return new DeviceWriter(this.#application, device)
  }

  /** Returns what starts a device again, silences it and writes its files. */
  manager(device: RemoteDevice): DeviceManager {
    return new DeviceManager(this.#application, device)
  }

  /**
   * Sends one device the time: that of its place, or UTC. It answers nothing. Throws `RequestFailure` when it may not be
   * written to.
   */
  synchronizeTime(device: RemoteDevice, clock: 'local' | 'utc', time: BacnetDateTime): void {
    const service =
      clock === 'utc' ? unconfirmedServices.utcTimeSynchronization : unconfirmedServices.timeSynchronization
    this.#application.sendUnconfirmed(device.address.peer, service, encodeWhole(timeSynchronizationRequest, time))
  }

  /** Asks devices to say who they are: all, or those with instances in a range. */
  whoIs({ low, high, scope = 'global' }: { low?: number; high?: number; scope?: BroadcastScope | Peer } = {}): void {
    const range = low === undefined || high === undefined ? {} : { lowLimit: low, highLimit: high }
    this.#application.sendUnconfirmed(scope, unconfirmedServices.whoIs, encodeWhole(whoIs, range))
  }

  /** Asks which device has an object, by its identifier or its name. */
  whoHas(question: WhoHas, scope: BroadcastScope | Peer = 'global'): void {
    this.#application.sendUnconfirmed(scope, unconfirmedServices.whoHas, encodeWhole(whoHas, question))
  }

  /** Calls a listener for each message of a device, whatever it says, and returns what ends that. */
  onHeard(listener: (from: Peer) => void): () => void {
    return added(this.#heardListeners, listener)
  }

  /** Calls a listener for each I-Am, and returns what ends that. */
  onIAm(listener: Listener<IAm>): () => void {
    return added(this.#iAmListeners, listener)
  }

  onIHave(listener: Listener<IHave>): () => void {
    return added(this.#iHaveListeners, listener)
  }

  /** Confirmed notifications are acknowledged once a listener has returned; without one, they are refused. */
  onEvent(listener: Listener<EventNotification>): () => void {
    return added(this.#eventListeners, listener)
  }

  /** Cancels the subscriptions, ends what waits with `stopped`, and closes the socket. */
  async close(): Promise<void> {
    await this.subscriptions.cancelAll()
    await this.#application.close()
  }

  #takeUnconfirmed(service: number, data: Uint8Array, from: Peer): void {
    switch (service) {
      case unconfirmedServices.iAm:
        return call(this.#iAmListeners, decodeWhole(iAm, data), from)
      case unconfirmedServices.iHave:
        return call(this.#iHaveListeners, decodeWhole(iHave, data), from)
      case unconfirmedServices.whoIs:
        return this.#answerWhoIs(data, from)
      case unconfirmedServices.unconfirmedCovNotification:
        this.subscriptions.notify(decodeWhole(covNotification, data), from)
        return
      case unconfirmedServices.unconfirmedEventNotification:
        return call(this.#eventListeners, decodeWhole(eventNotification, data), from)
    }
  }

  #takeConfirmed(service: number, data: Uint8Array, from: Peer): ServerReply | undefined {
    if (service === confirmedServices.confirmedCovNotification)
      return this.subscriptions.notify(decodeWhole(covNotification, data), from)
    if (service !== confirmedServices.confirmedEventNotification || this.#eventListeners.size === 0) return undefined
    call(this.#eventListeners, decodeWhole(eventNotification, data), from)
    return 'acknowledge'
  }

  #answerWhoIs(data: Uint8Array, from: Peer): void {
    const { lowLimit = 0, highLimit = Number.POSITIVE_INFINITY } = decodeWhole(whoIs, data)
    const { identity } = this.#options
    if (!identity || identity.instance < lowLimit || identity.instance > highLimit) return
    const answer: IAm = {
      device: { type: objectTypes.device, instance: identity.instance },
      maxApdu: this.#options.sizes?.maxApdu ?? defaultSizes.maxApdu,
      segmentation: segmentation.none,
      vendorId: identity.vendorId,
    }
    this.#application.sendUnconfirmed(from, unconfirmedServices.iAm, encodeWhole(iAm, answer))
  }
}

function added<One>(all: Set<One>, one: One): () => void {
  all.add(one)
  return () => all.delete(one)
}

function call<Message>(listeners: ReadonlySet<Listener<Message>>, message: Message, from: Peer): void {
  for (const listener of listeners) listener(message, from)
}
