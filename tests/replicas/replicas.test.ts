/** Two processes on one PostgreSQL behind one address are one console: sessions, keys, refreshes and the trail. */
import { randomUUID } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import { recordIntents, sweep } from '../../app/trail/trail.server'
import { TrailCheck } from '../../app/trail/trail-check.server'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, type Replica, startTestConsole } from '../harness/console'
import { freePorts } from '../harness/ports'
import { inStore, whileHeld } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf, trailOf, watch } from '../requests/on-record'

const ownClient = { SERVICE_CLIENT_ID: 'plantroom-itself', SERVICE_CLIENT_SECRET: 'known to the provider' }
let product: Console
let other: Replica
let provider: Awaited<ReturnType<typeof countingProvider>>
let tenantId: string
/** One browser, by way of either process. */
let one: Visitor
let two: Visitor

beforeAll(async () => {
  const portBase = await freePorts()
  provider = await countingProvider(portBase)
  product = await startTestConsole({
    services: { env: { PORT_BASE: String(portBase), ...ownClient } },
    hasMovableClock: true,
    env: {
      ...ownClient,
      SESSION_SECRET: 'a-secret-that-every-replica-of-it-knows',
      EVALUATION_IDENTITY_URL: provider.origin,
    },
  })
  other = await product.replica()
  tenantId = tenantIdOf(product.services.world, 'boreal')
  one = await englishReader(product, 'amelie')
  two = throughOther(one)
})
afterAll(async () => {
  await other.close()
  await product.close()
  await provider.close()
})

/** The same browser, whom the balancer sends to the other process. */
function throughOther(visitor: Visitor): Visitor {
  const same = other.visitor()
  for (const name of visitor.cookieNames()) same.setCookie(name, visitor.cookie(name) ?? '')
  return same
}

