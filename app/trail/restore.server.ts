/**
 * Records, signed, that a store was restored from a copy, so that the lost records no longer count as a contradiction
 * (docs/operating.md). Without it a restored copy looks the same as a truncated trail.
 */
import { existsSync } from 'node:fs'
import { genesis } from './chain.server'
import { chainHead, chainOf } from './chain-of.server'
import { type CheckpointLine, signCheckpoint, validCheckpoints } from './checkpoint.server'
import { appendLine, checkpointPath, checkpointsInFile } from './checkpoint-file.server'
import { checkStored, contradictions, trustedKeys } from './checkpoints.server'
import { signingKey } from './signing-key.server'
import type { Flaw } from './trail-check.server'

/** A chain that contradicts `checkpoints.jsonl`. */
export interface RestorableChain {
  tenantId: string
  /** The last record that both agree on; 0 when there is none. */
  sequence: number
  hash: string
  /** The highest record in the file, and the newest in the store. */
  lostUpTo: number
  head: number
  /** A flaw within the chain itself: then it is not a copy. */
  flaw: Flaw | null
  /** When the newest lost checkpoint was signed. */
  signedAt: string
}

/** Returns the chains that may have been restored from a copy. */
export async function restorableChains(): Promise<RestorableChain[]> {
  const chains: RestorableChain[] = []
  for (const { tenantId } of await contradictions()) chains.push(await compareWithFile(tenantId))
  return chains
}

async function compareWithFile(tenantId: string): Promise<RestorableChain> {
  const lines = await validLines(tenantId)
  const hashBySequence = new Map(lines.map((line) => [line.sequence, line.hash]))
  let agreed = { sequence: 0, hash: genesis }
  for await (const { sequence, hash } of chainOf(tenantId))
    if (hashBySequence.get(sequence) === hash) agreed = { sequence, hash }
  const lost = lines.filter(({ sequence }) => sequence > agreed.sequence)
  return {
    tenantId,
    ...agreed,
    lostUpTo: Math.max(agreed.sequence, ...lost.map(({ sequence }) => sequence)),
    head: (await chainHead(tenantId))?.sequence ?? 0,
    flaw: (await checkStored(tenantId)).flaw,
    signedAt:
      lost
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? '',
  }
}

async function validLines(tenantId: string): Promise<CheckpointLine[]> {
  const lines: CheckpointLine[] = []
  if (!existsSync(checkpointPath())) return lines
  for await (const line of checkpointsInFile(checkpointPath())) if (line.tenantId === tenantId) lines.push(line)
  return validCheckpoints(lines, trustedKeys(lines.map(({ keyId, publicKey }) => ({ id: keyId, publicKey }))))
}

/** Signs that the store was restored from a copy and appends the line; it is on disk when this returns. */
export async function signRestored(
  { tenantId, sequence, hash, lostUpTo, signedAt }: RestorableChain,
  reason: string,
): Promise<CheckpointLine> {
  const key = signingKey()
  // Later than all lost checkpoints, whatever the clock says.
  const at = new Date(Math.max(Date.now(), Date.parse(signedAt) + 1)).toISOString()
  const checkpoint = { tenantId, sequence, hash, at, keyId: key.id, restored: { lostUpTo, reason } }
  const line: CheckpointLine = {
    type: 'checkpoint',
    ...signCheckpoint(checkpoint, key.privateKey),
    publicKey: key.publicKey,
  }
  await appendLine(`${JSON.stringify(line)}\n`)
  return line
}
