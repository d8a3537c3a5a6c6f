/**
 * `npm run audit:verify [-- export.jsonl …] [--checkpoints checkpoints.jsonl] [--key public.pem] [--tenant id]`: checks
 * a trail offline (docs/trail.md). With files, exports of the trail are read; without, the store. Checkpoints kept
 * apart from the trail show a tail that was cut and a chain that was made anew. Trusted are the keys given with
 * `--key`; without, those that came with `--checkpoints`; without these, those that came with the trail. Exit 0: every
 * chain is whole and signed; 1: something does not fit, and it is named; 2: something could not be read; 3: nothing
 * wrong was found, and no signature vouches for it; 64: asked wrongly.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { config } from '~/config.server'
import { keyIdOf, publicKeyFrom } from '~/ed25519.server'
import { closeStore, database, openStore } from '~/store/store.server'
import type { CheckpointLine } from '~/trail/checkpoint.server'
import { checkpointFile, checkpointsInFile } from '~/trail/checkpoint-file.server'
import { checkStored, trustedKeys } from '~/trail/checkpoints.server'
import { outsideRows } from '~/trail/outside.server'
import { type SearchFlaw, searchFlaws } from '~/trail/search-check.server'
import type { Finding, Flaw, TrustedKeys } from '~/trail/trail-check.server'
import { checkExport } from '~/trail/verify-export.server'

const why: Record<Flaw['why'], string> = {
  number: 'its number is impossible in a chain',
  gap: 'it is missing',
  previousHash: 'it does not follow the previous record',
  hash: 'its content does not match its hash',
  checkpoint: 'a signed checkpoint has another hash',
  tail: 'it and all later records are missing',
  signature: 'the signature of its checkpoint is invalid',
  key: 'its checkpoint was signed by an untrusted key',
  replacedKey: 'the public key of its checkpoint does not match the key id',
  missing: 'its checkpoint is missing, but the next one refers to it',
}

const misled: Record<SearchFlaw['why'], string> = {
  names: 'the search table has other names for it',
  outcome: 'the search table has another outcome for it',
  missing: 'no search by name or outcome finds it',
  extra: 'the search table lists it, but it is not a record that started a change',
}

const badLines = { json: 'it is not JSON', shape: 'it is not a line of a trail' }

/** Records wait at most a minute to be signed; older ones were not signed or lost their checkpoint. */
const longestUnsigned = 2 * 60_000

const codes = { whole: 0, broken: 1, unreadable: 2, unsigned: 3, askedWrongly: 64 }
type Verdict = 'whole' | 'unsigned' | 'broken'

/** The worst of them. */
function worst(verdicts: readonly Verdict[]): Verdict {
  return (['broken', 'unsigned'] as const).find((one) => verdicts.includes(one)) ?? 'whole'
}

interface VerifyOptions {
  files: string[]
  /** Null where none were given. */
  keys: TrustedKeys | null
  kept: CheckpointLine[]
  /** The tenants it is about; all where none was named. */
  tenants: string[]
}

async function checkFiles({ files, keys, kept: external, tenants }: VerifyOptions): Promise<Verdict> {
  const verdicts: Verdict[] = []
  const seen = new Set<string>()
  for (const file of files) {
    const { findings, badLine } = await checkExport(file, { callerKeys: keys, external })
    for (const { tenantId, isPart, exportedAt, finding } of findings) {
      if (!isAbout(tenants, tenantId)) continue
      seen.add(tenantId)
      const until = exportedAt === null ? Date.now() : Date.parse(exportedAt)
      verdicts.push(tell(`${file}, tenant ${tenantId}`, finding, { isPart, until }))
    }
    if (badLine) verdicts.push(say('broken', `${file}: BROKEN at line ${badLine.number}: ${badLines[badLine.why]}`))
    else if (findings.length === 0)
      verdicts.push(say('unsigned', `${file}: EMPTY, it contains no record and no signature`))
  }
  const expected = new Set([...tenants, ...external.map(({ tenantId }) => tenantId)])
  for (const tenantId of expected)
    if (isAbout(tenants, tenantId) && !seen.has(tenantId))
      verdicts.push(say('broken', `tenant ${tenantId}: MISSING, ${missingBecause(tenantId, external)}`))
  return worst(verdicts)
}

function missingBecause(tenantId: string, kept: readonly CheckpointLine[]): string {
  const named = kept.filter((one) => one.tenantId === tenantId).map(({ sequence }) => sequence)
  return named.length === 0
    ? 'no file contains its trail'
    : `a kept checkpoint names its record ${Math.max(...named)}, but no file contains its trail; ` +
        'add its export, or name the intended tenants with --tenant'
}

