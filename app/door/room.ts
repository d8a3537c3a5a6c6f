/** Limits on bodies and responses of slow senders and readers, so that they exclude only themselves. */
import { Refusal } from './refusal'

export interface Bounds {
  /** Permits at the same time; in total and per sender. */
  most: number
  mostOfOne: number
  /** Bytes in memory; in total and per sender. */
  mostBytes?: number
  mostBytesOfOne?: number
}

/** A permit of the limiter. */
export interface Held {
  /** Reserves bytes until `release`. Throws HttpError when the limit is reached. */
  take(bytes: number): void
  /** Everything has arrived: the permit no longer counts, its bytes still do. */
  arrived(): void
  /** Releases the permit and its bytes; repeating it has no effect. */
  leave(): void
}

export class Room {
  private readonly all = { places: 0, bytes: 0 }
  private readonly ofOne = new Map<string, { places: number; bytes: number }>()

  constructor(private readonly bounds: Bounds) {}

  /** Returns a permit for a sender. Throws HttpError when there is none, for them or in total. */
  enter(who: string): Held {
    const { most, mostOfOne, mostBytes = 0, mostBytesOfOne = 0 } = this.bounds
    const own = this.ofOne.get(who) ?? { places: 0, bytes: 0 }
    if (this.all.places >= most || own.places >= mostOfOne) throw new Refusal('busy')
    this.ofOne.set(who, own)
    const shares = [this.all, own]
    for (const share of shares) share.places += 1
    let held = 0
    let hasPlace = true
    let isLeft = false
    const arrived = () => {
      if (hasPlace) for (const share of shares) share.places -= 1
      hasPlace = false
    }
    return {
      take: (bytes) => {
        if (this.all.bytes + bytes > mostBytes || own.bytes + bytes > mostBytesOfOne) throw new Refusal('busy')
        for (const share of shares) share.bytes += bytes
        held += bytes
      },
      arrived,
      leave: () => {
        if (isLeft) return
        isLeft = true
        arrived()
        for (const share of shares) share.bytes -= held
        held = 0
        if (own.places === 0 && own.bytes === 0) this.ofOne.delete(who)
      },
    }
  }
}
