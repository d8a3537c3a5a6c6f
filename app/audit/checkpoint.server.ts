/** A checkpoint: the head of a chain at a time, signed with Ed25519 (design §8, docs/trail.md). */
import { type KeyObject, sign, verify } from 'node:crypto'
import { canonical } from './chain.server'

export interface Checkpoint {
  tenantId: string
  /** The record it names, and that record's hash. */
  sequence: number
  hash: string
  at: string
  keyId: string
  /** Base64. */
  signature: string
}

/** A checkpoint as it stands in `checkpoints.jsonl` and in an export. */
export interface CheckpointLine extends Checkpoint {
  type: 'checkpoint'
  /** Base64 SPKI. */
  publicKey: string
}

/** Signs a head. */
export function signed(head: Omit<Checkpoint, 'signature'>, key: KeyObject): Checkpoint {
  return { ...head, signature: sign(null, textOf(head), key).toString('base64') }
}

/** Whether a signature is that of the key over everything else in the checkpoint. */
export function isSigned(checkpoint: Checkpoint, key: KeyObject): boolean {
  try {
    return verify(null, textOf(checkpoint), key, Buffer.from(checkpoint.signature, 'base64'))
  } catch {
    return false
  }
}

function textOf({ tenantId, sequence, hash, at, keyId }: Omit<Checkpoint, 'signature'>): Buffer {
  return Buffer.from(canonical({ type: 'checkpoint', tenantId, sequence, hash, at, keyId }))
}
