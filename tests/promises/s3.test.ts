/**
 * S3. Logout wins: after a sign-out is answered, nothing is answered as that person any more, whatever was in flight,
 * and not to the old cookie either; the browser's back button shows nothing kept.
 * Figure: 100 requests and a refresh race each logout, 0 authenticated answers afterwards.
 *
 * Seen to fail: with `release` in the session writing the renewed session back without asking whether it has ended (the
 * old cookie opened the profile); with `cache-control: private, max-age=600` on pages (the back button showed it).
 */
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInWindow, startBrowser } from '../harness/browser'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream, type Upstream } from '../harness/upstream'
import { isFull, size, tell } from './size'

let product: Console
let upstream: Upstream
let browser: Browser

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  upstream = listenUpstream(product.services)
  browser = await startBrowser()
})
afterAll(async () => {
  upstream.stop()
  await browser.close()
  await product.close()
})

const minutes = 60_000
const toSignIn = '/login?returnTo=%2Fprofile'

test('a logout that races requests and a refresh wins', async () => {
  const rounds = size({ smoke: 2, full: 100 })
  let afterwards = 0
  let races = 0
  for (let round = 0; round < rounds; round += 1) {
    await product.clockAhead(0)
    const visitor = await product.signedIn('usha')
    const id = visitor.cookie('plantroom') ?? ''
    const old = () => product.visitor()
    const asking = async () => {
      const one = old()
      one.setCookie('plantroom', id)
      const answer = await one.raw('GET', '/profile')
      await answer.arrayBuffer()
      return answer.status
    }
    await product.clockAhead(10.5 * minutes)
    upstream.heard()
    const before = Array.from({ length: 50 }, asking)
    const leaving = visitor.raw('POST', '/logout', { body: new URLSearchParams() })
    const racing = Array.from({ length: 25 }, asking)
    expect((await leaving).status).toBe(200)
    const late = await Promise.all(Array.from({ length: 25 }, asking))
    await Promise.all([...before, ...racing])
    races += upstream.heard().some(({ url }) => url === '/identity/token') ? 1 : 0
    late.push(await asking())
    await product.clockAhead(0)
    late.push(await asking())
    afterwards += late.filter((status) => status !== 302).length
    const replayed = old()
    replayed.setCookie('plantroom', id)
    expect((await replayed.get('/profile')).address).toBe(toSignIn)
  }
  expect(afterwards).toBe(0)
  tell(
    'S3',
    `${rounds} logouts, each against 100 requests, ${races} of them against a refresh, ${afterwards} answers afterwards`,
  )
}, 900_000)

// On every run with scripts, which might keep more than a browser without them.
test.each([true, false].filter((hasScripts) => isFull || hasScripts))(
  'the back button shows nothing of the one who left (scripts: %s)',
  async (hasScripts) => {
    await product.clockAhead(0)
    const { context, page } = await signedInWindow(browser, product, { login: 'claire', hasScripts, at: '/profile' })
    await page.goto('/profile?again=1')
    await expectText(page.locator('main').textContent(), /Claire/)
    await context.request.post('/logout', { headers: { origin: product.origin }, form: {} })
    await page.goto('/login?signedOut=1')
    for (let steps = 0; steps < 2; steps += 1) {
      await page.goBack()
      await page.waitForURL(/\/login/)
      expect(await page.content()).not.toMatch(/Claire/)
    }
    await context.close()
  },
)

async function expectText(text: Promise<string | null>, wanted: RegExp): Promise<void> {
  expect(await text).toMatch(wanted)
}
