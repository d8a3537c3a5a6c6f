/** A store whose file somebody else holds refuses, and works again by itself afterwards (promise A3). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { openThread } from '~/store/store-thread.server'

const folder = mkdtempSync(join(tmpdir(), 'plantroom-lock-'))
const file = join(folder, 'store.sqlite')
const db = new Kysely<{ line: { number: number } }>({ dialect: await openThread(file) })

afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const add = () => db.transaction().execute((trx) => trx.insertInto('line').values({ number: 1 }).execute())
const count = async () => (await db.selectFrom('line').selectAll().execute()).length

test('a locked file is refused, and transactions commit again once it is free', async () => {
  await sql`create table line (number integer not null)`.execute(db)
  await add()
  const other = new Database(file)
  other.exec('begin exclusive')
  await expect(add()).rejects.toThrow('locked')
  await expect(add()).rejects.toThrow('locked')
  other.exec('rollback')
  other.close()
  await add()
  await add()
  expect(await count()).toBe(3)
})
