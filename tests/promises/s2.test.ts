/**
 * S2. One refresh: however many requests find the access token expired at once, the provider is asked once, and nobody
 * is signed out. The provider rotates refresh tokens and takes the whole grant back when one is used twice.
 * Figure: 200 parallel requests, 1 refresh, 0 sign-outs.
 *
 * Seen to fail: with `claim` in the session granted to whoever asks (2 refreshes for 200 requests, and all 200 signed out
 * by the provider's reuse detection).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream, type Upstream } from '../harness/upstream'
import { size, tell } from './size'

let product: Console
let upstream: Upstream

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  upstream = listenUpstream(product.services)
})
afterAll(async () => {
  upstream.stop()
  await product.close()
})

const minutes = 60_000
const parallel = 200

test('200 requests at once with an expired token make one refresh, time after time', async () => {
  const usha = await product.signedIn('usha')
  const rounds = size({ smoke: 2, full: 20 })
  upstream.heard()
  let refreshes = 0
  let signOuts = 0
  for (let round = 1; round <= rounds; round += 1) {
    // The provider gives a token for ten minutes; a session may be busy for twelve hours.
    await product.clockAhead(round * 10.5 * minutes)
    const answers = await Promise.all(
      Array.from({ length: parallel }, async () => {
        for (;;) {
          const answer = await usha.raw('GET', '/profile')
          await answer.arrayBuffer()
          // Of a crowd, some are told to come back.
          if (answer.status !== 503) return answer.status
        }
      }),
    )
    signOuts += answers.filter((status) => status !== 200).length
    refreshes += upstream.heard().filter(({ url }) => url === '/identity/token').length
    expect([round, refreshes, signOuts]).toEqual([round, round, 0])
  }
  expect(new Set(upstream.tokens.map(({ refresh_token }) => refresh_token)).size).toBe(rounds + 1)
  tell('S2', `${rounds} × ${parallel} requests, ${refreshes} refreshes, ${signOuts} sign-outs`)
}, 600_000)
