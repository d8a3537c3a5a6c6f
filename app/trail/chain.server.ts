/** The hash chain of the trail: the hashed form of a record, and the check of a chain (design §8, docs/trail.md). */
import { createHash } from 'node:crypto'
import type { TrailRecord } from './record'

/** The hash before the first record. */
export const genesis = '0'.repeat(64)

/** Returns JSON with sorted keys and without undefined: equal values always produce the same text. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`
}

/** Returns the SHA-256 over everything in the record but its own hash; the previous hash is one of its fields. */
export function recordHash(record: Omit<TrailRecord, 'hash'>): string {
  const { hash: _, ...hashed } = record as TrailRecord
  return createHash('sha256').update(canonicalJson(hashed)).digest('hex')
}

/** Returns whether a value is a valid sequence number: a positive integer. */
export function isSequence(sequence: unknown): boolean {
  return Number.isSafeInteger(sequence) && (sequence as number) > 0
}

export type ChainCheckResult =
  | { ok: true; records: number; head: string }
  | { ok: false; records: number; sequence: number; why: 'number' | 'gap' | 'previousHash' | 'hash' }

/** Checks a chain from its first record, or from a known one, and reports the first record that does not fit. */
export class ChainCheck {
  private sequence: number
  private head: string

  constructor(from: { sequence: number; hash: string } = { sequence: 0, hash: genesis }) {
    this.sequence = from.sequence
    this.head = from.hash
  }

  /** Returns null while the chain is intact. */
  add(record: TrailRecord): ChainCheckResult | null {
    const records = this.sequence
    if (!isSequence(record.sequence)) return { ok: false, records, sequence: record.sequence, why: 'number' }
    if (record.sequence !== this.sequence + 1) return { ok: false, records, sequence: this.sequence + 1, why: 'gap' }
    if (record.previousHash !== this.head) return { ok: false, records, sequence: record.sequence, why: 'previousHash' }
    if (recordHash(record) !== record.hash) return { ok: false, records, sequence: record.sequence, why: 'hash' }
    this.sequence = record.sequence
    this.head = record.hash
    return null
  }

  verdict(): ChainCheckResult {
    return { ok: true, records: this.sequence, head: this.head }
  }
}
