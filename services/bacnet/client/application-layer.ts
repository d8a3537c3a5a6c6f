/** The application layer of a client: requests through the queue, and what devices send unasked. */
import { encodeWhole } from '../encoding/codec'
import { errorNumbers } from '../encoding/references'
import { type QueueLimits, type RequestOptions, RequestQueue } from '../exchange/request-queue'
import type { DeviceLimits, TransactionSizes, TransactionTimes } from '../exchange/transaction'
import { Transactions } from '../exchange/transactions'
import { type Apdu, type ConfirmedRequest, decodeApdu, encodeApdu } from '../frames/apdu'
import type { BroadcastScope, NetworkLink } from '../network/network-link'
import { DamagedFrame } from '../octets'
import type { Peer } from '../peer'
import { abortReasons, RequestFailure, rejectReasons } from '../refusals'
import { awaitedServices, urgentServices } from '../service-numbers'
import type { Timers } from '../timers'

export interface ApplicationOptions {
  link: NetworkLink
  timers: Timers
  times: TransactionTimes
  sizes: TransactionSizes
  limits: QueueLimits
  /** Confirmed services that may be sent to a device, and unconfirmed ones also to all; answers always may. */
  permitted: {
    confirmed(service: number, to: Peer): boolean
    unconfirmed(service: number, to: Peer | BroadcastScope): boolean
  }
}

/** What to answer a confirmed request of a device with. */
export type ServerReply = 'acknowledge' | { errorClass: number; errorCode: number }

export interface UnaskedHandlers {
  /** Is called for every message, before it is read. */
  heard(from: Peer): void
  /** Throws `DamagedFrame` when the data is damaged. */
  unconfirmed(service: number, data: Uint8Array, from: Peer): void
  /** Undefined for a service that is not known here. Throws `DamagedFrame` when the data is damaged. */
  confirmed(service: number, data: Uint8Array, from: Peer): ServerReply | undefined
}

export class ApplicationLayer {
  /** Damaged messages in undamaged datagrams. */
  damaged = 0
  readonly #options: ApplicationOptions
  readonly #transactions: Transactions
  readonly #queue: RequestQueue
  readonly #handlers: UnaskedHandlers

  constructor(options: ApplicationOptions, handlers: UnaskedHandlers) {
    const { link, timers, times, sizes, limits } = options
    this.#options = options
    this.#handlers = handlers
    this.#queue = new RequestQueue(limits, timers)
    this.#transactions = new Transactions({
      ...{ times, sizes, timers },
      send: (peer, apdu, isReplyExpected) => link.send(peer, apdu, isReplyExpected),
    })
    link.listen({
      apdu: (apdu, from, isBroadcast) => this.#receive(apdu, from, isBroadcast),
      unreachable: (router, network, reason) => this.#transactions.unreachable(router, network, reason),
    })
  }

  /** Sends a request when it is its turn, and returns the data of the acknowledgement. Rejects with `RequestFailure`. */
  request(
    peer: Peer,
    service: number,
    data: Uint8Array,
    { isAwaited = awaitedServices.has(service), ...device }: DeviceLimits & Pick<RequestOptions, 'isAwaited'>,
  ): Promise<Uint8Array> {
    if (!this.#options.permitted.confirmed(service, peer))
      return Promise.reject(new RequestFailure({ kind: 'notPermitted', service }))
    const run = () => this.#transactions.request(peer, { service, data, device })
    return this.#queue.run(peer, run, { isUrgent: urgentServices.has(service), isAwaited })
  }

  /** Sends to one device or broadcasts. Throws `RequestFailure` when the service is not permitted. */
  sendUnconfirmed(to: Peer | BroadcastScope, service: number, data: Uint8Array): void {
    if (!this.#options.permitted.unconfirmed(service, to)) throw new RequestFailure({ kind: 'notPermitted', service })
    const apdu = encodeApdu({ kind: 'unconfirmedRequest', service, data })
    if (typeof to === 'object' && 'address' in to) this.#options.link.send(to, apdu, false)
    else this.#options.link.broadcast(apdu, to)
  }

  async close(): Promise<void> {
    this.#queue.stop()
    this.#transactions.stop()
    await this.#options.link.close()
  }

  #receive(octets: Uint8Array, from: Peer, isBroadcast: boolean): void {
    try {
      this.#dispatch(decodeApdu(octets), from, isBroadcast)
    } catch (error) {
      if (!(error instanceof DamagedFrame)) throw error
      this.damaged += 1
    }
  }

  #dispatch(apdu: Apdu, from: Peer, isBroadcast: boolean): void {
    this.#queue.heard(from)
    this.#handlers.heard(from)
    if (apdu.kind === 'unconfirmedRequest') this.#handlers.unconfirmed(apdu.service, apdu.data, from)
    // Requests and answers have one receiver: a broadcast one is forged, or not for this side.
    else if (isBroadcast) this.damaged += 1
    else if (apdu.kind === 'confirmedRequest') this.#serve(apdu, from)
    else this.#transactions.receive(apdu, from)
  }

  #serve({ invokeId, service, segment, data }: ConfirmedRequest, from: Peer): void {
    const reply = (apdu: Apdu) => this.#options.link.send(from, encodeApdu(apdu), false)
    if (segment) {
      const reason = abortReasons.segmentationNotSupported
      return reply({ kind: 'abort', isFromServer: true, invokeId, reason })
    }
    try {
      const outcome = this.#handlers.confirmed(service, data, from)
      if (outcome === undefined) reply({ kind: 'reject', invokeId, reason: rejectReasons.unrecognizedService })
      else if (outcome === 'acknowledge') reply({ kind: 'simpleAck', invokeId, service })
      else reply({ kind: 'error', invokeId, service, data: encodeWhole(errorNumbers, outcome) })
    } catch (error) {
      if (!(error instanceof DamagedFrame)) throw error
      this.damaged += 1
      reply({ kind: 'reject', invokeId, reason: rejectReasons.invalidTag })
    }
  }
}
