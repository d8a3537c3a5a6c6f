/**
 * R8, overload is shed: many times what the console can answer is asked of it, 600 pages a second, for one second in
 * small and for ten in full. Figures: whoever is not served is told so with 503 and `Retry-After`, nobody is cut, health
 * is asked all the while and always well; in full, refusals within 1 s, health within 1 s, pages within 5 s.
 *
 * Seen to fail: with a number of places that nothing changes and no bound on waiting, nobody was told anything; with
 * further handles that set the queue of the kernel to Node's default, newcomers did not get in.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '../bench/product'
import type { Visitor } from '../harness/visitor'
import { isFull, size, tell } from './size'

let product: Product
let amelie: Visitor

beforeAll(async () => {
  product = await startProduct('demo', 4_820)
  amelie = await product.signedIn('amelie')
  await amelie.get('/profile')
}, 60_000)
afterAll(() => product.close())

interface Answer {
  /** 0 when the connection was cut. */
  status: number
  retryAfter: string | null
  ms: number
}

async function crowd(): Promise<Answer[]> {
  const all = size({ smoke: 600, full: 6_000 })
  const script = new URL('crowd.mjs', import.meta.url).pathname
  const asked = [`${product.origin}/profile`, amelie.cookieHeader(), String(all), '30']
  const child = spawn(process.execPath, [script, ...asked], { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout))
}

/** Health as a process of its own asks for it, one after another. */
function watchHealth() {
  const script = `for (;;) {
    const began = performance.now()
    const status = await fetch(process.argv[1]).then((answer) => answer.text().then(() => answer.status), () => 0)
    process.stdout.write(JSON.stringify({ status, ms: Math.round(performance.now() - began) }) + '\\n')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, `${product.origin}/healthz`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const answers: { status: number; ms: number }[] = []
  createInterface(child.stdout).on('line', (line) => answers.push(JSON.parse(line)))
  return { answers, stop: () => child.kill() }
}

const slowest = (answers: Answer[], share = 1) => {
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other)
  return Math.round(times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0)
}

test('who cannot be served soon is told so, and health is well all the while', async () => {
  const health = watchHealth()
  await expect.poll(() => health.answers.length, { timeout: 15_000 }).toBeGreaterThan(0)
  const answers = await crowd()
  health.stop()
  const served = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503)
  tell(
    'R8',
    `${answers.length} pages asked: ${served.length} served (p99 ${slowest(served, 0.99)} ms), ` +
      `${refused.length} told to come back (p99 ${slowest(refused, 0.99)} ms), ` +
      `${answers.length - served.length - refused.length} cut; health ${health.answers.length} times, slowest ${Math.max(...health.answers.map(({ ms }) => ms))} ms`,
  )
  expect(served.length + refused.length).toBe(answers.length)
  expect(served.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  expect(new Set(health.answers.map(({ status }) => status))).toEqual(new Set([200]))
  if (isFull) {
    expect(slowest(served, 0.99)).toBeLessThan(5_000)
    expect(slowest(refused, 0.99)).toBeLessThan(1_000)
    expect(Math.max(...health.answers.map(({ ms }) => ms))).toBeLessThan(1_000)
  }
  expect((await amelie.raw('GET', '/profile')).status).toBe(200)
}, 600_000)

/** More than the queue that Node asks the kernel for by default, 511. */
const newcomers = 1_000

test('newcomers wait in the queue of the kernel while the console is busy, none is turned away to try again later', async () => {
  const { hostname, port } = new URL(product.origin)
  product.console.kill('SIGSTOP')
  const sockets = Array.from({ length: newcomers }, () => connect({ host: hostname, port: Number(port) }))
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  } finally {
    for (const socket of sockets) socket.on('error', () => undefined).destroy()
    product.console.kill('SIGCONT')
  }
  expect((await amelie.raw('GET', '/profile')).status).toBe(200)
}, 30_000)
