/**
 * S5. A session ends after 60 idle minutes and after 12 hours however busy, on the server: the cookie alone opens
 * nothing. Figure: answered at 59:59, led to sign-in at 60:00; answered at 11:59:59, led to sign-in at 12:00:00.
 *
 * Seen to fail: with `idle` at 61 minutes, with `absolute` at 13 hours, and with `last_seen_at` never written.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { tell } from './size'

let product: Console

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
})
afterAll(() => product.close())

const minutes = 60_000
const hours = 60 * minutes
/** What a sign-in and a few requests take: the clock that was moved goes on meanwhile. */
const leeway = 20_000

async function answersAfter(visitor: Visitor, ahead: number): Promise<boolean> {
  await product.clockAhead(ahead)
  const answer = await visitor.raw('GET', '/profile')
  if (answer.status !== 200) expect(answer.headers.get('location')).toMatch(/^\/login/)
  return answer.status === 200
}

test('ends after 60 idle minutes, counted from the last request', async () => {
  await product.clockAhead(0)
  const visitor = await product.signedIn('usha')
  expect(await answersAfter(visitor, hours - leeway)).toBe(true)
  expect(await answersAfter(visitor, 2 * hours - 2 * leeway)).toBe(true)
  expect(await answersAfter(visitor, 3 * hours)).toBe(false)
  expect(await answersAfter(visitor, 0), 'an ended session does not come back').toBe(false)
})

test('ends after 12 hours, however busy', async () => {
  await product.clockAhead(0)
  const visitor = await product.signedIn('usha')
  for (let ahead = 50 * minutes; ahead < 12 * hours - leeway; ahead += 50 * minutes)
    expect(await answersAfter(visitor, ahead)).toBe(true)
  expect(await answersAfter(visitor, 12 * hours - leeway)).toBe(true)
  expect(await answersAfter(visitor, 12 * hours)).toBe(false)
  tell('S5', 'idle 60 min and absolute 12 h enforced on the server, to within 20 s')
})
