/**
 * Who sends slowly, sends much or does not read takes places from nobody else: `npm run prove -- crowds` opens as many
 * sockets as once shut everybody out, an ordinary run some dozens.
 */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import { recordIntents } from '../../app/trail/trail.server'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { isFull, size, tell } from './size'

let product: Console
let marcus: Visitor
let amelie: Visitor
const open: Socket[] = []

beforeAll(async () => {
  product = await startTestConsole()
  await lengthenTrail()
  marcus = await product.signedIn('marcus')
  amelie = await product.signedIn('amelie')
})
afterAll(() => product.close())
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

const boreal = () => tenantIdOf(product.services.world, 'boreal')
const builder = () =>
  href('devicesBuilder', {
    tenantId: boreal(),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  })

/** More of a trail than fits between two sockets. */
async function lengthenTrail(): Promise<void> {
  await product.stop()
  await openStore(product)
  const deed = {
    tenantId: boreal(),
    customerId: null,
    changeId: 'c0ffee00-0000-4000-8000-000000000000',
    requestId: 'c0ffee00-0000-4000-8000-000000000001',
    actor: { id: 'somebody', issuer: 'nobody', name: 'Somebody', role: 'admin' as const },
    mutation: 'tenant.edit' as const,
    reason: 'x'.repeat(500),
    address: '127.0.0.1',
    userAgent: 'tests',
  }
  const subject = { kind: 'tenant' as const, id: boreal(), name: 'x'.repeat(500) }
  const intents = Array.from({ length: 1_000 }, () => ({ subject, before: null, after: null }))
  for (let turn = 0; turn < 6; turn += 1) await recordIntents(deed, intents)
  await closeStore()
  await product.start()
}

/** A connection of its own that sends these bytes and hears at most one piece of what comes back; its status so far, -1 once cut. */
function send(head: readonly string[], body: string | Buffer = ''): () => number {
  let status = 0
  const socket = connect(Number(new URL(product.origin).port), '127.0.0.1', () => {
    socket.write(`${head.join('\r\n')}\r\nhost: ${new URL(product.origin).host}\r\n\r\n`)
    socket.write(body)
  })
  socket.once('data', (piece) => {
    status = Number(/^HTTP\/1\.1 (\d{3})/.exec(piece.toString('latin1'))?.[1])
    socket.pause()
  })
  socket.on('error', () => {
    status ||= -1
  })
  open.push(socket)
  return () => status
}

const sameSite = () => [`origin: ${product.origin}`, 'sec-fetch-site: same-origin']
const countOf = (statuses: (() => number)[], ...wanted: number[]) =>
  statuses.filter((status) => wanted.includes(status())).length

async function othersGoOn(): Promise<void> {
  expect((await amelie.get(href('tenant', { tenantId: boreal() }))).status).toBe(200)
  const answer = await amelie.raw('POST', '/profile', { body: new URLSearchParams({ _stage: 'edit' }) })
  expect([200, 422]).toContain(answer.status)
  expect((await product.visitor().raw('GET', '/healthz')).status).toBe(200)
}

/** The most memory the console ever had, in MiB. */
function mostMemory(): number {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.pid()}/status`, 'utf8')) ?? []
  return Math.round(Number(kibibytes) / 1024)
}

describe('posts that do not come to their end', () => {
  const count = size({ smoke: 60, full: 560 })

  test('wait in a small number for each address, and nobody else waits for them', async () => {
    const head = ['POST /profile HTTP/1.1', ...sameSite(), 'content-type: application/x-www-form-urlencoded']
    const sent = Array.from({ length: count }, () => send([...head, 'content-length: 3'], 'a'))
    await expect.poll(() => countOf(sent, 503), { timeout: 20_000 }).toBe(count - 32)
    await othersGoOn()
    tell('crowds', `${count} slow posts: 32 wait, the others were told so, pages and forms were answered meanwhile`)
  })

  test.runIf(isFull)('give their places back once they are slower than any line', async () => {
    const head = ['POST /profile HTTP/1.1', ...sameSite(), 'content-type: application/x-www-form-urlencoded']
    const sent = Array.from({ length: 3 }, () => send([...head, 'content-length: 3'], 'a'))
    await expect.poll(() => countOf(sent, 408), { timeout: 30_000 }).toBe(3)
  })

  test('of strangers with much in them are answered before much of them is held', async () => {
    const strangers = size({ smoke: 40, full: 400 })
    const boundary = '--b\r\ncontent-disposition: form-data; name="reason"\r\n\r\n'
    const head = [`POST ${builder()} HTTP/1.1`, ...sameSite(), 'content-type: multipart/form-data; boundary=b']
    const much = Buffer.alloc(size({ smoke: 600_000, full: 1_900_000 }), 'x')
    const sent = Array.from({ length: strangers }, () =>
      send([...head, 'content-length: 4400000'], Buffer.concat([Buffer.from(boundary), much])),
    )
    await expect.poll(() => countOf(sent, 400, 401, 302, 503, -1), { timeout: 25_000 }).toBe(strangers)
    await othersGoOn()
    tell('crowds', `${strangers} strangers with 4.4 MB each: all turned away, at most ${mostMemory()} MiB in use`)
  })
})

describe('downloads that nobody reads', () => {
  test('are a few for each person, and hold no place of anybody else', async () => {
    const count = size({ smoke: 12, full: 530 })
    const head = [
      `GET ${href('trailExport', { tenantId: boreal() })} HTTP/1.1`,
      `cookie: ${marcus.cookieHeader()}`,
      'accept-encoding: identity',
    ]
    const sent = Array.from({ length: count }, () => send(head))
    await expect.poll(() => countOf(sent, 200, 503), { timeout: 25_000 }).toBe(count)
    expect(countOf(sent, 200)).toBe(4)
    await othersGoOn()
    expect((await amelie.raw('GET', href('usersCsv', { tenantId: boreal() }))).status).toBe(200)
    tell('crowds', `${count} downloads that nobody reads: 4 held, at most ${mostMemory()} MiB in use`)
    for (const socket of open.splice(0)) socket.destroy()
    const again = async () => (await marcus.raw('GET', href('usersCsv', { tenantId: boreal() }))).status
    await expect.poll(again, { timeout: 10_000 }).toBe(200)
  })
})
