/** Answers that did not fit their contract, by kind: told once a minute in the log, and listed for the operator. */
import { LRUCache } from 'lru-cache'
import type { AnyEndpoint } from '#contracts/endpoint'
import type { Misfit } from '#contracts/generous'
import { log } from '~/door/log.server'

/** One kind of misfit: never what was there. */
export interface MisfitKind {
  service: string
  call: string
  /** The member of the answer, `data[].status`. */
  field: string
  expected: string
  /** How many rows were left out for it. */
  rows: number
  /** How many times it was met. */
  count: number
  lastAt: string
}

const quiet = 60_000
const kinds = new LRUCache<string, MisfitKind & { toldAt: number }>({ max: 500 })

/** Counts what did not fit; a kind is logged at most once a minute. */
export function tellMisfits({ service, line }: AnyEndpoint, misfits: readonly Misfit[]): void {
  const now = Date.now()
  for (const { at, expected, isRow } of misfits) {
    const key = `${service} ${line} ${at}`
    const known = kinds.get(key)
    const kind = known ?? { service, call: line, field: at, expected, rows: 0, count: 0, lastAt: '', toldAt: 0 }
    kind.count += 1
    kind.rows += isRow ? 1 : 0
    kind.lastAt = new Date(now).toISOString()
    kinds.set(key, kind)
    if (now - kind.toldAt < quiet) continue
    kind.toldAt = now
    log().warn({ service, call: line, field: at, expected, count: kind.count }, 'an answer does not fit')
  }
}

/** Every kind since the start, the newest first; the oldest of many are forgotten. */
export function misfitKinds(): MisfitKind[] {
  return [...kinds.values()]
    .map(({ toldAt: _, ...kind }) => kind)
    .sort((a, b) => (a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : a.field < b.field ? -1 : 1))
}
