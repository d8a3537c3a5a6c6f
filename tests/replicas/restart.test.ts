/** A PostgreSQL that goes away takes no process with it: pages say so, nothing is half done, and it mends itself. */
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '../../app/commands/postgres.mjs'
import { href } from '../../app/hrefs'
import { postgresDialect } from '../../app/store/postgres.server'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { englishReader, trailOf } from '../requests/on-record'

let server: PostgresServer
let product: Console
let amelie: Visitor
let tenantId: string

beforeAll(async () => {
  server = await startPostgres()
  product = await startTestConsole({ isEmbedded: true, env: { DATABASE_URL: server.url('postgres') } })
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(async () => {
  await product.close()
  await server.stop()
})

const ready = async () => (await product.visitor().raw('GET', '/readyz')).status

test('an abrupt restart under load is over within 5 s, in the same process, with nothing half recorded', async () => {
  const pid = product.pid()
  const address = href('userRoles', { tenantId, userId: userIdOf('mei.chen@boreal.example') })
  let isOver = false
  const statuses: number[] = []
  const walkers = Array.from({ length: 8 }, async (_, n) => {
    while (!isOver) {
      const answer =
        n % 2 === 0
          ? await amelie.raw('GET', '/profile')
          : await amelie.raw('POST', address, { body: new URLSearchParams({ level: 'galaxy' }) })
      await answer.text()
      statuses.push(answer.status)
    }
  })
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(40), { timeout: 20_000 })
  await server.restart()
  const restarted = Date.now()
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 5_000, interval: 50 })
  const since = statuses.length
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(since + 40), { timeout: 20_000 })
  isOver = true
  await Promise.all(walkers)
  expect(Date.now() - restarted).toBeLessThan(30_000)
  expect(statuses.filter((status) => ![200, 422, 503].includes(status))).toEqual([])
  expect(new Set(statuses.slice(-20))).toEqual(new Set([200, 422]))
  expect(product.pid()).toBe(pid)
  const sequences = (await trailOf(amelie, tenantId)).map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.map((_, at) => at + 1))
}, 60_000)

test('while it takes no connection a page says 503 in words, and the session is there again afterwards', async () => {
  const admin = new Kysely<unknown>({ dialect: postgresDialect(server.url('template1'), { isInteractive: false }) })
  await sql`alter database postgres allow_connections false`.execute(admin)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'`.execute(admin)
  await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 5_000, interval: 50 })
  const page = await amelie.get(href('tenant', { tenantId }))
  expect(page.status).toBe(503)
  expect(page.root.querySelectorAll('h1')).toHaveLength(1)
  expect(page.text).toMatch(/quote this request: [0-9a-f-]{36}/)
  expect(page.text).toContain('Try again')
  await sql`alter database postgres allow_connections true`.execute(admin)
  await admin.destroy()
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 5_000, interval: 50 })
  const again = await amelie.get(href('tenant', { tenantId }))
  expect([again.status, again.address]).toEqual([200, href('tenant', { tenantId })])
}, 30_000)

test('a server that cannot be reached at start is one clear line', async () => {
  await product.stop()
  const url = 'postgres://plantroom:secret@127.0.0.1:9/plantroom'
  const failed = await product.start({ DATABASE_URL: url }).catch((error: Error) => error.message)
  expect(failed).toMatch(/^The console ended with 1: DATABASE_URL: .*ECONNREFUSED/)
  expect(failed).not.toContain('secret')
  await product.start()
})
