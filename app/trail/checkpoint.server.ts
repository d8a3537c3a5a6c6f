/** A checkpoint: the head of a chain at a time, signed with Ed25519 (design §8, docs/trail.md). */
import { type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { keyIdOf, publicKeyFrom } from '~/ed25519.server'
import { canonical } from './chain.server'

const Checkpoint = z.object({
  tenantId: z.string(),
  /** The record it names, and that record's hash. */
  sequence: z.number(),
  hash: z.string(),
  at: z.string(),
  keyId: z.string(),
  /** The record that the checkpoint before it names, 0 for the first; lines of older consoles do not say. */
  previous: z.number().optional(),
  /** The store was put back from a copy: what was signed before of records after this one no longer counts. */
  restored: z.object({ lostUpTo: z.number(), reason: z.string() }).optional(),
  /** Base64. */
  signature: z.string(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

/** A checkpoint as it stands in `checkpoints.jsonl` and in an export. */
export const CheckpointLine = Checkpoint.extend({
  type: z.literal('checkpoint'),
  /** Base64 SPKI. */
  publicKey: z.string(),
})
export type CheckpointLine = z.infer<typeof CheckpointLine>

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

/** Whether a written public key is the one an id stands for. */
export function isKeyOf(keyId: string, publicKey: string): boolean {
  const key = publicKeyFrom(publicKey)
  return key !== null && keyIdOf(key) === keyId
}

/** Those that still count: what was lost when a store was put back counts no more, where a trusted key says so. */
export function standing<One extends Checkpoint>(lines: readonly One[], keys: ReadonlyMap<string, KeyObject>): One[] {
  const restored = lines.filter((one) => isRestored(one, keys))
  return lines.filter((one) => !restored.some(({ at, sequence }) => one.at < at && one.sequence > sequence))
}

/** Whether it says that the store was put back, signed by a key that is trusted. */
export function isRestored(one: Checkpoint, keys: ReadonlyMap<string, KeyObject>): boolean {
  const key = one.restored && keys.get(one.keyId)
  return key !== undefined && isSigned(one, key)
}

function textOf({ tenantId, sequence, hash, at, keyId, previous, restored }: Omit<Checkpoint, 'signature'>): Buffer {
  return Buffer.from(canonical({ type: 'checkpoint', tenantId, sequence, hash, at, keyId, previous, restored }))
}
