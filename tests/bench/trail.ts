/** A trail of 1,000,000 records: how long whoever searches it waits, and everybody else meanwhile. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'libsql'
import { href } from '../../app/hrefs'
import { genesis, recordHash } from '../../app/trail/chain.server'
import type { TrailRecord } from '../../app/trail/record'
import { toRow } from '../../app/trail/rows.server'
import type { Page, Visitor } from '../harness/visitor'
import type { Product } from './product'
import type { Report } from './report'

const length = Number(process.env.BENCH_RECORDS ?? 1_000_000)
/** Milliseconds anybody else may wait for a page, whatever is asked of the trail. */
const mostForOthers = 250

export async function trail(
  report: Report,
  { product, visitor, places }: { product: Product; visitor: Visitor; places: { site: Page } },
): Promise<void> {
  const tenantId = places.site.address.match(/tenants\/([^/]+)/)?.[1] ?? ''
  fill(join(product.dataDir, 'console.sqlite'), tenantId)
  // Filling took this thread for itself: what the console closed meanwhile is noticed now.
  await setTimeout(1_000)
  const other = await product.signedIn('usha')
  const others = href('tenant', { tenantId })
  for (let warm = 0; warm < 20; warm += 1) await other.get(others)

  const list = (search: Record<string, string>) => async () => {
    await (await visitor.raw('GET', href('trail', { tenantId }, search))).text()
  }
  const download = (address: string) => async () => {
    const answer = await visitor.raw('GET', address)
    const reader = answer.body?.getReader()
    while (reader && !(await reader.read()).done);
  }
  const asked: [name: string, ask: () => Promise<void>][] = [
    ['the newest', list({})],
    ['a name that nobody has', list({ q: 'zzz nobody zzz' })],
    ['two letters that nobody has', list({ q: 'zq' })],
    ['a name that one record has', list({ q: 'Needle in it' })],
    ['a name that all have', list({ q: 'person' })],
    ['an outcome that one has', list({ outcome: 'unknown' })],
    ['a change that nobody made', list({ mutation: 'tenant.offboard' })],
    ['a place that is none', list({ under: 'no-such-place' })],
    ['everything at once', list({ q: 'device', outcome: 'failed', kind: 'device', to: '2020-01-01' })],
    [
      'sixty searches at once',
      async () => {
        await Promise.all(Array.from({ length: 60 }, () => list({ q: 'zq' })()))
      },
    ],
    ['the table of 20,000', download(href('trailCsv', { tenantId }, { from: '2026-01-12' }))],
    ['the whole export', download(href('trailExport', { tenantId }))],
  ]
  for (const [name, ask] of asked) {
    const started = performance.now()
    let isDone = false
    const work = ask().finally(() => {
      isDone = true
    })
    let longest = 0
    while (!isDone) {
      const began = performance.now()
      await other.get(others)
      longest = Math.max(longest, performance.now() - began)
    }
    await work
    report.say(
      `trail of ${length} records, ${name}: ${((performance.now() - started) / 1_000).toFixed(2)} s,` +
        ` others at most ${longest.toFixed(0)} ms (limit ${mostForOthers})`,
      longest > mostForOthers,
    )
  }
}

/** A chain that verifies: changes of many people to many things, of which one is a needle and one ended unknown. */
function fill(file: string, tenantId: string): void {
  const database = new Database(file)
  database.pragma('synchronous = OFF')
  const insert = (table: string, row: object) =>
    database.prepare(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
        .map(() => '?')
        .join(', ')})`,
    )
  const head = database.prepare('select sequence, hash from chain_head where tenant_id = ?').get(tenantId) as
    | { sequence: number; hash: string }
    | undefined
  let previousHash = head?.hash ?? genesis
  const first = (head?.sequence ?? 0) + 1
  let trailRow: ReturnType<typeof insert> | undefined
  let stateRow: ReturnType<typeof insert> | undefined
  database.exec('begin')
  for (let sequence = first; sequence < first + length; sequence += 1) {
    const record = recordAt(sequence, tenantId, { first, previousHash })
    previousHash = record.hash
    const row = toRow(record)
    trailRow ??= insert('trail', row)
    trailRow.run(Object.values(row))
    if (record.entry !== 'intent') continue
    const state = {
      tenant_id: tenantId,
      sequence,
      outcome: endOf(sequence - first + 1),
      names: `${record.subject.name} ${record.actor.name}`.toLowerCase(),
    }
    stateRow ??= insert('trail_state', state)
    stateRow.run(Object.values(state))
  }
  database
    .prepare(
      'insert into chain_head (tenant_id, sequence, hash) values (?, ?, ?) on conflict (tenant_id) do update set sequence = excluded.sequence, hash = excluded.hash',
    )
    .run([tenantId, first + length - 1, previousHash])
  database.exec('commit')
  // As a trail stands that grew over months: in the file, not in what was last written.
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

function endOf(intent: number): 'unknown' | 'failed' | 'done' {
  if (intent === 999) return 'unknown'
  return intent % 50 === 1 ? 'failed' : 'done'
}

function recordAt(
  sequence: number,
  tenantId: string,
  { first, previousHash }: { first: number; previousHash: string },
): TrailRecord {
  const place = sequence - first
  const isOutcome = place % 2 === 1
  const pair = Math.floor(place / 2)
  const record = {
    tenantId,
    sequence,
    at: new Date(Date.UTC(2026, 0, 1) + place * 1_000).toISOString(),
    requestId: `request-${pair}`,
    changeId: `change-${pair}`,
    entry: isOutcome ? ('outcome' as const) : ('intent' as const),
    intentSequence: isOutcome ? sequence - 1 : null,
    actor: {
      id: `person-${pair % 40}`,
      issuer: 'https://id.example',
      subject: `s-${pair % 40}`,
      name: `Person ${pair % 40}`,
      role: 'admin',
    },
    customerId: `customer-${pair % 200}`,
    mutation: 'network.save',
    subject: {
      kind: 'device',
      id: `device-${pair % 100_000}`,
      name: pair === 1_234 ? 'Needle in it' : `Device ${pair % 100_000}`,
      path: [{ id: `site-${pair % 1_000}`, name: `Site ${pair % 1_000}`, type: 'site' }],
    },
    reason: null,
    before: { primaryDns: '10.0.0.1' },
    after: { primaryDns: '10.0.0.2' },
    calls: isOutcome ? [{ method: 'POST', path: '/devices/network', status: 200, ms: 12 }] : [],
    outcome: isOutcome ? endOf(place) : ('pending' as const),
    detail: null,
    address: '192.0.2.7',
    userAgent: 'bench',
    previousHash,
  }
  return { ...record, hash: recordHash(record) }
}
