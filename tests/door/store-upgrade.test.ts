/** A store that is brought up to date, was half brought up to date, or belongs to a newer console. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { connectStore } from '../../app/store/store.server'
import type { Tables } from '../../app/store/tables'
import { newDatabase, onPostgres } from '../harness/postgres'
import { inStore } from '../harness/store'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function newPlace() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-upgrade-'))
  const database = onPostgres ? await newDatabase() : null
  cleanUps.push(
    () => rmSync(dataDir, { recursive: true, force: true }),
    () => database?.drop(),
  )
  return { dataDir, databaseUrl: database?.url ?? null }
}

test('a migration that was cut in the middle leaves nothing behind, and the next start makes it whole', async () => {
  const place = await newPlace()
  // The first migration fails at this table, after it made others.
  await inStore(place, (db) => sql`create table chain_head (other text)`.execute(db))
  await expect(connectStore(place)).rejects.toThrow('chain_head')
  const left = await inStore(place, (db) => db.introspection.getTables())
  expect(left.map(({ name }) => name)).toEqual(['chain_head'])
  await inStore(place, (db) => sql`drop table chain_head`.execute(db))
  await (await connectStore(place)).destroy()
})

test('a store of a newer console is refused, and stays as it is', async () => {
  const place = await newPlace()
  await (await connectStore(place)).destroy()
  const marks = (db: Kysely<Tables>) =>
    sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const later = sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`
  await inStore(place, (db) => later.execute(db))
  const before = await inStore(place, marks)
  await expect(connectStore(place)).rejects.toThrow('contains a store of a newer version (9999-later)')
  expect((await inStore(place, marks)).rows).toEqual(before.rows)
})

test.runIf(onPostgres)('a server that acknowledges before it keeps is told to keep first', async () => {
  const place = await newPlace()
  const name = new URL(place.databaseUrl ?? '').pathname.slice(1)
  await inStore(place, (db) => sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(db))
  const db = await connectStore(place)
  const { rows } = await sql<{ is: string }>`select current_setting('synchronous_commit') as is`.execute(db)
  await db.destroy()
  expect(rows).toEqual([{ is: 'on' }])
})

test.runIf(onPostgres)('a server that cannot be told to keep first is refused', async () => {
  const place = await newPlace()
  const name = new URL(place.databaseUrl ?? '').pathname.slice(1)
  // What a pooler does that hands each statement to another session: what was set does not stay.
  await inStore(place, async (db) => {
    await sql`create schema pooler`.execute(db)
    await sql`create function pooler.current_setting(text) returns text language sql as $$ select 'off' $$`.execute(db)
    await sql`alter database ${sql.id(name)} set search_path = pooler, pg_catalog, public`.execute(db)
  })
  await expect(connectStore(place)).rejects.toThrow('DATABASE_URL: has synchronous_commit off')
})
