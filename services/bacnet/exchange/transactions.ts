/** All confirmed requests that wait for their results, by device and invoke id. */
import { type Apdu, encodeApdu } from '../frames/apdu'
import type { IpEndpoint } from '../frames/bvlc'
import { isSameEndpoint, type Peer, peerKey } from '../peer'
import { abortReasons, RequestFailure } from '../refusals'
import type { Timers } from '../timers'
import { type DeviceLimits, Transaction, type TransactionSizes, type TransactionTimes } from './transaction'

export interface ConfirmedService {
  service: number
  data: Uint8Array
  device: DeviceLimits
}

interface TransactionsOptions {
  times: TransactionTimes
  sizes: TransactionSizes
  timers: Timers
  send(peer: Peer, apdu: Uint8Array, isReplyExpected: boolean): void
}

const invokeIds = 256
/** A device that sends segments to nobody receives one abort in this time. */
const abortOnceMs = 10_000
const maxRememberedAborts = 256

export class Transactions {
  readonly #options: TransactionsOptions
  readonly #outstanding = new Map<string, Map<number, Transaction>>()
  /** Starts anywhere, so that answers to a process that ended match nothing. */
  #lastInvokeId = Math.floor(Math.random() * invokeIds)
  readonly #aborted = new Map<string, number>()

  constructor(options: TransactionsOptions) {
    this.#options = options
  }

  /** Sends a request and returns the data of its acknowledgement. Rejects with `RequestFailure`. */
  request(peer: Peer, { service, data, device }: ConfirmedService): Promise<Uint8Array> {
    const { times, sizes, timers, send } = this.#options
    const key = peerKey(peer)
    const ofPeer = this.#outstanding.get(key) ?? new Map<number, Transaction>()
    const invokeId = this.#freeInvokeId(ofPeer)
    if (invokeId === undefined) return Promise.reject(new RequestFailure({ kind: 'queueFull' }))
    this.#outstanding.set(key, ofPeer)
    return new Promise((resolve, reject) => {
      const transaction = new Transaction({
        ...{ peer, invokeId, service, data, device, times, sizes, timers },
        send: (apdu, isReplyExpected) => send(peer, apdu, isReplyExpected),
        settle: (result) => {
          ofPeer.delete(invokeId)
          if (ofPeer.size === 0 && this.#outstanding.get(key) === ofPeer) this.#outstanding.delete(key)
          if ('data' in result) resolve(result.data)
          else reject(new RequestFailure(result.failure))
        },
      })
      ofPeer.set(invokeId, transaction)
      transaction.start()
    })
  }

  /** Accepts an answer. One from an address without a request matches nothing. */
  receive(apdu: Exclude<Apdu, { kind: 'confirmedRequest' | 'unconfirmedRequest' }>, from: Peer): void {
    const transaction = this.#outstanding.get(peerKey(from))?.get(apdu.invokeId)
    if (transaction) transaction.receive(apdu)
    else if (apdu.kind === 'complexAck' && apdu.segment) this.#stopSender(from, apdu.invokeId)
  }

  /** Ends what waits for devices of a network that a router cannot reach. */
  unreachable(router: IpEndpoint, network: number, reason: number): void {
    for (const transaction of this.#all())
      if (transaction.peer.station?.network === network && isSameEndpoint(transaction.peer, router))
        transaction.reject(network, reason)
  }

  stop(): void {
    for (const transaction of this.#all()) transaction.settle({ failure: { kind: 'stopped' } })
  }

  #all(): Transaction[] {
    return [...this.#outstanding.values()].flatMap((ofPeer) => [...ofPeer.values()])
  }

  #freeInvokeId(ofPeer: ReadonlyMap<number, Transaction>): number | undefined {
    for (let tried = 0; tried < invokeIds; tried++) {
      this.#lastInvokeId = (this.#lastInvokeId + 1) % invokeIds
      if (!ofPeer.has(this.#lastInvokeId)) return this.#lastInvokeId
    }
    return undefined
  }

  #stopSender(from: Peer, invokeId: number): void {
    const { timers, send } = this.#options
    const key = `${peerKey(from)}#${invokeId}`
    const now = timers.now()
    const last = this.#aborted.get(key)
    if (last !== undefined && now - last < abortOnceMs) return
    this.#aborted.delete(key)
    this.#aborted.set(key, now)
    const [oldest] = this.#aborted.keys()
    if (this.#aborted.size > maxRememberedAborts && oldest !== undefined) this.#aborted.delete(oldest)
    const reason = abortReasons.invalidApduInThisState
    send(from, encodeApdu({ kind: 'abort', isFromServer: false, invokeId, reason }), false)
  }
}
