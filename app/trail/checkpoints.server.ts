/**
 * Signed checkpoints of every chain (design §8): once a minute the head of each chain with new records is signed and
 * written to the store, to `checkpoints.jsonl` in the data folder and to standard output, so that an external log can
 * prove that a trail was truncated or rewritten.
 */
import { publicKeyFrom } from '~/ed25519.server'
import { database, requireStoreFile } from '~/store/store.server'
import { chainHead, chainOf } from './chain-of.server'
import {
  type Checkpoint,
  type CheckpointLine,
  hasValidSignature,
  isTrustedRestore,
  matchesKeyId,
  signCheckpoint,
} from './checkpoint.server'
import { appendLine, newestInFile, restoresInFile } from './checkpoint-file.server'
import { signingKey } from './signing-key.server'
import { type CheckpointWithKey, type Flaw, TrailCheck, type TrustedKeys } from './trail-check.server'

/**
 * Signs every head without a checkpoint. A chain that does not continue its last checkpoint, or that contradicts
 * `checkpoints.jsonl`, is not signed: after all others are signed, an error with the record is thrown.
 */
export async function signCheckpoints(now = new Date()): Promise<CheckpointLine[]> {
  await requireStoreFile()
  const signedLines: CheckpointLine[] = []
  const contradicted = await contradictions()
  const broken = contradicted.map(
    ({ tenantId, flaw }) =>
      `the chain of ${tenantId} does not match checkpoints.jsonl at record ${flaw.sequence} (${flaw.why})`,
  )
  for (const head of await unsignedHeads()) {
    if (contradicted.some(({ tenantId }) => tenantId === head.tenantId)) continue
    const last = (await checkpointsOf(head.tenantId, { newestFirst: true, limit: 1 }))[0]
    const flaw = await flawSince(last, head)
    if (flaw) broken.push(`the chain of ${head.tenantId} is broken at record ${flaw.sequence} (${flaw.why})`)
    const line = flaw ? null : await signHead(head, { previous: await previousOf(head, last), now })
    if (line) signedLines.push(line)
  }
  if (broken.length > 0) throw new Error(`not signed: ${broken.join('; ')}`)
  return signedLines
}

interface Head {
  tenantId: string
  sequence: number
  hash: string
}

async function unsignedHeads(): Promise<Head[]> {
  const rows = await database()
    .selectFrom('chain_head as h')
    .leftJoin('checkpoint as c', (join) =>
      join.onRef('c.tenant_id', '=', 'h.tenant_id').onRef('c.sequence', '=', 'h.sequence'),
    )
    .select(['h.tenant_id', 'h.sequence', 'h.hash'])
    .where('c.tenant_id', 'is', null)
    .where('h.sequence', '>', 0)
    .execute()
  return rows.map((row) => ({ tenantId: row.tenant_id, sequence: Number(row.sequence), hash: row.hash }))
}

export interface Contradiction {
  tenantId: string
  flaw: Flaw
}

/**
 * Returns the tenants whose chain contradicts the newest line of `checkpoints.jsonl`: it was truncated, rewritten or
 * restored from an older copy without `store:restore`, whatever the checkpoints in the store say.
 */
export async function contradictions(): Promise<Contradiction[]> {
  const newestLines = await newestInFile()
  if (newestLines.size === 0) return []
  const keys = trustedKeys(await publicKeys())
  const matches: Contradiction[] = []
  for (const [tenantId, line] of newestLines) {
    const flaw = await contradictionOf(line, keys)
    if (flaw) matches.push({ tenantId, flaw })
  }
  return matches
}

async function contradictionOf(line: CheckpointLine, keys: TrustedKeys): Promise<Flaw | null> {
  const { tenantId, sequence } = line
  const key = keys.get(line.keyId)
  if (!key || !hasValidSignature(line, key)) return { sequence, why: key ? 'signature' : 'key' }
  if (line.restored && sequence === 0) return null
  const head = await chainHead(tenantId)
  if (!head || head.sequence < sequence) return { sequence: (head?.sequence ?? 0) + 1, why: 'tail' }
  for await (const record of chainOf(tenantId, { after: sequence - 1, upTo: sequence }))
    return record.hash === line.hash ? null : { sequence, why: 'checkpoint' }
  return { sequence, why: 'gap' }
}

/** Returns the signed restores from a copy, oldest first. */
export async function restorations(): Promise<CheckpointLine[]> {
  const lines = await restoresInFile()
  if (lines.length === 0) return []
  const keys = trustedKeys(await publicKeys())
  return lines.filter((one) => isTrustedRestore(one, keys))
}

