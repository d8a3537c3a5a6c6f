/**
 * Checks a tenant's trail against itself and against signed checkpoints (design §8): any edit, deletion, swap or
 * insertion breaks the chain; a tail that was cut off and a chain that was made anew no longer fit the checkpoints.
 */
import type { KeyObject } from 'node:crypto'
import { ChainCheck, genesis, hashOf, isNumber } from './chain.server'
import { type Checkpoint, isKeyOf, isRestored, isSigned, standing } from './checkpoint.server'
import type { TrailRecord } from './record'

/** What is wrong with the record a flaw names. */
export type Why =
  /** Its number is one that no chain has: 0, below, or none at all. */
  | 'number'
  /** It is not there, though others after it are. */
  | 'gap'
  /** It does not follow the one before it. */
  | 'previousHash'
  /** It is not what its hash was made of. */
  | 'hash'
  /** A signed checkpoint says it was another: it, or one since the checkpoint before, was rewritten. */
  | 'checkpoint'
  /** It and all after it are gone, though they were there once. */
  | 'tail'
  /** The signature of a checkpoint that names it does not hold. */
  | 'signature'
  /** A checkpoint that names it was signed by a key that is not trusted. */
  | 'key'
  /** The public key that came with that checkpoint is not the one whose name it bears. */
  | 'replacedKey'
  /** A checkpoint named it, as the next one says, and that checkpoint is gone. */
  | 'missing'

export interface Flaw {
  /** The first record that does not fit. */
  sequence: number
  why: Why
}

export interface Finding {
  /** Records that fit. */
  records: number
  head: string
  /** Up to this record a signature vouches for the chain; 0 where none does. */
  signedUpTo: number
  /** Since when the oldest record that no signature vouches for waits for one. */
  unsignedSince: string | null
  /** Ids of the keys whose signatures vouch. */
  signers: string[]
  /** Where kept checkpoints say that the store was put back from a copy: what was after that record then is lost. */
  restored: Checkpoint[]
  flaw: Flaw | null
}

/** A checkpoint, with the public key that came with it. */
export type GivenCheckpoint = Checkpoint & { publicKey?: string | undefined }

/** Public keys that are trusted, by id. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>

interface Given {
  keys: TrustedKeys
  /** Checkpoints kept apart from the trail; those in the trail's own export come through `checkpoint`. */
  kept?: readonly GivenCheckpoint[]
  /** False for a part of a trail: what is between its records is not there to be checked. */
  isWhole?: boolean
  /** A record that is known to be right, after which the given ones follow. */
  from?: { sequence: number; hash: string } | undefined
}

/** Takes a trail record by record. After the first flaw nothing more is looked at. */
export class TrailCheck {
  private readonly chain: ChainCheck
  private readonly keys: TrustedKeys
  private readonly kept = new Map<number, GivenCheckpoint[]>()
  /** The records that checkpoints name, and those that the next ones say were named. */
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

  constructor({ keys, kept = [], isWhole = true, from = { sequence: 0, hash: genesis } }: Given) {
    this.chain = new ChainCheck(from)
    this.last = from
    this.keys = keys
    this.isWhole = isWhole
    this.named.add(from.sequence)
    for (const one of standing(kept, keys)) {
      if (isRestored(one, keys)) this.restored.push(one)
      this.kept.set(one.sequence, [...(this.kept.get(one.sequence) ?? []), one])
      this.note(one)
    }
  }

  /** The next record; answers the flaw, if one was found by now. */
  add(record: TrailRecord): Flaw | null {
    if (this.flaw) return this.flaw
    this.flaw = this.isWhole ? this.chained(record) : this.alone(record)
    if (this.flaw) return this.flaw
    this.records += 1
    this.unsignedSince ??= record.at
    this.last = { sequence: record.sequence, hash: record.hash }
    for (const one of this.kept.get(record.sequence) ?? []) this.checkpoint(one)
    return this.flaw
  }

  /** A checkpoint that names the record just added. */
  checkpoint(found: GivenCheckpoint): Flaw | null {
    if (this.flaw) return this.flaw
    this.note(found)
    const { sequence } = found
    const key = this.keys.get(found.keyId)
    if (found.publicKey !== undefined && !isKeyOf(found.keyId, found.publicKey))
      this.flaw = { sequence, why: 'replacedKey' }
    else if (!key) this.flaw = { sequence, why: 'key' }
    else if (!isSigned(found, key)) this.flaw = { sequence, why: 'signature' }
    else if (sequence > this.last.sequence) this.flaw = { sequence: this.last.sequence + 1, why: 'tail' }
    else if (sequence !== this.last.sequence || found.hash !== this.last.hash)
      this.flaw = { sequence, why: 'checkpoint' }
    else if (this.isWhole) this.vouched(found)
    return this.flaw
  }

  private vouched({ sequence, keyId }: Checkpoint): void {
    this.signedUpTo = sequence
    this.unsignedSince = null
    this.signers.add(keyId)
  }

  private note({ sequence, previous }: Checkpoint): void {
    this.named.add(sequence)
    if (previous !== undefined) this.linked.add(previous)
  }

  /** What was found, once there are no more records; `head` is where the chain is known to have come to. */
  end(head?: { sequence: number; hash: string }): Finding {
    const beyond = [...this.kept.values()].flat().filter(({ sequence }) => sequence > this.last.sequence)
    if (this.isWhole) for (const one of beyond) this.checkpoint(one)
    if (!this.flaw && head && head.sequence > this.last.sequence)
      this.flaw = { sequence: this.last.sequence + 1, why: 'tail' }
    if (!this.flaw && head && head.hash !== this.last.hash) this.flaw = { sequence: this.last.sequence, why: 'hash' }
    if (!this.flaw && this.isWhole) this.flaw = this.missing()
    const { records, signedUpTo, unsignedSince, restored, flaw } = this
    return { records, head: this.last.hash, signedUpTo, unsignedSince, signers: [...this.signers], restored, flaw }
  }

  private missing(): Flaw | null {
    const gone = [...this.linked].filter((sequence) => !this.named.has(sequence))
    return gone.length > 0 ? { sequence: Math.min(...gone), why: 'missing' } : null
  }

  private chained(record: TrailRecord): Flaw | null {
    const verdict = this.chain.add(record)
    return verdict && !verdict.ok ? { sequence: verdict.sequence, why: verdict.why } : null
  }

  private alone(record: TrailRecord): Flaw | null {
    if (!isNumber(record.sequence)) return { sequence: record.sequence, why: 'number' }
    if (hashOf(record) !== record.hash) return { sequence: record.sequence, why: 'hash' }
    const follows = record.sequence === this.last.sequence + 1
    return follows && this.records > 0 && record.previousHash !== this.last.hash
      ? { sequence: record.sequence, why: 'previousHash' }
      : null
  }
}
