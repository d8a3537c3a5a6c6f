/**
 * A PostgreSQL whose place a standby takes, and one whose tables somebody else holds: the console continues by itself,
 * and nothing that it acknowledged is lost. The standby, which takes two servers, is part of the full proof alone.
 *
 * Seen to fail: with a standby that received nothing, no session was there any more, and no note could be left.
 */
import { connect, createServer, type Socket } from 'node:net'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '../../app/commands/postgres.mjs'
import { href } from '../../app/hrefs'
import { postgresDialect } from '../../app/store/postgres.server'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { isFull, tell } from '../promises/size'
import { englishReader, trailOf } from '../requests/on-record'

const noteForm = 'main form:has(textarea)'
let first: PostgresServer
let second: PostgresServer
let address: Awaited<ReturnType<typeof movableAddress>>
let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }

beforeAll(async () => {
  first = await startPostgres()
  second = await first.standby()
  address = await movableAddress(first.socket)
  product = await startTestConsole({ isEmbedded: true, env: { DATABASE_URL: address.url } })
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
}, 60_000)
afterAll(async () => {
  await product.close()
  await address.close()
  await second.stop()
  await first.stop()
})

/** One address on loopback that leads to the socket of one server, later to that of another. */
async function movableAddress(to: string) {
  let target = to
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    move(socket: string) {
      target = socket
      for (const one of open) one.destroy()
    },
    close() {
      for (const one of open) one.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const ready = async () => (await product.visitor().raw('GET', '/readyz')).status

/** Leaves a note for the next shift; true when the console said that it is kept. */
async function leaveNote(text: string): Promise<boolean> {
  const page = await amelie.get(href('customerShift', at))
  if (page.status !== 200) return false
  return (await page.submit(noteForm, { fill: { text } })).status === 200
}

/** The texts of the notes that the trail knows as done, as often as it does. */
async function notesOf(): Promise<string[]> {
  const records = await trailOf(amelie, at.tenantId)
  const done = new Set(records.flatMap(({ outcome, changeId }) => (outcome === 'done' ? [changeId] : [])))
  return records.flatMap(({ mutation, entry, changeId, after }) =>
    mutation === 'shift.note' && entry === 'intent' && done.has(changeId) ? [(after as { text: string }).text] : [],
  )
}

test('pages say 503 while every connection waits for a lock of somebody else, and are there again afterwards', async () => {
  const admin = new Kysely<unknown>({ dialect: postgresDialect(first.url('postgres'), { isInteractive: false }) })
  const answers: { status: number; ms: number }[] = []
  await admin.transaction().execute(async (held) => {
    await sql`lock table session, trail in access exclusive mode`.execute(held)
    const crowd = Array.from({ length: 40 }, async () => {
      const began = performance.now()
      const answer = await amelie.raw('GET', '/profile')
      await answer.text()
      answers.push({ status: answer.status, ms: performance.now() - began })
    })
    await Promise.all(crowd)
    expect((await product.visitor().raw('GET', '/healthz')).status).toBe(200)
  })
  await admin.destroy()
  tell(
    'V3',
    `40 pages while the store was locked: ${[...new Set(answers.map(({ status }) => status))].join(', ')}, the slowest ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms`,
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 10_000, interval: 50 })
  expect((await amelie.raw('GET', '/profile')).status).toBe(200)
}, 60_000)

test.runIf(isFull)(
  'a standby takes the place of a server that died, in the same process, with every note that was acknowledged',
  async () => {
    const pid = product.pid()
    const kept: string[] = []
    let isOver = false
    let count = 0
    const writers = Array.from({ length: 3 }, async (_, n) => {
      while (!isOver) {
        const text = `Note ${n}.${count++}`
        if (await leaveNote(text)) kept.push(text)
      }
    })
    const enough = 60
    await vi.waitFor(() => expect(kept.length).toBeGreaterThan(enough), { timeout: 60_000 })
    await first.kill()
    const killed = performance.now()
    second.promote()
    address.move(second.socket)
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 10_000, interval: 50 })
    tell('V3', `a standby took over: ready ${Math.round(performance.now() - killed)} ms after the server died`)
    const since = kept.length
    await vi.waitFor(() => expect(kept.length).toBeGreaterThan(since + enough), { timeout: 60_000 })
    isOver = true
    await Promise.all(writers)
    expect(product.pid()).toBe(pid)
    const found = await notesOf()
    expect(kept.filter((text) => !found.includes(text))).toEqual([])
    expect(new Set(found).size).toBe(found.length)
    const sequences = (await trailOf(amelie, at.tenantId)).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, place) => place + 1))
  },
  180_000,
)
