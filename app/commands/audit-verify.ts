/**
 * `npm run audit:verify [-- export.jsonl …] [--checkpoints checkpoints.jsonl] [--key public.pem]`: checks a trail
 * offline (docs/trail.md). With files, exports of the trail are read; without, the store. Checkpoints kept apart from
 * the trail show a tail that was cut and a chain that was made anew. Trusted are the keys given with `--key`; without,
 * those that came with the checkpoints; without these, those that came with the export. Exit 0: every chain is whole;
 * 1: the first record that does not fit is named; 2: something could not be read.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { CheckpointLine } from '~/audit/checkpoint.server'
import { checkpointFile, checkStored, trusted } from '~/audit/checkpoints.server'
import type { ExportHead, ExportLine } from '~/audit/export.server'
import { type Finding, type Flaw, TrailCheck, type TrustedKeys } from '~/audit/trail-check.server'
import { config } from '~/config.server'
import { keyIdOf, publicKeyFrom } from '~/ed25519.server'
import { closeStore, database, openStore } from '~/store/store.server'

const why: Record<Flaw['why'], string> = {
  gap: 'it is missing',
  previousHash: 'it does not follow the record before it',
  hash: 'it is not what its hash was made of',
  checkpoint: 'a signed checkpoint says it was another',
  tail: 'it and all after it were cut off',
  signature: 'the signature of its checkpoint does not hold',
  key: 'its checkpoint was signed by a key that is not trusted',
}

/** `onTorn` takes lines that are not JSON; without it they are an error. */
async function* linesOf<T>(file: string, onTorn?: (problem: string) => void): AsyncGenerator<T> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (!text.trim()) continue
    try {
      yield JSON.parse(text) as T
    } catch {
      const problem = `${file}: line ${line} is not JSON`
      if (!onTorn) throw new Error(problem)
      onTorn(problem)
    }
  }
}

async function keptCheckpoints(files: readonly string[]): Promise<CheckpointLine[]> {
  const kept: CheckpointLine[] = []
  // A power cut may leave half a line.
  for (const file of files)
    for await (const line of linesOf<CheckpointLine>(file, (problem) => console.error(`${problem}: left out`)))
      if (line.type === 'checkpoint') kept.push(line)
  return kept
}

/** Public keys given by hand; throws for a file that holds none. */
function givenKeys(files: readonly string[]): TrustedKeys {
  return new Map(
    files.map((file) => {
      const key = publicKeyFrom(readFileSync(file, 'utf8').trim())
      if (!key) throw new Error(`${file}: is not an Ed25519 public key`)
      return [keyIdOf(key), key] as const
    }),
  )
}

/** What the signatures of an export are held against, and where that came from. */
function keysFor(head: ExportHead | null, given: TrustedKeys, kept: readonly CheckpointLine[]): TrustedKeys {
  if (given.size > 0) return given
  if (kept.length > 0) return trusted(kept.map(({ keyId, publicKey }) => ({ id: keyId, publicKey })))
  return trusted(head?.keys ?? [])
}

async function checkFile(file: string, given: TrustedKeys, kept: readonly CheckpointLine[]): Promise<boolean> {
  let head: ExportHead | null = null
  const checks = new Map<string, TrailCheck>()
  const checkOf = (tenantId: string) => {
    const known = checks.get(tenantId)
    if (known) return known
    const made = new TrailCheck({
      keys: keysFor(head, given, kept),
      kept: kept.filter((one) => one.tenantId === tenantId),
      isWhole: head?.isWhole ?? true,
    })
    checks.set(tenantId, made)
    return made
  }
  for await (const line of linesOf<ExportLine>(file)) {
    if ('type' in line && line.type === 'trail') head = line
    if (!('type' in line)) checkOf(line.tenantId).add(line)
    else if (line.type === 'checkpoint') checkOf(line.tenantId).checkpoint(line)
    else checkOf(line.tenantId)
  }
  const isPart = head?.isWhole === false
  return [...checks.values()].map((check) => tell(file, check.end(), isPart)).every(Boolean)
}

async function checkStore(kept: readonly CheckpointLine[]): Promise<boolean> {
  await openStore()
  const own = join(config().dataDir, checkpointFile)
  const all = kept.length === 0 && existsSync(own) ? await keptCheckpoints([own]) : kept
  const rows = await database().selectFrom('chain_head').select('tenant_id').orderBy('tenant_id').execute()
  const tenants = [...new Set([...rows.map((row) => row.tenant_id), ...all.map((one) => one.tenantId)])]
  let whole = true
  for (const tenantId of tenants) {
    const finding = await checkStored(
      tenantId,
      all.filter((one) => one.tenantId === tenantId),
    )
    whole = tell(`tenant ${tenantId}`, finding, false) && whole
  }
  if (tenants.length === 0) console.log('the trail is empty')
  await closeStore()
  return whole
}

/** Prints what was found in one chain; answers whether it is whole. */
function tell(name: string, { records, head, signedUpTo, flaw }: Finding, isPart: boolean): boolean {
  if (flaw) {
    console.log(`${name}: BROKEN at record ${flaw.sequence} (${flaw.why}): ${why[flaw.why]}; ${standing(signedUpTo)}`)
    return false
  }
  if (isPart) console.log(`${name}: a part of a trail, each of its ${records} records is as it was written`)
  else console.log(`${name}: whole, ${records} records, head ${head}; ${standing(signedUpTo)}`)
  return true
}

function standing(signedUpTo: number): string {
  return signedUpTo > 0 ? `signed up to record ${signedUpTo}` : 'no signature vouches for it'
}

try {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((one) => one !== '--'),
    allowPositionals: true,
    options: { checkpoints: { type: 'string', multiple: true }, key: { type: 'string', multiple: true } },
  })
  const kept = await keptCheckpoints(values.checkpoints ?? [])
  const given = givenKeys(values.key ?? [])
  let whole = true
  if (positionals.length === 0) whole = await checkStore(kept)
  for (const file of positionals) whole = (await checkFile(file, given, kept)) && whole
  process.exitCode = whole ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
