/** Replies of a served device: in one message, or in segments that the peer acknowledges (clause 5.4). */
import { SegmentSender } from '../exchange/segment-sender'
import { type ConfirmedRequest, encodeApdu, type SegmentAck } from '../frames/apdu'
import { type Peer, peerKey } from '../peer'
import { abortReasons } from '../refusals'
import type { Timers } from '../timers'

interface ReplySenderOptions {
  maxApdu: number
  sendsSegments: boolean
  timers: Timers
  send(peer: Peer, apdu: Uint8Array, isReplyExpected: boolean): void
}

interface SegmentedReply {
  sendWindow(): void
  sender: SegmentSender
  cancelTimer(): void
}

/** Octets before the data of a message, and of a segment. */
const headOctets = 3
const segmentHeadOctets = 5
const windowSize = 8
const segmentTimeoutMs = 5_000
const maxSends = 4
/** So many replies in segments may be under way. */
const maxReplies = 16

export class ReplySender {
  readonly #options: ReplySenderOptions
  readonly #replies = new Map<string, SegmentedReply>()

  constructor(options: ReplySenderOptions) {
    this.#options = options
  }

  /** Sends the data that a request is answered with. */
  reply(request: ConfirmedRequest, data: Uint8Array, peer: Peer): void {
    const { send, sendsSegments } = this.#options
    const { invokeId, service, acceptsSegments, maxSegments = Number.POSITIVE_INFINITY } = request
    const maxOctets = Math.min(this.#options.maxApdu, request.maxApdu)
    if (data.length + headOctets <= maxOctets)
      return send(peer, encodeApdu({ kind: 'complexAck', invokeId, service, data }), false)
    const abort = (reason: number) =>
      send(peer, encodeApdu({ kind: 'abort', isFromServer: true, invokeId, reason }), false)
    if (!sendsSegments || !acceptsSegments) return abort(abortReasons.segmentationNotSupported)
    const sender = new SegmentSender(data, maxOctets - segmentHeadOctets, windowSize)
    if (sender.count > maxSegments) return abort(abortReasons.bufferOverflow)
    const key = replyKey(peer, invokeId)
    if (!this.#replies.has(key) && this.#replies.size >= maxReplies) return abort(abortReasons.outOfResources)
    this.#end(key)
    const sendWindow = () => {
      for (const { place, data: part } of sender.window())
        send(peer, encodeApdu({ kind: 'complexAck', invokeId, service, segment: place, data: part }), true)
    }
    this.#replies.set(key, { sender, sendWindow, cancelTimer: () => {} })
    this.#sendUntilAcknowledged(key, maxSends)
  }

  /** Takes the acknowledgement of segments. */
  acknowledged({ invokeId, sequenceNumber, windowSize: window, isNegative }: SegmentAck, peer: Peer): void {
    const key = replyKey(peer, invokeId)
    const reply = this.#replies.get(key)
    const outcome = reply?.sender.acknowledge(sequenceNumber, window, isNegative)
    if (outcome === 'complete') this.#end(key)
    if (outcome === 'next') this.#sendUntilAcknowledged(key, maxSends)
  }

  /** Ends a reply that the peer does not want any more. */
  aborted(invokeId: number, peer: Peer): void {
    this.#end(replyKey(peer, invokeId))
  }

  close(): void {
    for (const key of [...this.#replies.keys()]) this.#end(key)
  }

  #sendUntilAcknowledged(key: string, left: number): void {
    const reply = this.#replies.get(key)
    if (!reply) return
    reply.cancelTimer()
    if (left === 0) return this.#end(key)
    reply.sendWindow()
    reply.cancelTimer = this.#options.timers.after(segmentTimeoutMs, () => this.#sendUntilAcknowledged(key, left - 1))
  }

  #end(key: string): void {
    this.#replies.get(key)?.cancelTimer()
    this.#replies.delete(key)
  }
}

const replyKey = (peer: Peer, invokeId: number) => `${peerKey(peer)}#${invokeId}`
