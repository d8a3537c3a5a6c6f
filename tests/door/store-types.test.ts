/** What goes into the store comes out as it was, in the same order, as the same types, on either engine (design §10). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore } from '~/store/store.server'
import type { Tables } from '~/store/tables'
import { type Database, newDatabase, onPostgres } from '../harness/postgres'

const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-types-'))
let kept: Database | null = null
let db: Kysely<Tables>

/** A database that would sort as people who speak English do, if it were let. */
const english = `template template0 locale_provider icu icu_locale 'en' locale 'C'`

beforeAll(async () => {
  kept = onPostgres ? await newDatabase(english) : null
  db = await connectStore({ dataDir, databaseUrl: kept?.url ?? null })
})
afterAll(async () => {
  await db.destroy()
  await kept?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const head = (tenant_id: string, sequence = 1) => ({ tenant_id, sequence, hash: 'hash' })

async function put(...rows: ReturnType<typeof head>[]): Promise<void> {
  await db.deleteFrom('chain_head').execute()
  if (rows.length > 0) await db.insertInto('chain_head').values(rows).execute()
}

test.each([0, 1, -1, Date.UTC(2026, 2, 9), 2 ** 31, Number.MAX_SAFE_INTEGER])(
  'the number %i is that number',
  async (n) => {
    await put(head('tenant', n))
    expect(await db.selectFrom('chain_head').select('sequence').execute()).toEqual([{ sequence: n }])
    expect(await db.selectFrom('chain_head').select('hash').where('sequence', '=', n).execute()).toHaveLength(1)
  },
)

test.each([
  '',
  ' ',
  'é',
  'e\u0301',
  '👾',
  '田中',
  "'; --",
  '\\',
  '%_',
  '\u2028',
  '{"a":"\\u0000"}',
  '1',
  'null',
  'x'.repeat(99_999),
])('the text %j is that text', async (text) => {
  await put(head(text))
  expect(await db.selectFrom('chain_head').select('tenant_id').execute()).toEqual([{ tenant_id: text }])
  expect(await db.selectFrom('chain_head').select('hash').where('tenant_id', '=', text).execute()).toHaveLength(1)
})

test('text sorts and compares by code point', async () => {
  const words = [
    'b',
    'a',
    'B',
    'A',
    'é',
    'e',
    'z',
    'ä',
    '-a',
    'a b',
    'ab',
    '10',
    '9',
    '👾',
    '田',
    '2026-03-09T12:00:00.000Z',
  ]
  await put(...words.map((word) => head(word)))
  const rows = await db.selectFrom('chain_head').select('tenant_id').orderBy('tenant_id').execute()
  const byCodePoint = words
    .map((word) => Buffer.from(word))
    .sort(Buffer.compare)
    .map(String)
  expect(rows.map((row) => row.tenant_id)).toEqual(byCodePoint)
  const after = await db.selectFrom('chain_head').select('tenant_id').where('tenant_id', '>', 'a').execute()
  expect(after).toHaveLength(byCodePoint.length - byCodePoint.indexOf('a') - 1)
})

test('counts, sums, highest numbers and numbers of changed rows are numbers', async () => {
  await put(head('one', 2), head('two', 3))
  const { count, sum, most } = await db
    .selectFrom('chain_head')
    .select((rows) => [
      rows.fn.countAll<number>().as('count'),
      rows.fn.sum<number>('sequence').as('sum'),
      rows.fn.max('sequence').as('most'),
    ])
    .executeTakeFirstOrThrow()
  expect([count, sum, most]).toEqual([2, 5, 3])
  const changed = await db.updateTable('chain_head').set({ hash: 'new' }).where('sequence', '>', 2).executeTakeFirst()
  expect(Number(changed.numUpdatedRows)).toBe(1)
  const gone = await db.deleteFrom('chain_head').where('sequence', '>', 2).executeTakeFirst()
  expect(Number(gone.numDeletedRows)).toBe(1)
})

test('who comes second with a key learns it', async () => {
  await put()
  const claim = () =>
    db
      .insertInto('chain_head')
      .values(head('tenant'))
      .onConflict((conflict) => conflict.column('tenant_id').doNothing())
      .executeTakeFirst()
  expect(Number((await claim()).numInsertedOrUpdatedRows)).toBe(1)
  expect(Number((await claim()).numInsertedOrUpdatedRows ?? 0)).toBe(0)
})

test('nothing is nothing, and not an empty text', async () => {
  const owner = { id_hash: 'id', person: '{}', access_expires_at: 1, created_at: 1, last_seen_at: 1, lock_until: 0 }
  await db
    .insertInto('session')
    .values({ ...owner, end_reason: '' })
    .execute()
  const row = await db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
  expect([row.tokens_sealed, row.ended_at, row.end_reason]).toEqual([null, null, ''])
})

test('a column refuses what is not of its type, and a row what is missing', async () => {
  await put()
  await expect(sql`insert into chain_head values ('tenant', 'many', 'hash')`.execute(db)).rejects.toThrow()
  await expect(sql`insert into chain_head (tenant_id, sequence) values ('tenant', 1)`.execute(db)).rejects.toThrow()
})

test('of a transaction that fails nothing stays', async () => {
  await put()
  const failed = db.transaction().execute(async (trx) => {
    await trx.insertInto('chain_head').values(head('tenant')).execute()
    throw new Error('on purpose')
  })
  await expect(failed).rejects.toThrow('on purpose')
  expect(await db.selectFrom('chain_head').selectAll().execute()).toEqual([])
})

test('processes that start together on an empty store bring it up to date once', async () => {
  const empty = onPostgres ? await newDatabase() : null
  const place = { dataDir: mkdtempSync(join(tmpdir(), 'plantroom-together-')), databaseUrl: empty?.url ?? null }
  const together = onPostgres ? 4 : 1
  const opened = await Promise.all(Array.from({ length: together }, () => connectStore(place)))
  for (const one of opened) {
    expect(await one.selectFrom('trail').selectAll().execute()).toEqual([])
    await one.destroy()
  }
  await empty?.drop()
  rmSync(place.dataDir, { recursive: true, force: true })
})
