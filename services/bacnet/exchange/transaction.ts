/** One confirmed request from its first octet to its result (clause 5.4.4, the requesting side). */
import { errorNumbers } from '../encoding/references'
import { TagReader } from '../encoding/tags'
import {
  type Apdu,
  type ComplexAck,
  type ConfirmedRequest,
  encodeApdu,
  type SegmentAck,
  segmentHeadOctets,
} from '../frames/apdu'
import { DamagedFrame } from '../octets'
import type { Peer } from '../peer'
import { abortReasons, type Failure } from '../refusals'
import type { Timers } from '../timers'
import { SegmentReceiver } from './segment-receiver'
import { SegmentSender } from './segment-sender'

/** What a device accepts, as its I-Am or its Device object says. */
export interface DeviceLimits {
  maxApdu: number
  acceptsSegments: boolean
}

export interface TransactionTimes {
  apduTimeoutMs: number
  segmentTimeoutMs: number
  /** How often a request is repeated after the first time. */
  retries: number
}

export interface TransactionSizes {
  /** The longest message without segments that this side accepts. */
  maxApdu: number
  /** Segments sent or received before an acknowledgement. */
  windowSize: number
  maxReplyOctets: number
}

export interface TransactionContext {
  peer: Peer
  invokeId: number
  service: number
  data: Uint8Array
  device: DeviceLimits
  times: TransactionTimes
  sizes: TransactionSizes
  timers: Timers
  send(apdu: Uint8Array, isReplyExpected: boolean): void
  /** Is called once. */
  settle(result: { data: Uint8Array } | { failure: Failure }): void
}

/** A silent sender of segments is waited for this many times as long as a silent receiver (clause 5.4.1). */
const segmentPatience = 4

export class Transaction {
  readonly #context: TransactionContext
  readonly #sender: SegmentSender | undefined
  #receiver: SegmentReceiver | undefined
  #isSending = false
  #attempts = 0
  #cancelTimer = () => {}
  #isSettled = false

  constructor(context: TransactionContext) {
    this.#context = context
    const { data, device, sizes } = context
    const limit = Math.min(device.maxApdu, sizes.maxApdu)
    const headOctets = 4
    if (data.length + headOctets > limit)
      this.#sender = new SegmentSender(data, limit - segmentHeadOctets, sizes.windowSize)
  }

  get peer(): Peer {
    return this.#context.peer
  }

  start(): void {
    if (this.#sender && !this.#context.device.acceptsSegments) return this.settle({ failure: { kind: 'tooLong' } })
    this.#attempt()
  }

  receive(apdu: Exclude<Apdu, { kind: 'confirmedRequest' | 'unconfirmedRequest' }>): void {
    const { service } = this.#context
    switch (apdu.kind) {
      case 'segmentAck':
        return this.#takeAcknowledgement(apdu)
      case 'simpleAck':
        // An answer to another service is a late one to an earlier request.
        if (apdu.service === service && !this.#receiver) this.settle({ data: new Uint8Array(0) })
        return
      case 'complexAck':
        if (apdu.service === service) this.#takeReply(apdu)
        return
      case 'error':
        if (apdu.service === service) this.settle({ failure: readError(apdu.data) })
        return
      case 'reject':
        return this.settle({ failure: { kind: 'reject', reason: apdu.reason } })
      case 'abort':
        if (apdu.isFromServer) this.settle({ failure: { kind: 'abort', reason: apdu.reason, isFromServer: true } })
    }
  }

  /** Ends what a router does not pass on; what was sent more than once may have been passed on the first time. */
  reject(network: number, reason: number): void {
    this.settle({ failure: this.#attempts > 1 ? { kind: 'noAnswer' } : { kind: 'unreachable', network, reason } })
  }

  settle(result: { data: Uint8Array } | { failure: Failure }): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#cancelTimer()
    this.#context.settle(result)
  }

  #attempt(): void {
    this.#attempts += 1
    if (this.#sender) {
      this.#sender.restart()
      this.#isSending = true
      return this.#sendWindow()
    }
    this.#sendRequest(this.#context.data)
    this.#wait(this.#context.times.apduTimeoutMs, () => this.#retry())
  }

  #retry(): void {
    if (this.#attempts <= this.#context.times.retries) this.#attempt()
    else this.settle({ failure: { kind: 'noAnswer' } })
  }

  #sendWindow(): void {
    for (const { place, data } of this.#sender?.window() ?? []) this.#sendRequest(data, place)
    this.#wait(this.#context.times.segmentTimeoutMs, () => {
      this.#attempts += 1
      if (this.#attempts <= this.#context.times.retries + 1) this.#sendWindow()
      else this.settle({ failure: { kind: 'noAnswer' } })
    })
  }

  #takeAcknowledgement({ isFromServer, isNegative, sequenceNumber, windowSize }: SegmentAck): void {
    if (!isFromServer || !this.#sender || !this.#isSending) return
    const outcome = this.#sender.acknowledge(sequenceNumber, windowSize, isNegative)
    if (outcome === 'nothing') return
    if (!isNegative) this.#attempts = 1
    else if (++this.#attempts > this.#context.times.retries + 1 + this.#sender.count)
      return this.settle({ failure: { kind: 'noAnswer' } })
    if (outcome === 'next') return this.#sendWindow()
    this.#isSending = false
    this.#wait(this.#context.times.apduTimeoutMs, () => this.#retry())
  }

  #takeReply({ segment, data, invokeId }: ComplexAck): void {
    if (!segment) {
      if (!this.#receiver) this.settle({ data: data.slice() })
      return
    }
    const { sizes, times, send } = this.#context
    const windowSize = Math.min(segment.windowSize, sizes.windowSize)
    this.#isSending = false
    this.#receiver ??= new SegmentReceiver(windowSize, sizes.maxReplyOctets)
    const { acknowledgement, isProgress, isComplete, isTooLong } = this.#receiver.receive(segment, data)
    if (isTooLong) return this.#abort(abortReasons.bufferOverflow)
    if (acknowledgement)
      send(encodeApdu({ kind: 'segmentAck', isFromServer: false, invokeId, windowSize, ...acknowledgement }), false)
    if (isComplete) return this.settle({ data: this.#receiver.message() })
    if (isProgress)
      this.#wait(times.segmentTimeoutMs * segmentPatience, () => this.settle({ failure: { kind: 'noAnswer' } }))
  }

  #abort(reason: number): void {
    const { invokeId, send } = this.#context
    send(encodeApdu({ kind: 'abort', isFromServer: false, invokeId, reason }), false)
    this.settle({ failure: { kind: 'abort', reason, isFromServer: false } })
  }

  #sendRequest(data: Uint8Array, segment?: ConfirmedRequest['segment']): void {
    const { invokeId, service, sizes, send } = this.#context
    const request: ConfirmedRequest = {
      kind: 'confirmedRequest',
      invokeId,
      service,
      acceptsSegments: true,
      maxSegments: Number.POSITIVE_INFINITY,
      maxApdu: sizes.maxApdu,
      segment,
      data,
    }
    send(encodeApdu(request), true)
  }

  #wait(ms: number, action: () => void): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#context.timers.after(ms, action)
  }
}

/** Returns what an error says; some services enclose the two numbers and add which part failed. */
function readError(data: Uint8Array): Failure {
  try {
    const reader = new TagReader(data)
    if (reader.nextIs('opening', 0)) reader.open(0)
    return { kind: 'error', ...errorNumbers.decode(reader) }
  } catch (error) {
    if (error instanceof DamagedFrame) return { kind: 'damagedAnswer', detail: error.message }
    throw error
  }
}
