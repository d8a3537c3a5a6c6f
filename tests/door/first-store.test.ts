/**
 * A data folder as the first console left it, killed in the middle of a change: opened by this one, on either engine,
 * nothing of its trail is lost, what was open is closed, and the chain goes on. The rows of `first-store.json` were
 * written by that console.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { postgres, sqlite } from '../../app/store/dialect.server'
import { migrations } from '../../app/store/migrations'
import type { StorePlace } from '../../app/store/store.server'
import type { Tables } from '../../app/store/tables'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { type Database, newDatabase, onPostgres } from '../harness/postgres'
import { inStore } from '../harness/store'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, trailOf } from '../requests/on-record'
import { verify } from '../requests/verify'

type Row = Record<string, string | number | null>

/** What the first console left: its secrets, every table with its rows, and how SQLite describes them. */
const left: { secrets: unknown; tables: Record<string, Row[]>; schema: { sql: string }[] } = JSON.parse(
  readFileSync(new URL('./first-store.json', import.meta.url), 'utf8'),
)
const records = left.tables.trail ?? []
/** The process died long ago, whatever the clock of this machine says. */
for (const lease of left.tables.process_lease ?? []) lease.until = Date.now() - 600_000

let product: Console
let place: StorePlace
let database: Database | null = null
let amelie: Visitor
let tenantId: string

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  await product.stop()
  database = onPostgres ? await newDatabase() : null
  place = { dataDir: mkdtempSync(join(tmpdir(), 'plantroom-first-')), databaseUrl: database?.url ?? null }
  writeFileSync(join(place.dataDir, 'secrets.json'), JSON.stringify(left.secrets))
  await leaveBehind()
  await product.start({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' })
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(async () => {
  await product.close()
  await database?.drop()
  rmSync(place.dataDir, { recursive: true, force: true })
})

/** The first migration alone, and in its tables what was in them. */
function leaveBehind(): Promise<void> {
  return inStore(place, async (db) => {
    const known = await migrations(onPostgres ? postgres : sqlite).getMigrations()
    const provider = { getMigrations: async () => Object.fromEntries(Object.entries(known).slice(0, 1)) }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
    if (!onPostgres) {
      const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where sql is not null`.execute(db)
      expect(rows).toEqual(left.schema)
    }
    for (const [table, rows] of Object.entries(left.tables))
      if (!table.startsWith('kysely_') && rows.length > 0)
        await db
          .insertInto(table as keyof Tables)
          .values(rows as never)
          .execute()
  })
}

test('every record is there as it was written, and is found by whom and what it names', async () => {
  const found = await trailOf(amelie, tenantId)
  expect(records.length).toBeGreaterThan(5)
  expect(found.slice(0, records.length).map(({ sequence, hash }) => ({ sequence, hash }))).toEqual(
    records.map(({ sequence, hash }) => ({ sequence, hash })),
  )
  const page = await amelie.get(href('trail', { tenantId }, { q: 'lapointe' }))
  expect(page.status).toBe(200)
  expect(page.text).toContain('Hugo Lapointe')
  const record = await amelie.get(href('trailRecord', { tenantId, sequence: String(records[0]?.sequence) }))
  expect(record.status).toBe(200)
  expect(record.text).toContain('Takes over the night shift')
})

test('what was open when that console died is closed as unknown, the chain goes on, and verifies', async () => {
  const open = left.tables.open_intent ?? []
  expect(open).toHaveLength(1)
  await product.keepHouse()
  const closed = async () => (await trailOf(amelie, tenantId)).find((one) => one.intentSequence === open[0]?.sequence)
  await expect.poll(closed, { timeout: 15_000 }).toMatchObject({ entry: 'outcome', outcome: 'unknown' })

  const at = { tenantId, customerId: customerIdOf('CUS1004'), groupId: seedId('group', 'Montcalm campuses') }
  const form = await amelie.get(href('groupSettings', at))
  expect((await form.submit(changeForm, { fill: { name: 'Renamed after the upgrade' } })).status).toBe(200)
  const all = await trailOf(amelie, tenantId)
  expect(all.at(-1)).toMatchObject({ entry: 'outcome', outcome: 'done', sequence: all.length })

  await product.stop()
  const { status, stdout } = await verify({ ...product, dataDir: place.dataDir, databaseUrl: place.databaseUrl })
  expect([stdout, status]).toEqual([expect.stringContaining(`${all.length}`), 0])
})
