/** A search of a long trail: it stops after a while and can be gone on with, and one person searches once at a time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeStore, database, openStore, searchDatabase } from '../../app/store/store.server'
import { openThread } from '../../app/store/store-thread.server'
import type { Tables } from '../../app/store/tables'
import { findEntries, withOutcomes } from '../../app/trail/find-entries.server'
import { searchFlaws } from '../../app/trail/search-check.server'
import { queueSearch } from '../../app/trail/search-queue.server'
import { recordIntents } from '../../app/trail/trail.server'
import { newDatabase, onPostgres } from '../harness/postgres'

const tenantId = 'tenant'
/** More than is looked through at once. */
const length = 6_000
const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-search-'))
let drop: (() => Promise<void>) | undefined

beforeAll(async () => {
  const database = onPostgres ? await newDatabase() : null
  drop = database?.drop
  await openStore({ dataDir, databaseUrl: database?.url ?? null })
  const deed = {
    ...{ tenantId, customerId: null, changeId: 'change', requestId: 'request', mutation: 'user.changeRoles' },
    actor: { id: 'actor', issuer: 'issuer', subject: 'subject', name: 'Somebody', role: 'admin' },
    ...{ reason: null, address: '', userAgent: '' },
  }
  const subjects = Array.from({ length }, (_, at) =>
    at === 0 ? { kind: 'user', id: 'needle', name: 'Zoë 100 %' } : { kind: 'user', id: `${at}`, name: `Person ${at}` },
  )
  await recordIntents(
    deed,
    subjects.map((subject) => ({ subject: { ...subject, kind: 'user' as const }, before: null, after: null })),
  )
})
afterAll(async () => {
  await closeStore()
  await drop?.()
  rmSync(dataDir, { recursive: true, force: true })
})

const sequences = async (filter: Parameters<typeof findEntries>[0]) =>
  (await findEntries(filter)).entries.map(({ sequence }) => sequence)

test('stops when patience ends, says so, and finds the rest from there', async () => {
  const first = await findEntries({ tenantId, under: 'needle', patienceMs: 0 })
  expect(first).toMatchObject({ entries: [], isCut: true, next: expect.any(Number) })
  const rest = await findEntries({ tenantId, under: 'needle', before: first.next ?? undefined })
  expect(rest).toMatchObject({ entries: [{ sequence: 1 }], isCut: false, next: null })
})

test('goes on to the end where nobody waits for it', async () => {
  expect(await sequences({ tenantId, under: 'needle' })).toEqual([1])
})

test.each(['Zoë', 'zo', '100 %', '%'])('finds “%s” in a name as it was written', async (search) => {
  expect(await sequences({ tenantId, search })).toEqual([1])
})

test('finds by how it ended', async () => {
  expect(await sequences({ tenantId, outcome: 'pending', limit: 2 })).toEqual([length, length - 1])
  expect(await sequences({ tenantId, outcome: 'done' })).toEqual([])
  expect(await sequences({ tenantId, outcome: 'pending', search: 'zo', under: 'needle' })).toEqual([1])
})

test('a page that is full is not cut, and the next begins below it', async () => {
  const page = await findEntries({ tenantId, search: 'person', limit: 50, patienceMs: 0 })
  expect(page.entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, at) => length - at))
  expect(page).toMatchObject({ isCut: false, next: length - 49 })
})

test('what a change noted, and whether a search finds it, is looked up for each record and not in all of the trail', async () => {
  expect(await sequences({ tenantId, detailField: { name: 'operationId', value: 'none' } })).toEqual([])
  expect(await searchFlaws(tenantId)).toEqual([])
}, 4_000)

test.skipIf(onPostgres)('a long one holds up no other read while something is written', async () => {
  const ended: string[] = []
  const search = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select max(i) from n`
  await database()
    .transaction()
    .execute(async (trx) => {
      await trx.deleteFrom('session').where('id_hash', '=', 'nobody').execute()
      const long = search.execute(await searchDatabase()).then(() => ended.push('search'))
      const page = database()
        .selectFrom('session')
        .selectAll()
        .execute()
        .then(() => ended.push('page'))
      await Promise.all([long, page])
    })
  expect(ended).toEqual(['page', 'search'])
})

test.skipIf(onPostgres)('how records ended is read by their numbers, not in all of the trail', async () => {
  const { entries } = await findEntries({ tenantId, limit: 200 })
  const asked: CompiledQuery[] = []
  const log = ({ query }: { query: CompiledQuery }) => {
    asked.push(query)
  }
  const db = new Kysely<Tables>({ dialect: await openThread(join(dataDir, 'console.sqlite'), { isReader: true }), log })
  try {
    await withOutcomes(db, entries, length)
    expect(asked).toHaveLength(1)
    const [statement] = asked as [CompiledQuery]
    const plan = await db.executeQuery<{ detail: string }>({ ...statement, sql: `explain query plan ${statement.sql}` })
    expect(plan.rows[0]?.detail).toContain('(tenant_id=? AND intent_sequence=?)')
  } finally {
    await db.destroy()
  }
})

test('one search of a session runs at a time, some wait, and more are asked to come back', async () => {
  const running = new Set<number>()
  const seen: number[] = []
  const work = (one: number) => async () => {
    running.add(one)
    seen.push(running.size)
    await new Promise(setImmediate)
    running.delete(one)
    return one
  }
  const asked = Array.from({ length: 20 }, (_, one) => queueSearch('session', work(one)))
  const other = queueSearch('another session', async () => 'at once')
  const answers = await Promise.allSettled(asked)
  expect(await other).toBe('at once')
  expect(Math.max(...seen)).toBe(1)
  const answered = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(answered).toEqual(answered.map((_, at) => at))
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as Response] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ status, headers }) => status === 503 && headers.get('retry-after') === '2')).toBe(true)
  expect(await queueSearch('session', async () => 'again')).toBe('again')
})
