/** Counts replies that violate their contract, by kind: logged at most once a minute and listed for the operator. */
import { LRUCache } from 'lru-cache'
import type { AnyEndpoint } from '#contracts/endpoint'
import type { Violation } from '#contracts/lenient'
import { log } from '~/door/log.server'

/** One kind of violation; it never contains the value itself. */
export interface ViolationKind {
  service: string
  call: string
  /** Path of the member in the reply, such as `data[].status`. */
  field: string
  expected: string
  /** Rows that were left out because of it. */
  rows: number
  /** Number of occurrences. */
  count: number
  lastAt: string
}

const minLogIntervalMs = 60_000
const kinds = new LRUCache<string, ViolationKind & { loggedAt: number }>({ max: 500 })

/** Counts the violations of one reply; a kind is logged at most once a minute. */
export function reportViolations({ service, line }: AnyEndpoint, violations: readonly Violation[]): void {
  const now = Date.now()
  for (const { at, expected, isRow } of violations) {
    const key = `${service} ${line} ${at}`
    const existing = kinds.get(key)
    const kind = existing ?? { service, call: line, field: at, expected, rows: 0, count: 0, lastAt: '', loggedAt: 0 }
    kind.count += 1
    kind.rows += isRow ? 1 : 0
    kind.lastAt = new Date(now).toISOString()
    kinds.set(key, kind)
    if (now - kind.loggedAt < minLogIntervalMs) continue
    kind.loggedAt = now
    log().warn({ service, call: line, field: at, expected, count: kind.count }, 'a response violates its contract')
  }
}

/** Returns every kind since the start, newest first; beyond 500 kinds the oldest are dropped. */
export function contractViolations(): ViolationKind[] {
  return [...kinds.values()]
    .map(({ loggedAt: _, ...kind }) => kind)
    .sort((a, b) => (a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : a.field < b.field ? -1 : 1))
}
