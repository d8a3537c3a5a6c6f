/** Bounds on what is held at once for those who send or read slowly, so that they crowd out nobody but themselves. */
import { Refusal } from './refusal'

export interface Bounds {
  /** So many at once; and of one person or address. */
  most: number
  mostOfOne: number
  /** Bytes held in memory for all of them; and for one. */
  mostBytes?: number
  mostBytesOfOne?: number
}

/** A place in the room. */
export interface Held {
  /** Bytes that are kept until `leave`. Throws Refusal when there is no room for them. */
  take(bytes: number): void
  /** Everything has come: no place is needed any more, the bytes are still held. */
  arrived(): void
  /** For good; once more changes nothing. */
  leave(): void
}

export class Room {
  private readonly all = { places: 0, bytes: 0 }
  private readonly ofOne = new Map<string, { places: number; bytes: number }>()

  constructor(private readonly bounds: Bounds) {}

  /** A place for somebody. Throws Refusal when there is none, for them or at all. */
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