async function checkStore({ keys, kept, tenants }: VerifyOptions): Promise<Verdict> {
  await openStore()
  const own = join(config().dataDir, checkpointFile)
  const all = kept.length === 0 && existsSync(own) ? await allKept(own) : kept
  const byKept =
    kept.length > 0 ? trustedKeys(kept.map((one) => ({ id: one.keyId, publicKey: one.publicKey }))) : undefined
  const stored = await storedTenants()
  const verdicts: Verdict[] = []
  for (const tenantId of new Set([...stored, ...all.map((one) => one.tenantId), ...tenants])) {
    if (!isAbout(tenants, tenantId)) continue
    const ofTenant = all.filter((one) => one.tenantId === tenantId)
    const finding = await checkStored(tenantId, { external: ofTenant, keys: keys ?? byKept })
    verdicts.push(tell(`tenant ${tenantId}`, finding, { isPart: false, until: Date.now() }))
    for (const { sequence, why } of await searchFlaws(tenantId))
      verdicts.push(say('broken', `tenant ${tenantId}: MISLED at record ${sequence} (${why}): ${misled[why]}`))
  }
  if (verdicts.length === 0) verdicts.push(say('unsigned', 'the trail is EMPTY: it contains no signature'))
  for (const { tenantId, sequence, claims, isSetAside } of await outsideRows()) {
    if (!isAbout(tenants, tenantId)) continue
    const row =
      `tenant ${tenantId}: a row outside the chain, with the number ${sequence}, ` +
      `“${claims.mutation}” of “${claims.subject}”`
    if (isSetAside) console.log(`${row}, had the number of a record and was set aside`)
    else verdicts.push(say('broken', `${row}: FORGED, the console did not write it`))
  }
  for (const { id, publicKey } of await storedKeys()) {
    const key = publicKeyFrom(publicKey)
    if (!key || keyIdOf(key) !== id)
      verdicts.push(say('broken', `signing key ${id}: REPLACED, the public key in the store does not match its id`))
  }
  await closeStore()
  return worst(verdicts)
}

async function storedTenants(): Promise<string[]> {
  const db = database()
  const rows = await db
    .selectFrom('chain_head')
    .select('tenant_id')
    .union(db.selectFrom('checkpoint').select('tenant_id'))
    .execute()
  return rows.map(({ tenant_id }) => tenant_id).sort()
}

async function storedKeys(): Promise<{ id: string; publicKey: string }[]> {
  const rows = await database().selectFrom('signing_key').selectAll().execute()
  return rows.map((row) => ({ id: row.key_id, publicKey: row.public_key }))
}

const isAbout = (tenants: readonly string[], tenantId: string) => tenants.length === 0 || tenants.includes(tenantId)

/** Prints what was found in one chain. */
function tell(name: string, finding: Finding, { isPart, until }: { isPart: boolean; until: number }): Verdict {
  const { records, head, signedUpTo, unsignedSince, signers, restored, flaw } = finding
  for (const one of restored)
    console.log(
      `${name}: RESTORED from record ${one.sequence} at ${one.at}; ` +
        `the original records up to ${one.restored?.lostUpTo} are lost: “${one.restored?.reason}”`,
    )
  const standing =
    signedUpTo > 0 ? `signed up to record ${signedUpTo} by ${signers.join(', ')}` : 'no signature covers it'
  if (flaw)
    return say('broken', `${name}: BROKEN at record ${flaw.sequence} (${flaw.why}): ${why[flaw.why]}; ${standing}`)
  if (isPart)
    return say(
      'unsigned',
      `${name}: UNSIGNED, a part of a trail: its ${records} records match their own hashes, ` +
        'but anyone can create such a file',
    )
  if (records === 0 && restored.length > 0) return say('whole', `${name}: intact, nothing was recorded since`)
  if (records === 0) return say('unsigned', `${name}: EMPTY, it contains no record and no signature`)
  const whole = `${name}: intact, ${records} records, head ${head}; ${standing}`
  if (signedUpTo === 0) return say('unsigned', `${whole}: UNSIGNED, anyone can create such a chain`)
  // What does not say when it was made was made too long ago.
  const waited = unsignedSince === null ? 0 : until - Date.parse(unsignedSince)
  if (!(waited <= longestUnsigned))
    return say('unsigned', `${whole}: UNSIGNED after that, though record ${signedUpTo + 1} is older than two minutes`)
  return say('whole', whole)
}

function say(verdict: Verdict, line: string): Verdict {
  console.log(line)
  return verdict
}

class AskedWrongly extends Error {}

async function parseArguments(): Promise<VerifyOptions> {
  const { values, positionals } = parsed()
  const kept: CheckpointLine[] = []
  for (const file of values.checkpoints ?? []) {
    const lines = await allKept(file)
    if (lines.length === 0) throw new Error(`${file}: contains no checkpoint`)
    kept.push(...lines)
  }
  const keys = values.key ? givenKeys(values.key) : null
  return { files: positionals, keys, kept, tenants: values.tenant ?? [] }
}

async function allKept(file: string): Promise<CheckpointLine[]> {
  const lines: CheckpointLine[] = []
  for await (const line of checkpointsInFile(file)) lines.push(line)
  return lines
}

function parsed() {
  try {
    return parseArgs({
      args: process.argv.slice(2).filter((one) => one !== '--'),
      allowPositionals: true,
      options: {
        checkpoints: { type: 'string', multiple: true },
        key: { type: 'string', multiple: true },
        tenant: { type: 'string', multiple: true },
      },
    })
  } catch (error) {
    throw new AskedWrongly(error instanceof Error ? error.message : String(error))
  }
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

try {
  const options = await parseArguments()
  const verdict = options.files.length > 0 ? await checkFiles(options) : await checkStore(options)
  process.exitCode = codes[verdict]
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof AskedWrongly ? codes.askedWrongly : codes.unreadable
}
