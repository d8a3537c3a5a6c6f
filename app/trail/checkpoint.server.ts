/** A checkpoint: the head of a chain at a time, signed with Ed25519 (design §8, docs/trail.md). */
import { type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { keyIdOf, publicKeyFrom } from '~/ed25519.server'
import { canonicalJson } from './chain.server'

const Checkpoint = z.object({
  tenantId: z.string(),
  /** The sequence and hash of the signed record. */
  sequence: z.number(),
  hash: z.string(),
  at: z.string(),
  keyId: z.string(),
  /** The sequence of the checkpoint before it, 0 for the first; absent in lines of older consoles. */
  previous: z.number().optional(),
  /** The store was restored from a copy: earlier checkpoints of records above this one are void. */
  restored: z.object({ lostUpTo: z.number(), reason: z.string() }).optional(),
  /** Base64. */
  signature: z.string(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

/** A checkpoint as a line of `checkpoints.jsonl` and of an export. */
export const CheckpointLine = Checkpoint.extend({
  type: z.literal('checkpoint'),
  /** Base64 SPKI. */
  publicKey: z.string(),
})
export type CheckpointLine = z.infer<typeof CheckpointLine>

/** Signs a head. */
export function signCheckpoint(head: Omit<Checkpoint, 'signature'>, key: KeyObject): Checkpoint {
  return { ...head, signature: sign(null, textOf(head), key).toString('base64') }
}

/** Returns whether the signature is the key's, over everything else in the checkpoint. */
export function hasValidSignature(checkpoint: Checkpoint, key: KeyObject): boolean {
  try {
    return verify(null, textOf(checkpoint), key, Buffer.from(checkpoint.signature, 'base64'))
  } catch {
    return false
  }
}

/** Returns whether a public key has this id. */
export function matchesKeyId(keyId: string, publicKey: string): boolean {
  const key = publicKeyFrom(publicKey)
  return key !== null && keyIdOf(key) === keyId
}

/** Returns the checkpoints that are still valid: without those that a restore voided, if a trusted key signed it. */
export function validCheckpoints<One extends Checkpoint>(
  lines: readonly One[],
  keys: ReadonlyMap<string, KeyObject>,
): One[] {
  const restored = lines.filter((one) => isTrustedRestore(one, keys))
  return lines.filter((one) => !restored.some(({ at, sequence }) => one.at < at && one.sequence > sequence))
}

/** Returns whether the checkpoint records a restore and a trusted key signed it. */
export function isTrustedRestore(one: Checkpoint, keys: ReadonlyMap<string, KeyObject>): boolean {
  const key = one.restored && keys.get(one.keyId)
  return key !== undefined && hasValidSignature(one, key)
}

function textOf({ tenantId, sequence, hash, at, keyId, previous, restored }: Omit<Checkpoint, 'signature'>): Buffer {
  return Buffer.from(canonicalJson({ type: 'checkpoint', tenantId, sequence, hash, at, keyId, previous, restored }))
}
