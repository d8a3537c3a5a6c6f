/**
 * Checks a tenant's trail against itself and against signed checkpoints (design §8): any edit, deletion, swap or
 * insertion breaks the chain; a truncated or rewritten chain contradicts the checkpoints.
 */
import type { KeyObject } from 'node:crypto'
import { ChainCheck, genesis, isSequence, recordHash } from './chain.server'
import {
  type Checkpoint,
  hasValidSignature,
  isTrustedRestore,
  matchesKeyId,
  validCheckpoints,
} from './checkpoint.server'
import type { TrailRecord } from './record'

/** The problem with the record of a flaw. */
export type FlawReason =
  /** Its sequence is invalid: 0, negative, or not an integer. */
  | 'number'
  /** It is missing, though later records exist. */
  | 'gap'
  /** Its previous hash is not that of the record before it. */
  | 'previousHash'
  /** Its content does not match its hash. */
  | 'hash'
  /** Its hash differs from a signed checkpoint: it, or a record since the checkpoint before, was rewritten. */
  | 'checkpoint'
  /** It and all later records are missing, though they existed. */
  | 'tail'
  /** The signature of its checkpoint is invalid. */
  | 'signature'
  /** Its checkpoint was signed by a key that is not trusted. */
  | 'key'
  /** The public key in its checkpoint does not match the key id. */
  | 'replacedKey'
  /** The next checkpoint refers to a checkpoint of this record, which is missing. */
  | 'missing'

export interface Flaw {
  /** The first record that does not fit. */
  sequence: number
  why: FlawReason
}

export interface Finding {
  /** Number of records that fit. */
  records: number
  head: string
  /** The last record that a signature covers; 0 when there is none. */
  signedUpTo: number
  /** Time of the oldest record that no signature covers. */
  unsignedSince: string | null
  /** Ids of the keys with valid signatures. */
  signers: string[]
  /** Restores from a copy recorded in external checkpoints: records after them were lost then. */
  restored: Checkpoint[]
  flaw: Flaw | null
}

/** A checkpoint, with the public key it came with. */
export type CheckpointWithKey = Checkpoint & { publicKey?: string | undefined }

/** Trusted public keys by id. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>

interface TrailCheckOptions {
  keys: TrustedKeys
  /** Checkpoints from outside the trail; those in an export are passed to `checkpoint`. */
  external?: readonly CheckpointWithKey[]
  /** False for a part of a trail: records between its records cannot be checked. */
  isWhole?: boolean
  /** A record that is known to be correct; the given ones follow it. */
  from?: { sequence: number; hash: string } | undefined
}

/** Checks a trail record by record. After the first flaw nothing more is checked. */
export class TrailCheck {
  private readonly chain: ChainCheck
  private readonly keys: TrustedKeys
  private readonly external = new Map<number, CheckpointWithKey[]>()
  /** The records with a checkpoint, and those that the next checkpoints refer to. */
  private readonly named = new Set<number>([0])
  private readonly linked = new Set<number>()
  private readonly signers = new Set<string>()
  private readonly restored: Checkpoint[] = []
  private readonly isWhole: boolean
  private last: { sequence: number; hash: string }
  private records = 0
  private signedUpTo = 0
  private unsignedSince: string | null = null
  private flaw: Flaw | null = null

  constructor({ keys, external = [], isWhole = true, from = { sequence: 0, hash: genesis } }: TrailCheckOptions) {
    this.chain = new ChainCheck(from)
    this.last = from
    this.keys = keys
    this.isWhole = isWhole
    this.named.add(from.sequence)
    for (const one of validCheckpoints(external, keys)) {
      if (isTrustedRestore(one, keys)) this.restored.push(one)
      this.external.set(one.sequence, [...(this.external.get(one.sequence) ?? []), one])
      this.noteSequences(one)
    }
  }

  /** Checks the next record. Returns the first flaw found so far. */
  add(record: TrailRecord): Flaw | null {
    if (this.flaw) return this.flaw
    this.flaw = this.isWhole ? this.checkInChain(record) : this.checkAlone(record)
    if (this.flaw) return this.flaw
    this.records += 1
    this.unsignedSince ??= record.at
    this.last = { sequence: record.sequence, hash: record.hash }
    for (const one of this.external.get(record.sequence) ?? []) this.checkpoint(one)
    return this.flaw
  }

  /** Checks a checkpoint of the record just added. */
  checkpoint(line: CheckpointWithKey): Flaw | null {
    if (this.flaw) return this.flaw
    this.noteSequences(line)
    const { sequence } = line
    const key = this.keys.get(line.keyId)
    if (line.publicKey !== undefined && !matchesKeyId(line.keyId, line.publicKey))
      this.flaw = { sequence, why: 'replacedKey' }
    else if (!key) this.flaw = { sequence, why: 'key' }
    else if (!hasValidSignature(line, key)) this.flaw = { sequence, why: 'signature' }
    else if (sequence > this.last.sequence) this.flaw = { sequence: this.last.sequence + 1, why: 'tail' }
    else if (sequence !== this.last.sequence || line.hash !== this.last.hash)
      this.flaw = { sequence, why: 'checkpoint' }
    else if (this.isWhole) this.markSigned(line)
    return this.flaw
  }

  private markSigned({ sequence, keyId }: Checkpoint): void {
    this.signedUpTo = sequence
    this.unsignedSince = null
    this.signers.add(keyId)
  }

  private noteSequences({ sequence, previous }: Checkpoint): void {
    this.named.add(sequence)
    if (previous !== undefined) this.linked.add(previous)
  }

  /** Returns the result after the last record; `head` is the known head of the chain. */
  end(head?: { sequence: number; hash: string }): Finding {
    const beyond = [...this.external.values()].flat().filter(({ sequence }) => sequence > this.last.sequence)
    if (this.isWhole) for (const one of beyond) this.checkpoint(one)
    if (!this.flaw && head && head.sequence > this.last.sequence)
      this.flaw = { sequence: this.last.sequence + 1, why: 'tail' }
    if (!this.flaw && head && head.hash !== this.last.hash) this.flaw = { sequence: this.last.sequence, why: 'hash' }
    if (!this.flaw && this.isWhole) this.flaw = this.missingCheckpoint()
    const { records, signedUpTo, unsignedSince, restored, flaw } = this
    return { records, head: this.last.hash, signedUpTo, unsignedSince, signers: [...this.signers], restored, flaw }
  }

  private missingCheckpoint(): Flaw | null {
    const gone = [...this.linked].filter((sequence) => !this.named.has(sequence))
    return gone.length > 0 ? { sequence: Math.min(...gone), why: 'missing' } : null
  }

  private checkInChain(record: TrailRecord): Flaw | null {
    const verdict = this.chain.add(record)
    return verdict && !verdict.ok ? { sequence: verdict.sequence, why: verdict.why } : null
  }

  private checkAlone(record: TrailRecord): Flaw | null {
    if (!isSequence(record.sequence)) return { sequence: record.sequence, why: 'number' }
    if (recordHash(record) !== record.hash) return { sequence: record.sequence, why: 'hash' }
    const follows = record.sequence === this.last.sequence + 1
    return follows && this.records > 0 && record.previousHash !== this.last.hash
      ? { sequence: record.sequence, why: 'previousHash' }
      : null
  }
}
