/** A store that cannot be written, is gone, or whose disk stands still: nothing is sent, it is told, and reading goes on. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inStore } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf, performed } from './on-record'

let product: Console
let amelie: Visitor
let tenantId: string

beforeAll(async () => {
  product = await startTestConsole({ isEmbedded: true })
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(() => product.close())

async function rolePlan(tenantRole: string): Promise<Page> {
  const page = await amelie.get(href('userRoles', { tenantId, userId: userIdOf('hugo.lapointe@boreal.example') }))
  return page.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
}

const readiness = async () => (await amelie.raw('GET', '/readyz')).status
const has = (program: string) => spawnSync(program, ['--version']).status === 0

/** Everybody was last seen two minutes ago, so that the next page wants to write that down. */
const seenLongAgo = () =>
  inStore(product, (db) =>
    db
      .updateTable('session')
      .set({ last_seen_at: Date.now() - 120_000 })
      .execute(),
  )

describe.runIf(has('prlimit'))('a full disk', () => {
  const limit = (bytes: string) =>
    expect(spawnSync('prlimit', [`--fsize=${bytes}:`, '--pid', String(product.pid())]).status).toBe(0)

  test('is told by the readiness, and pages and forms come all the same', async () => {
    const plan = await rolePlan('admin')
    const sent = (await performed(product)).length
    await seenLongAgo()
    const sizes = readdirSync(product.dataDir).map((name) => statSync(join(product.dataDir, name)).size)
    limit(String(Math.min(...sizes.filter((bytes) => bytes > 0), 4_096)))
    try {
      expect((await amelie.get(href('tenant', { tenantId }))).status).toBe(200)
      await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 10_000, interval: 200 })
      const answer = await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Kept words' } })
      expect(answer.status).toBe(503)
      expect(answer.html).toContain('Kept words')
      expect(await performed(product)).toHaveLength(sent)
    } finally {
      limit('unlimited')
    }
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 10_000, interval: 200 })
  }, 60_000)
})

test('a trail that cannot be read is missing by itself on the pages that tell of it', async () => {
  await product.stop()
  await product.start()
  const file = join(product.dataDir, 'console.sqlite')
  // The connection that only reads is opened by the first page that looks through the trail.
  renameSync(file, `${file}.away`)
  try {
    for (const address of [
      href('tenant', { tenantId }),
      href('customer', { tenantId, customerId: customerIdOf('CUS1004') }),
    ]) {
      const page = await amelie.get(address)
      expect([page.status, page.text], address).toEqual([200, expect.stringContaining('Université Montcalm')])
      const changes = page.root.querySelectorAll('main section').find((one) => one.text.startsWith('Recent changes'))
      expect(changes?.text, address).toContain('Try again')
    }
  } finally {
    renameSync(`${file}.away`, file)
  }
  const again = await amelie.get(href('tenant', { tenantId }))
  expect(again.text).not.toContain('Try again')
}, 60_000)

test('a store file that is taken away under the process is noticed, and nothing is sent until it is back', async () => {
  const plan = await rolePlan('admin')
  const sent = (await performed(product)).length
  const file = join(product.dataDir, 'console.sqlite')
  renameSync(file, `${file}.away`)
  try {
    const answer = await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Kept words' } })
    expect(answer.status).toBe(503)
    expect(answer.html).toContain('Kept words')
    expect(await performed(product)).toHaveLength(sent)
    await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 10_000, interval: 200 })
    expect((await amelie.raw('GET', '/healthz')).status).toBe(200)
    expect((await amelie.get(href('tenant', { tenantId }))).status).toBe(200)
    await vi.waitFor(() => expect(product.log()).toContain('console.sqlite was deleted'), {
      timeout: 20_000,
      interval: 500,
    })
  } finally {
    renameSync(`${file}.away`, file)
  }
  await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 10_000, interval: 200 })
  expect((await plan.submit(changeForm, { press: '_stage=apply' })).status).toBe(200)
}, 60_000)

const canTrace = spawnSync('strace', ['-e', 'inject=fsync,fdatasync:delay_enter=1', 'true']).status === 0

test.runIf(canTrace)(
  'a disk that stands still stops neither health nor the pages that are under way',
  async () => {
    const plan = await rolePlan('user')
    // The first time that a thread asks for either; after that the disk goes on.
    const standing = ['-f', '-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:delay_enter=5000000:when=1']
    const tracer = spawn('strace', [...standing, '-p', String(product.pid())], { stdio: ['ignore', 'ignore', 'pipe'] })
    await once(tracer.stderr, 'data')
    try {
      const body = new URLSearchParams([...fieldsOf(plan), ['_stage', 'apply']])
      let isAnswered = false
      const post = amelie.raw('POST', plan.address, { body }).finally(() => {
        isAnswered = true
      })
      let asked = 0
      while (!isAnswered) {
        const signal = AbortSignal.timeout(3_000)
        expect((await fetch(`${product.origin}/healthz`, { signal })).status).toBe(200)
        asked += 1
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      expect(asked).toBeGreaterThan(10)
      await post
    } finally {
      tracer.kill('SIGINT')
      await once(tracer, 'exit')
    }
  },
  120_000,
)

test.runIf(canTrace)(
  'a disk that takes no write at all stops no page, whenever somebody was last seen',
  async () => {
    const at = { tenantId, customerId: customerIdOf('CUS1004') }
    const other = { tenantId, customerId: customerIdOf('CUS1001') }
    await amelie.get(href('customer', at))
    await seenLongAgo()
    const late = await product.signedIn('usha')
    await inStore(product, (db) =>
      db
        .updateTable('session')
        .set({ access_expires_at: 0 })
        .where('created_at', '=', (row) =>
          row.selectFrom('session').select(({ fn }) => fn.max('created_at').as('newest')),
        )
        .execute(),
    )
    const standing = ['-f', '-e', 'trace=pwrite64,fsync,fdatasync', '-e']
    const tracer = spawn(
      'strace',
      [...standing, 'inject=pwrite64,fsync,fdatasync:delay_enter=60000000', '-p', String(product.pid())],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    await once(tracer.stderr, 'data')
    try {
      const pages = [
        href('tenant', { tenantId }),
        href('customer', at),
        href('customerAlarms', at),
        href('customer', other),
        href('customerShift', at),
        href('trail', { tenantId }),
        '/profile',
      ]
      for (const address of pages) {
        const answer = await fetch(product.origin + address, {
          headers: { cookie: amelie.cookieHeader(), accept: 'text/html' },
          signal: AbortSignal.timeout(6_000),
        }).catch((error: Error) => ({ status: error.name, text: async () => '' }))
        await answer.text()
        expect([address, answer.status]).toEqual([address, 200])
      }
      expect((await fetch(`${product.origin}/healthz`)).status).toBe(200)
      // No token may be renewed before the claim to it is stored.
      const due = await fetch(`${product.origin}/profile`, {
        headers: { cookie: late.cookieHeader(), accept: 'text/html' },
        signal: AbortSignal.timeout(15_000),
      }).catch((error: Error) => ({ status: error.name }))
      expect(due.status).toBe(503)
    } finally {
      tracer.kill('SIGINT')
      await once(tracer, 'exit')
    }
    expect((await late.get('/profile')).status).toBe(200)
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 20_000, interval: 200 })
  },
  120_000,
)
