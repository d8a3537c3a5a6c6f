/** The receiving side of a segmented message (clause 5.4): order, duplicates and gaps, without timers. */
import type { SegmentPlace } from '../frames/apdu'

/** What to answer a segment with, and whether the message is complete. */
export interface Reception {
  acknowledgement?: { sequenceNumber: number; isNegative: boolean }
  isProgress: boolean
  isComplete: boolean
  isTooLong: boolean
}

export class SegmentReceiver {
  readonly #windowSize: number
  readonly #maxOctets: number
  readonly #parts: Uint8Array[] = []
  #octets = 0
  #sinceAcknowledged = 0
  #isGapReported = false

  constructor(windowSize: number, maxOctets: number) {
    this.#windowSize = windowSize
    this.#maxOctets = maxOctets
  }

  receive({ sequenceNumber, moreFollows }: SegmentPlace, data: Uint8Array): Reception {
    const expected = this.#parts.length & 255
    if (sequenceNumber !== expected) return this.#outOfOrder(sequenceNumber)
    // A part costs at least one, so that empty ones end as well.
    this.#octets += data.length + 1
    if (this.#octets > this.#maxOctets) return { isProgress: false, isComplete: false, isTooLong: true }
    this.#parts.push(data.slice())
    this.#isGapReported = false
    this.#sinceAcknowledged += 1
    const isDue = !moreFollows || this.#parts.length === 1 || this.#sinceAcknowledged >= this.#windowSize
    if (isDue) this.#sinceAcknowledged = 0
    return {
      ...(isDue && { acknowledgement: { sequenceNumber, isNegative: false } }),
      isProgress: true,
      isComplete: !moreFollows,
      isTooLong: false,
    }
  }

  message(): Uint8Array {
    return Buffer.concat(this.#parts)
  }

  /** A gap is reported once; a repetition of the last segment means that its acknowledgement was lost. */
  #outOfOrder(sequenceNumber: number): Reception {
    const nothing = { isProgress: false, isComplete: false, isTooLong: false }
    if (this.#parts.length === 0) return nothing
    const last = (this.#parts.length - 1) & 255
    const behind = (last - sequenceNumber) & 255
    if (behind === 0 && this.#sinceAcknowledged === 0)
      return { ...nothing, acknowledgement: { sequenceNumber: last, isNegative: false } }
    if (behind <= this.#windowSize || this.#isGapReported) return nothing
    this.#isGapReported = true
    this.#sinceAcknowledged = 0
    return { ...nothing, acknowledgement: { sequenceNumber: last, isNegative: true } }
  }
}
