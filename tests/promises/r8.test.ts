/**
 * R8, overload is shed: many times what the console can answer is asked of it at once (1,200 pages in small), and in full
 * 600 pages a second are for ten seconds. Figures: whoever is not served is told so with 503 and `Retry-After`, nobody is
 * cut, health is asked all the while and always well; in full, refusals within 1 s, health within 1 s, pages within 5 s.
 *
 * Seen to fail: with a number of places that nothing changes and no bound on waiting, nobody was told anything.
 */
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { isFull, size, tell } from './size'

let product: Console
let amelie: Visitor

beforeAll(async () => {
  product = await startTestConsole({ env: { LOG_LEVEL: 'error' } })
  amelie = await product.signedIn('amelie')
  await amelie.get('/profile')
})
afterAll(() => product.close())

interface Answer {
  /** 0 when the connection was cut. */
  status: number
  retryAfter: string | undefined
  ms: number
}

/** One request over a connection of its own. */
function ask(path: string): Promise<Answer> {
  const started = performance.now()
  const headers = { cookie: amelie.cookieHeader(), 'accept-language': 'en' }
  return new Promise((resolve) => {
    const end = (status: number, retryAfter?: string) =>
      resolve({ status, retryAfter, ms: performance.now() - started })
    const asked = request(new URL(path, product.origin), { agent: false, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after']))
      answer.once('error', () => end(0))
    })
    asked.once('error', () => end(0))
    asked.end()
  })
}

/** Everything at once, or in full so many a tick for as long as it takes. */
async function crowd(): Promise<Answer[]> {
  const all = size({ smoke: 1_200, full: 6_000 })
  const atOnce = size({ smoke: all, full: 30 })
  const answers: Promise<Answer>[] = []
  for (let asked = 0; asked < all; asked += atOnce) {
    for (let one = 0; one < atOnce; one += 1) answers.push(ask('/profile'))
    if (isFull) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return Promise.all(answers)
}

/** Health as a process of its own asks for it, one after another: this one is busy with the crowd. */
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
  await expect.poll(() => health.answers.length).toBeGreaterThan(0)
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
  expect((await ask('/profile')).status).toBe(200)
}, 600_000)
