/**
 * Slows down guesses of passwords: per account and per client address, in memory. Unknown accounts are counted as well,
 * so that the count does not show who has one.
 */
import { LRUCache } from 'lru-cache'

interface Failures {
  count: number
  /** When the next attempt is allowed (ms). */
  until: number
}

interface Limit {
  /** Failures before the first pause. */
  free: number
  firstPauseMs: number
}

const limits = {
  account: { free: 5, firstPauseMs: 30_000 },
  /** Several people may share an address. */
  address: { free: 30, firstPauseMs: 30_000 },
} as const satisfies Record<string, Limit>

const maxPauseMs = 15 * 60_000
/** Failures are forgotten after this time without another one. */
const rememberedMs = 60 * 60_000
const maxRemembered = 50_000

export interface Attempts {
  /** Returns for how many seconds no attempt is allowed; 0 when one is. */
  pauseOf(account: string, address: string): number
  /** Counts an attempt that is about to be checked, as a failure until `succeeded`. */
  begin(account: string, address: string): void
  succeeded(account: string, address: string): void
}

export function createAttempts(now: () => number = Date.now): Attempts {
  const failures = new LRUCache<string, Failures>({ max: maxRemembered, ttl: rememberedMs, perf: { now } })
  const keysOf = (account: string, address: string) =>
    [
      [`account ${account}`, limits.account],
      [`address ${address}`, limits.address],
    ] as const

  return {
    pauseOf(account, address) {
      const untils = keysOf(account, address).map(([key]) => failures.get(key)?.until ?? 0)
      return Math.max(0, Math.ceil((Math.max(...untils) - now()) / 1000))
    },
    begin(account, address) {
      for (const [key, { free, firstPauseMs }] of keysOf(account, address)) {
        const count = (failures.get(key)?.count ?? 0) + 1
        const pause = count < free ? 0 : Math.min(firstPauseMs * 2 ** (count - free), maxPauseMs)
        failures.set(key, { count, until: now() + pause })
      }
    },
    succeeded(account, address) {
      const [[accountKey], [addressKey]] = keysOf(account, address)
      failures.delete(accountKey)
      const others = failures.get(addressKey)
      if (others) failures.set(addressKey, { count: others.count - 1, until: 0 })
    },
  }
}
