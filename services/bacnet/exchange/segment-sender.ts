/** The sending side of a segmented message (clause 5.4): its windows, without timers. */
import type { SegmentPlace } from '../frames/apdu'

interface Segment {
  place: SegmentPlace
  data: Uint8Array
}

export class SegmentSender {
  readonly #data: Uint8Array
  readonly #size: number
  readonly #count: number
  readonly #proposedWindow: number
  /** Segments that the other side has. */
  #acknowledged = 0
  /** The first segment goes alone; the acknowledgement of it says the window. */
  #window = 1

  constructor(data: Uint8Array, size: number, proposedWindow: number) {
    this.#data = data
    this.#size = size
    this.#count = Math.ceil(data.length / size)
    this.#proposedWindow = proposedWindow
  }

  get count(): number {
    return this.#count
  }

  /** Returns the segments of the current window: to send them, or to send them again. */
  window(): Segment[] {
    const last = Math.min(this.#acknowledged + this.#window, this.#count)
    const segments: Segment[] = []
    for (let index = this.#acknowledged; index < last; index++) segments.push(this.#segment(index))
    return segments
  }

  /** Takes an acknowledgement: whether everything has arrived, the next window is due, or it says nothing new. */
  acknowledge(sequenceNumber: number, windowSize: number, isNegative: boolean): 'complete' | 'next' | 'nothing' {
    const ahead = (sequenceNumber - this.#acknowledged) & 255
    const isInWindow = ahead < Math.min(this.#window, this.#count - this.#acknowledged)
    const isOfLast = isNegative && ahead === 255 && this.#acknowledged > 0
    if (!isInWindow && !isOfLast) return 'nothing'
    if (isInWindow) this.#acknowledged += ahead + 1
    this.#window = Math.min(Math.max(1, windowSize), this.#proposedWindow)
    return this.#acknowledged === this.#count ? 'complete' : 'next'
  }

  /** Starts again, as a repeated request does. */
  restart(): void {
    this.#acknowledged = 0
    this.#window = 1
  }

  #segment(index: number): Segment {
    return {
      place: {
        sequenceNumber: index & 255,
        windowSize: this.#proposedWindow,
        moreFollows: index < this.#count - 1,
      },
      data: this.#data.subarray(index * this.#size, (index + 1) * this.#size),
    }
  }
}
