/**
 * `npm run audit:verify [-- file.jsonl …]`: checks hash chains of the trail offline. With files, each line is a
 * record as the trail's export writes it; without, the store in DATA_DIR is read. Exit 0: every chain is whole;
 * 1: the first record that does not fit is named; 2: something could not be read.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { ChainCheck } from '~/audit/chain.server'
import type { TrailRecord } from '~/audit/record'
import { chainOf } from '~/audit/trail.server'
import { closeStore, database, openStore } from '~/store/store.server'

interface Source {
  name: string
  records: AsyncIterable<TrailRecord>
}

async function* linesOf(file: string): AsyncGenerator<TrailRecord> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (!text.trim()) continue
    try {
      yield JSON.parse(text) as TrailRecord
    } catch {
      throw new Error(`${file}: line ${line} is not JSON`)
    }
  }
}

async function sources(files: string[]): Promise<Source[]> {
  if (files.length > 0) return files.map((file) => ({ name: file, records: linesOf(file) }))
  await openStore()
  const tenants = await database().selectFrom('chain_head').select('tenant_id').orderBy('tenant_id').execute()
  return tenants.map(({ tenant_id }) => ({ name: `tenant ${tenant_id}`, records: chainOf(tenant_id) }))
}

/** Prints one line per chain; answers whether all are whole. */
async function verify(found: Source[]): Promise<boolean> {
  let whole = true
  for (const { name, records } of found) {
    const checks = new Map<string, ChainCheck>()
    let broken = false
    for await (const record of records) {
      const check = checks.get(record.tenantId) ?? new ChainCheck()
      checks.set(record.tenantId, check)
      const verdict = check.add(record)
      if (!verdict || verdict.ok) continue
      console.log(
        `${name}: BROKEN at record ${verdict.sequence} (${verdict.why}); ${verdict.records} records before it are whole`,
      )
      broken = true
      break
    }
    if (broken) whole = false
    else
      for (const check of checks.values()) {
        const verdict = check.verdict()
        if (verdict.ok) console.log(`${name}: whole, ${verdict.records} records, head ${verdict.head}`)
      }
  }
  if (found.length === 0) console.log('the trail is empty')
  return whole
}

try {
  const whole = await verify(await sources(process.argv.slice(2).filter((one) => one !== '--')))
  await closeStore()
  process.exitCode = whole ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