/** In front of the provider: counts the refreshes that reach it. */
async function countingProvider(port: number) {
  let refreshes = 0
  let isAnswering = true
  const server = createServer((asked, answer) => {
    const passed = request(
      { host: '127.0.0.1', port, method: asked.method, path: asked.url, headers: asked.headers },
      (reply) => {
        if (!isAnswering && asked.url === '/identity/token') return reply.resume()
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    asked.on('data', (part: Buffer) => {
      if (part.includes('grant_type=refresh_token')) refreshes += 1
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refreshes: () => refreshes,
    /** Whether the tokens that the provider gives reach who asked. */
    answer(does: boolean) {
      isAnswering = does
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function rolePlan(name: string, tenantRole: string): Promise<Page> {
  const form = await one.get(href('userRoles', { tenantId, userId: userIdOf(`${name}@boreal.example`) }))
  return form.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
}

/** What is answered in the end: a console that has its hands full says so, and whoever asked asks again. */
async function untilNotBusy(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    expect(answer.headers.get('retry-after')).not.toBeNull()
  }
}

test('who signed in at one is known to the other, and who signs out there is gone here', async () => {
  const claire = await englishReader(product, 'claire')
  const same = throughOther(claire)
  expect((await same.raw('GET', '/profile')).status).toBe(200)
  expect((await same.raw('POST', '/logout', { body: new URLSearchParams() })).status).toBe(200)
  expect((await claire.raw('GET', '/profile')).headers.get('location')).toMatch(/^\/login/)
})

test('one form sent ten times to each does its work once, and everyone gets the same answer', async () => {
  const plan = await rolePlan('hugo.lapointe', 'admin')
  const seen = await watch(product, one)
  const body = new URLSearchParams([...fieldsOf(plan), ['_stage', 'apply']])
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => [one, two]).flatMap((both) =>
      both.map((visitor) => visitor.raw('POST', plan.address, { body })),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(303))
  expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
  expect((await seen.performed()).length).toBeLessThanOrEqual(2)
})

test('one form sent again to the other while its call is under way gets the answer that the first one gets', async () => {
  const plan = await rolePlan('mei.chen', 'admin')
  const seen = await watch(product, one)
  const slow = { match: 'POST /tenants', kind: 'delay', delayMs: 1500, times: 1 }
  await product.services.control('POST /services/tenant/inject', slow)
  const body = new URLSearchParams([...fieldsOf(plan), ['_stage', 'apply']])
  const first = one.raw('POST', plan.address, { body })
  await vi.waitFor(async () => expect(await seen.outcomes()).toEqual(['intent pending']), { timeout: 10_000 })
  const again = await two.raw('POST', plan.address, { body })
  expect([again.status, again.headers.get('location')]).toEqual([303, (await first).headers.get('location')])
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
})

test('an access token that ended is renewed once for fifty requests to both, and nobody is signed out', async () => {
  const before = provider.refreshes()
  await inStore(product, (db) => db.updateTable('session').set({ access_expires_at: 0 }).execute())
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => [one, two]).flatMap((both) =>
      both.map((visitor) => untilNotBusy(() => visitor.raw('GET', href('tenant', { tenantId })))),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(provider.refreshes() - before).toBe(1)
  expect((await one.get('/profile')).address).toBe('/profile')
})

test('a process that dies over a refresh takes nobody’s session with it', async () => {
  const third = await product.replica()
  const claire = await englishReader(product, 'claire')
  const there = third.visitor()
  for (const name of claire.cookieNames()) there.setCookie(name, claire.cookie(name) ?? '')
  await inStore(product, (db) => db.updateTable('session').set({ access_expires_at: 0 }).execute())
  const before = provider.refreshes()
  provider.answer(false)
  const cut = there.raw('GET', '/profile').catch(() => null)
  await vi.waitFor(() => expect(provider.refreshes()).toBe(before + 1), { timeout: 10_000 })
  await third.kill()
  await cut
  provider.answer(true)
  const page = await claire.get('/profile')
  expect([page.status, page.address]).toEqual([200, '/profile'])
  await third.close()
})

test('what has run out is taken away by one of them, once, however often both look', async () => {
  const people = ['sofia.marchetti', 'daniel.whitehorse', 'fatou.diallo'].map((name) =>
    userIdOf(`${name}@boreal.example`),
  )
  const form = await one.get(href('usersRoleGiving', { tenantId }, { user: people }))
  const until = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const plan = await form.submit(changeForm, { fill: { role: 'user', until } })
  await plan.submit(changeForm, { press: '_stage=apply' })
  const seen = await watch(product, one)
  await inStore(product, (db) =>
    db
      .updateTable('role_end')
      .set({ ends_at: Date.now() - 60_000 })
      .execute(),
  )
  await vi.waitFor(
    async () => {
      await Promise.all([product, other, product, other].map((process) => process.keepHouse()))
      expect((await seen.outcomes()).filter((ended) => ended === 'outcome done')).toHaveLength(3)
    },
    { timeout: 15_000, interval: 100 },
  )
  await Promise.all([product, other].map((process) => process.keepHouse()))
  expect(await seen.outcomes()).toEqual([...Array(3).fill('intent pending'), ...Array(3).fill('outcome done')])
  const calls = (await seen.performed()).map(({ path }) => path)
  expect(new Set(calls).size).toBe(calls.length)
})

test('both append to one chain without a gap', async () => {
  const before = (await trailOf(one, tenantId)).length
  const unknown = new URLSearchParams({ level: 'galaxy' })
  const address = href('userRoles', { tenantId, userId: userIdOf('mei.chen@boreal.example') })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => [one, two]).flatMap((both) =>
      both.map((visitor) => visitor.raw('POST', address, { body: unknown })),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(422))
  const records = await trailOf(two, tenantId)
  expect(records.length - before).toBe(40)
  const check = new TrailCheck({ keys: new Map() })
  for (const record of records) check.add(record)
  expect(check.end().flaw).toBeNull()
})

test('a refusal waits longer than one lock timeout for its turn on the chain', async () => {
  const before = (await trailOf(one, tenantId)).length
  const address = href('userRoles', { tenantId, userId: userIdOf('mei.chen@boreal.example') })
  const answer = await inStore(product, async (db) => {
    const attempts = new Set<string>()
    let posted: ReturnType<Visitor['raw']> | undefined
    await whileHeld(product, async () => {
      posted = one.raw('POST', address, { body: new URLSearchParams({ level: 'galaxy' }) })
      const waiting = sql<{ start: string }>`select query_start::text as start from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%chain_head%' and datname = current_database()`
      const seen = async () => {
        for (const { start } of (await waiting.execute(db)).rows) attempts.add(start)
        return attempts.size
      }
      await vi.waitUntil(async () => (await seen()) >= 2, { timeout: 20_000, interval: 50 })
    })
    return posted
  })
  expect(answer?.status).toBe(422)
  expect((await trailOf(two, tenantId)).length - before).toBe(1)
})

test('an intent whose process died is closed once, however many sweep at the same time', async () => {
  const db = await openStore(product)
  const deed = {
    tenantId,
    customerId: null,
    changeId: randomUUID(),
    requestId: randomUUID(),
    actor: { id: 'actor', issuer: 'issuer', name: 'Somebody', role: 'admin' },
    mutation: 'user.roles',
    reason: null,
    address: '',
    userAgent: '',
  }
  const subject = { kind: 'user', id: 'user', name: 'Somebody else' }
  await recordIntents(deed, [{ subject, before: null, after: null }])
  await db.updateTable('open_intent').set({ lease_owner: 'a process that died' }).execute()
  const closed = await Promise.all(Array.from({ length: 8 }, () => sweep()))
  expect(closed.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1)
  const records = (await trailOf(one, tenantId)).filter(({ changeId }) => changeId === deed.changeId)
  expect(records.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual(['intent pending', 'outcome unknown'])
  await closeStore()
})
