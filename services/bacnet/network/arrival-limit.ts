/**
 * How many datagrams are read: of one address, so that a flood does not take the time of the others, and in all. Anybody
 * on the network can send, so what is over the limits is dropped before it is decoded.
 */
import type { Timers } from '../timers'

/** A second of an address that sends all the time: fifty times the requests that a network gets in one. */
const perAddress = 1_000
/** At once: every point of a network may change in the same moment, behind one router. */
const burstOfAddress = 4_000
const inAll = 5_000
const burstInAll = 10_000
/** More addresses are forged; those that were heard longest ago begin with a full allowance. */
const maxAddresses = 1_024

class Allowance {
  #left: number
  #at: number

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    now: number,
  ) {
    this.#left = burst
    this.#at = now
  }

  take(now: number): boolean {
    this.#left = Math.min(this.burst, this.#left + (Math.max(0, now - this.#at) / 1_000) * this.perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

export class ArrivalLimit {
  readonly #timers: Timers
  readonly #all: Allowance
  readonly #byAddress = new Map<string, Allowance>()

  constructor(timers: Timers) {
    this.#timers = timers
    this.#all = new Allowance(inAll, burstInAll, timers.now())
  }

  /** Returns whether a datagram of an address may be read; what one address has too many does not count for all. */
  admits(address: string): boolean {
    const now = this.#timers.now()
    const own = this.#byAddress.get(address) ?? new Allowance(perAddress, burstOfAddress, now)
    this.#byAddress.delete(address)
    this.#byAddress.set(address, own)
    const [oldest] = this.#byAddress.keys()
    if (this.#byAddress.size > maxAddresses && oldest !== undefined) this.#byAddress.delete(oldest)
    return own.take(now) && this.#all.take(now)
  }
}
