/** Octets of a datagram: bounded reading, and writing in network order. */

/** A frame that does not follow the standard. Every decoder throws this, and nothing else, for damaged octets. */
export class DamagedFrame extends Error {
  override name = 'DamagedFrame'
}

/** Reads octets from the front. Throws `DamagedFrame` when fewer are left than requested. */
export class OctetReader {
  #at = 0
  readonly #octets: Uint8Array

  constructor(octets: Uint8Array) {
    this.#octets = octets
  }

  get position(): number {
    return this.#at
  }

  get remaining(): number {
    return this.#octets.length - this.#at
  }

  /** Moves back to a position that was read before, or forward within the octets. */
  seek(position: number): void {
    if (position < 0 || position > this.#octets.length) throw new DamagedFrame('a position outside the frame')
    this.#at = position
  }

  uint8(): number {
    const octet = this.#octets[this.#at]
    if (octet === undefined) throw new DamagedFrame('the frame ends too early')
    this.#at += 1
    return octet
  }

  uint16(): number {
    return this.uint8() * 256 + this.uint8()
  }

  uint32(): number {
    return this.uint16() * 65_536 + this.uint16()
  }

  /** Returns a view of the next octets, not a copy. */
  take(count: number): Uint8Array {
    if (count > this.remaining) throw new DamagedFrame('the frame ends too early')
    const taken = this.#octets.subarray(this.#at, this.#at + count)
    this.#at += count
    return taken
  }

  rest(): Uint8Array {
    return this.take(this.remaining)
  }

  /** Returns a view of what lies between two positions. */
  between(start: number, end: number): Uint8Array {
    return this.#octets.subarray(start, end)
  }
}

export class OctetWriter {
  #octets = new Uint8Array(64)
  #length = 0

  get length(): number {
    return this.#length
  }

  uint8(value: number): this {
    this.#reserve(1)
    this.#octets[this.#length++] = value
    return this
  }

  uint16(value: number): this {
    return this.uint8(value >>> 8).uint8(value)
  }

  uint32(value: number): this {
    return this.uint16(value >>> 16).uint16(value)
  }

  write(octets: Uint8Array): this {
    this.#reserve(octets.length)
    this.#octets.set(octets, this.#length)
    this.#length += octets.length
    return this
  }

  /** Returns a copy of what was written. */
  octets(): Uint8Array {
    return this.#octets.slice(0, this.#length)
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#octets.length) return
    const grown = new Uint8Array(Math.max(needed, this.#octets.length * 2))
    grown.set(this.#octets)
    this.#octets = grown
  }
}

/** Returns octets as hexadecimal digits. */
export function toHex(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('hex')
}

/** Returns the octets of hexadecimal digits. */
export function fromHex(digits: string): Uint8Array {
  return new Uint8Array(Buffer.from(digits, 'hex'))
}
