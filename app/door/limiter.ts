/** Limits on bodies and responses of slow senders and readers, so that they exclude only themselves. */
import { HttpError } from './http-error'

export interface Limits {
  /** Permits at the same time; in total and per sender. */
  max: number
  maxPerSender: number
  /** Bytes in memory; in total and per sender. */
  maxBytes?: number
  maxBytesPerSender?: number
}

/** A permit of the limiter. */
export interface Permit {
  /** Reserves bytes until `release`. Throws HttpError when the limit is reached. */
  reserve(bytes: number): void
  /** Everything has arrived: the permit no longer counts, its bytes still do. */
  freeSlot(): void
  /** Releases the permit and its bytes; repeating it has no effect. */
  release(): void
}

export class Limiter {
  private readonly all = { places: 0, bytes: 0 }
  private readonly bySender = new Map<string, { places: number; bytes: number }>()

  constructor(private readonly limits: Limits) {}

  /** Returns a permit for a sender. Throws HttpError when there is none, for them or in total. */
  acquire(sender: string): Permit {
    const { max, maxPerSender, maxBytes = 0, maxBytesPerSender = 0 } = this.limits
    const own = this.bySender.get(sender) ?? { places: 0, bytes: 0 }
    if (this.all.places >= max || own.places >= maxPerSender) throw new HttpError('busy')
    this.bySender.set(sender, own)
    const shares = [this.all, own]
    for (const share of shares) share.places += 1
    let reservedBytes = 0
    let hasSlot = true
    let isReleased = false
    const freeSlot = () => {
      if (hasSlot) for (const share of shares) share.places -= 1
      hasSlot = false
    }
    return {
      reserve: (bytes) => {
        if (this.all.bytes + bytes > maxBytes || own.bytes + bytes > maxBytesPerSender) throw new HttpError('busy')
        for (const share of shares) share.bytes += bytes
        reservedBytes += bytes
      },
      freeSlot,
      release: () => {
        if (isReleased) return
        isReleased = true
        freeSlot()
        for (const share of shares) share.bytes -= reservedBytes
        reservedBytes = 0
        if (own.places === 0 && own.bytes === 0) this.bySender.delete(sender)
      },
    }
  }
}
