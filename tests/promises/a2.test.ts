/**
 * A2, on disk before the reply: for 50 changes (5 in small) the intent is on disk before the first byte goes to a
 * service, and the outcome before the first byte of the answer. Figure: 50 of 50 in order. Twice over: by the system
 * calls of the process (`strace`, where it may trace), and by what a stranger reads from the store at the moment a
 * service gets the call and at the moment the first byte of the answer arrives.
 *
 * Seen to fail: with `synchronous = OFF` (system calls: the log of the store is written and not synced), and with the
 * outcomes recorded a quarter of a second after the answer (both).
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, fieldsOf } from '../requests/on-record'
import { size, tell } from './size'
import { click, controllers, networkPlan } from './trails'

const changes = size({ smoke: 5, full: 50 })

let product: Console
let amelie: Visitor

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
})
afterAll(() => product.close())

const planOf = (turn: number) =>
  networkPlan(product, amelie, controllers[turn % controllers.length] ?? '', `10.${turn + 1}.2.2`)

/** What a stranger reads: the newest record of the trail. */
function newest(): string {
  const store = new Database(join(product.dataDir, 'console.sqlite'), { readonly: true })
  try {
    const row = store.prepare('SELECT entry, outcome FROM trail ORDER BY rowid DESC LIMIT 1').get() as
      | { entry: string; outcome: string }
      | undefined
    return `${row?.entry} ${row?.outcome}`
  } finally {
    store.close()
  }
}

/** Posts over a bare socket; answers what the store held when the first byte came, and that line. */
function firstByte(plan: Page): Promise<{ line: string; held: string }> {
  const body = new URLSearchParams([...fieldsOf(plan), ['_stage', 'apply']]).toString()
  const { hostname, port, host, origin } = new URL(product.origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    [
      `POST ${plan.address} HTTP/1.1`,
      `host: ${host}`,
      `origin: ${origin}`,
      'sec-fetch-site: same-origin',
      `cookie: ${amelie.cookieHeader()}`,
      'content-type: application/x-www-form-urlencoded',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  return new Promise((resolve, reject) => {
    socket.once('data', (bytes) => {
      const held = newest()
      socket.destroy()
      resolve({ line: bytes.toString('latin1').split('\r\n')[0] ?? '', held })
    })
    socket.once('error', reject)
  })
}

test('a stranger finds the intent when a service gets the call, and the outcome with the first byte', async () => {
  const { faults } = product.services.world
  const { next } = faults
  const heldAtCall: string[] = []
  faults.next = (service, method, path) => {
    if (method === 'POST' && path.startsWith('/devices/network')) heldAtCall.push(newest())
    return next(service, method, path)
  }
  let inOrder = 0
  for (let turn = 0; turn < changes; turn += 1) {
    const { line, held } = await firstByte(await planOf(turn))
    expect(line).toContain('303')
    expect(heldAtCall.at(-1)).toBe('intent pending')
    expect(held).toBe('outcome done')
    inOrder += 1
  }
  faults.next = next
  expect(heldAtCall).toHaveLength(changes)
  tell('A2', `${inOrder} of ${changes} in order, as a stranger reads the store`)
}, 600_000)

const mayTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

test.skipIf(!mayTrace)(
  'the log of the store is synced before either byte leaves',
  async () => {
    const log = join(product.dataDir, 'calls.txt')
    const calls = 'trace=read,write,writev,pwrite64,sendto,sendmsg,fsync,fdatasync'
    const tracer = spawn('strace', ['-f', '-y', '-s', '160', '-e', calls, '-o', log, '-p', String(product.pid())], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await once(tracer.stderr, 'data')
    for (let turn = 0; turn < changes; turn += 1)
      expect((await click(await planOf(100 + turn), amelie)).status).toBe(303)
    tracer.kill('SIGINT')
    await once(tracer, 'exit')
    expect(verdicts(readFileSync(log, 'latin1').split('\n'))).toEqual(Array(changes).fill('in order'))
    tell('A2', `${changes} of ${changes} in order, by the system calls`)
  },
  600_000,
)

/**
 * For every 303 that a call went before (a plan is led to its address without one): whether the store's log was synced
 * when the call left and when the answer did, and as often as there was to keep: the form's key and the intent before
 * the call, the outcome and the key's answer after it.
 */
function verdicts(lines: string[]): string[] {
  const found: string[] = []
  let isDirty = false
  let syncs = 0
  let atCall: string | null | undefined
  const stateThere = (where: string) => {
    const state = isDirty ? `unsynced before the ${where}` : syncs < 2 ? `${syncs} synced before the ${where}` : null
    syncs = 0
    return state
  }
  for (const line of lines) {
    if (/\bp?write(64|v)?\(\d+<[^>]*-wal>/.test(line)) isDirty = true
    else if (/\bf(data)?sync\(\d+<[^>]*-wal>/.test(line)) {
      isDirty = false
      syncs += 1
    } else if (/"POST \/deviceconfiguration\/api\/v1\/devices\/network/.test(line) && !/\bread\(/.test(line))
      atCall = stateThere('call')
    else if (/"HTTP\/1\.1 303/.test(line) && !/\bread\(/.test(line)) {
      const atAnswer = stateThere('answer')
      if (atCall !== undefined) found.push(atCall ?? atAnswer ?? 'in order')
      atCall = undefined
    }
  }
  return found
}