/** Returns the sequence of the checkpoint before: in the store or, where the store lost it, in the file. */
async function previousOf({ tenantId, sequence }: Head, last: Checkpoint | undefined): Promise<number> {
  const previousInFile = (await newestInFile()).get(tenantId)?.sequence ?? 0
  return Math.max(last?.sequence ?? 0, previousInFile < sequence ? previousInFile : 0)
}

async function flawSince(last: Checkpoint | undefined, { tenantId, sequence, hash }: Head) {
  // A checkpoint with a foreign signature would vouch for a rewritten chain.
  const key = last && trustedKeys(await publicKeys()).get(last.keyId)
  if (last && !(key && hasValidSignature(last, key)))
    return { sequence: last.sequence, why: key ? 'signature' : 'key' } as const
  const check = new TrailCheck({ keys: new Map(), from: last })
  for await (const record of chainOf(tenantId, { after: last?.sequence ?? 0, upTo: sequence })) check.add(record)
  return check.end({ sequence, hash }).flaw
}

/** Returns null when another replica signed this head first. */
async function signHead(
  head: Head,
  { previous, now }: { previous: number; now: Date },
): Promise<CheckpointLine | null> {
  const key = signingKey()
  const checkpoint = signCheckpoint({ ...head, at: now.toISOString(), keyId: key.id, previous }, key.privateKey)
  const line: CheckpointLine = { type: 'checkpoint', ...checkpoint, publicKey: key.publicKey }
  const text = `${JSON.stringify(line)}\n`
  const isMine = await database()
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto('signing_key')
        .values({ key_id: key.id, public_key: key.publicKey, created_at: now.getTime() })
        .onConflict((conflict) => conflict.column('key_id').doNothing())
        .execute()
      const inserted = await trx
        .insertInto('checkpoint')
        .values({
          tenant_id: line.tenantId,
          sequence: line.sequence,
          hash: line.hash,
          at: line.at,
          key_id: line.keyId,
          signature: line.signature,
          previous,
        })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'sequence']).doNothing())
        .executeTakeFirst()
      if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) return false
      // In the same transaction, so that every checkpoint in the store is also in the file.
      await appendLine(text)
      return true
    })
  if (isMine) process.stdout.write(text)
  return isMine ? line : null
}

/** Returns the checkpoints of a chain in the store, oldest first by default. */
export async function checkpointsOf(
  tenantId: string,
  options: { newestFirst?: boolean; limit?: number } = {},
): Promise<Checkpoint[]> {
  const query = database()
    .selectFrom('checkpoint')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('sequence', options.newestFirst ? 'desc' : 'asc')
  const rows = await (options.limit ? query.limit(options.limit) : query).execute()
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    sequence: Number(row.sequence),
    hash: row.hash,
    at: row.at,
    keyId: row.key_id,
    signature: row.signature,
    ...(row.previous === null ? {} : { previous: Number(row.previous) }),
  }))
}

/** Returns every public key that signed here, and the current one: base64 SPKI by id. */
export async function publicKeys(): Promise<{ id: string; publicKey: string }[]> {
  const rows = await database().selectFrom('signing_key').selectAll().orderBy('created_at').execute()
  const { id, publicKey } = signingKey()
  const older = rows.flatMap((row) => (row.key_id === id ? [] : [{ id: row.key_id, publicKey: row.public_key }]))
  return [...older, { id, publicKey }]
}

/** Returns the keys by id; a key whose id does not match is left out. */
export function trustedKeys(keys: readonly { id: string; publicKey: string }[]): TrustedKeys {
  return new Map(
    keys.flatMap(({ id, publicKey }) => {
      const key = publicKeyFrom(publicKey)
      return key && matchesKeyId(id, publicKey) ? [[id, key] as const] : []
    }),
  )
}

/**
 * Checks a whole stored chain against its checkpoints and those passed in. `keys` are the trusted keys; by default
 * those in the store.
 */
export async function checkStored(
  tenantId: string,
  { external = [], keys }: { external?: readonly CheckpointWithKey[]; keys?: TrustedKeys | undefined } = {},
) {
  // Before the head, which may advance meanwhile: then no checkpoint is beyond it.
  const own = await checkpointsOf(tenantId)
  const head = await chainHead(tenantId)
  const stored = await database().selectFrom('signing_key').selectAll().execute()
  const written = new Map(stored.map((row) => [row.key_id, row.public_key]))
  const all = [...own.map((one) => ({ ...one, publicKey: written.get(one.keyId) })), ...external]
  const check = new TrailCheck({ keys: keys ?? trustedKeys(await publicKeys()), external: all })
  for await (const record of chainOf(tenantId, { upTo: head?.sequence ?? 0 })) if (check.add(record)) break
  return check.end(head ?? undefined)
}
