/**
 * A store that was put back from a copy says so, signed: from then on what was lost is no contradiction any more
 * (docs/operating.md). Without it nobody can tell an honest copy from a trail that was cut.
 */
import { existsSync } from 'node:fs'
import { genesis } from './chain.server'
import { chainHead, chainOf } from './chain-of.server'
import { type CheckpointLine, signed, standing } from './checkpoint.server'
import { checkStored, contradictions, trusted } from './checkpoints.server'
import { keepLine, keptFile, keptLines } from './kept-checkpoints.server'
import { signingKey } from './signing-key.server'
import type { Flaw } from './trail-check.server'

/** A chain that is another than the one `checkpoints.jsonl` speaks for. */
export interface Restorable {
  tenantId: string
  /** The last record that both agree on; 0 where there is none. */
  sequence: number
  hash: string
  /** The record that the file speaks for, and the newest there is. */
  lostUpTo: number
  head: number
  /** What is wrong with the chain by itself: such a one is no copy. */
  flaw: Flaw | null
  /** When the newest of what is lost was signed. */
  signedAt: string
}

/** The chains that a copy may have brought back. */
export async function restorable(): Promise<Restorable[]> {
  const found: Restorable[] = []
  for (const { tenantId } of await contradictions()) found.push(await agreedOn(tenantId))
  return found
}

async function agreedOn(tenantId: string): Promise<Restorable> {
  const lines = await standingLines(tenantId)
  const named = new Map(lines.map((line) => [line.sequence, line.hash]))
  let agreed = { sequence: 0, hash: genesis }
  for await (const { sequence, hash } of chainOf(tenantId))
    if (named.get(sequence) === hash) agreed = { sequence, hash }
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

async function standingLines(tenantId: string): Promise<CheckpointLine[]> {
  const lines: CheckpointLine[] = []
  if (!existsSync(keptFile())) return lines
  for await (const line of keptLines(keptFile())) if (line.tenantId === tenantId) lines.push(line)
  return standing(lines, trusted(lines.map(({ keyId, publicKey }) => ({ id: keyId, publicKey }))))
}

/** Signs that the store was put back from a copy, and keeps the line; it is on disk when this returns. */
export async function signRestored(
  { tenantId, sequence, hash, lostUpTo, signedAt }: Restorable,
  reason: string,
): Promise<CheckpointLine> {
  const key = signingKey()
  // Later than all that is lost, whatever the clock says.
  const at = new Date(Math.max(Date.now(), Date.parse(signedAt) + 1)).toISOString()
  const named = { tenantId, sequence, hash, at, keyId: key.id, restored: { lostUpTo, reason } }
  const line: CheckpointLine = { type: 'checkpoint', ...signed(named, key.privateKey), publicKey: key.publicKey }
  await keepLine(`${JSON.stringify(line)}\n`)
  return line
}
