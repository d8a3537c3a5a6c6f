/**
 * Signed checkpoints of every chain (design §8): once a minute the head of each chain that moved is signed and written
 * to the store, to `checkpoints.jsonl` in the data folder and to standard output, so that whoever keeps the log can
 * tell a trail that was cut or made anew.
 */
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { config } from '~/config.server'
import { openDataFolder } from '~/data-folder.server'
import { publicKeyFrom } from '~/ed25519.server'
import { database } from '~/store/store.server'
import { type Checkpoint, type CheckpointLine, isSigned, signed } from './checkpoint.server'
import { signingKey } from './signing-key.server'
import { chainOf } from './trail.server'
import { TrailCheck, type TrustedKeys } from './trail-check.server'

/** Where the lines are kept beside the store. */
export const checkpointFile = 'checkpoints.jsonl'

/**
 * Signs every head that no checkpoint names yet. A chain that does not follow its last checkpoint whole is not signed:
 * once all others are, it is thrown as an error that names the record.
 */
export async function signCheckpoints(now = new Date()): Promise<CheckpointLine[]> {
  const made: CheckpointLine[] = []
  const broken: string[] = []
  for (const head of await unsignedHeads()) {
    const flaw = await flawSinceLast(head)
    if (flaw) broken.push(`the chain of ${head.tenantId} is broken at record ${flaw.sequence} (${flaw.why})`)
    const line = flaw ? null : await signHead(head, now)
    if (line) made.push(line)
  }
  if (broken.length > 0) throw new Error(`not signed: ${broken.join('; ')}`)
  return made
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

async function flawSinceLast({ tenantId, sequence, hash }: Head) {
  const [last] = await checkpointsOf(tenantId, { newestFirst: true, limit: 1 })
  // One that somebody else put there would vouch for a chain made anew.
  const key = last && trusted(await publicKeys()).get(last.keyId)
  if (last && !(key && isSigned(last, key))) return { sequence: last.sequence, why: key ? 'signature' : 'key' } as const
  const check = new TrailCheck({ keys: new Map(), from: last })
  for await (const record of chainOf(tenantId, { after: last?.sequence ?? 0, upTo: sequence })) check.add(record)
  return check.end({ sequence, hash }).flaw
}

/** Null where another replica signed this head first. */
async function signHead(head: Head, now: Date): Promise<CheckpointLine | null> {
  const key = signingKey()
  const checkpoint = signed({ ...head, at: now.toISOString(), keyId: key.id }, key.privateKey)
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
        })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'sequence']).doNothing())
        .executeTakeFirst()
      if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) return false
      // In the same step: a checkpoint that stands in the store stands in the file.
      await appendDurably(join(config().dataDir, checkpointFile), text)
      return true
    })
  if (isMine) process.stdout.write(text)
  return isMine ? line : null
}

/** On disk when it returns; a line that a power cut left half stays a line of its own. */
async function appendDurably(file: string, text: string): Promise<void> {
  openDataFolder(dirname(file))
  const handle = await open(file, 'a+')
  try {
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    await handle.appendFile(size > 0 && buffer.toString() !== '\n' ? `\n${text}` : text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The checkpoints of a chain that are in the store, oldest first unless asked otherwise. */
export async function checkpointsOf(
  tenantId: string,
  options: { newestFirst?: boolean; limit?: number } = {},
): Promise<Checkpoint[]> {
  const found = database()
    .selectFrom('checkpoint')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('sequence', options.newestFirst ? 'desc' : 'asc')
  const rows = await (options.limit ? found.limit(options.limit) : found).execute()
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    sequence: Number(row.sequence),
    hash: row.hash,
    at: row.at,
    keyId: row.key_id,
    signature: row.signature,
  }))
}

/** Every public key that signed something here and the one that signs now: base64 SPKI by id. */
export async function publicKeys(): Promise<{ id: string; publicKey: string }[]> {
  const rows = await database().selectFrom('signing_key').selectAll().orderBy('created_at').execute()
  const { id, publicKey } = signingKey()
  const older = rows.flatMap((row) => (row.key_id === id ? [] : [{ id: row.key_id, publicKey: row.public_key }]))
  return [...older, { id, publicKey }]
}

/** Keys as checks take them. */
export function trusted(keys: readonly { id: string; publicKey: string }[]): TrustedKeys {
  return new Map(
    keys.flatMap(({ id, publicKey }) => {
      const key = publicKeyFrom(publicKey)
      return key ? [[id, key] as const] : []
    }),
  )
}

/** Walks a whole stored chain and holds it against its checkpoints and those of `kept`. */
export async function checkStored(tenantId: string, kept: readonly Checkpoint[] = []) {
  // Before the head, which may move on meanwhile: no checkpoint is beyond it then.
  const own = await checkpointsOf(tenantId)
  const head = await database()
    .selectFrom('chain_head')
    .select(['sequence', 'hash'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  const check = new TrailCheck({ keys: trusted(await publicKeys()), kept: [...own, ...kept] })
  const upTo = head && Number(head.sequence)
  for await (const record of chainOf(tenantId, { upTo })) if (check.add(record)) break
  return check.end(head && { sequence: Number(head.sequence), hash: head.hash })
}
