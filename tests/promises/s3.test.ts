/**
 * S3. Logout wins: after a sign-out is answered, nothing is answered as that person any more, whatever was in flight,
 * and not to the old cookie either; the browser's back button shows nothing kept.
 * Figure: 100 requests and a refresh race each logout, 0 authenticated answers afterwards.
 *
 * Seen to fail: with `release` in the session writing the renewed session back without asking whether it has ended (the
 * old cookie opened the profile); with `cache-control: private, max-age=600` on pages (the back button showed it).
 */
import { get } from 'node:http'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
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

/** Asks for a page so often at once that the console refuses some; resolves then, and ends all of it when told. */
async function crowd(address: string, cookie: string): Promise<() => void> {
  let refused = () => {}
  const isRefused = new Promise<void>((resolve) => {
    refused = resolve
  })
  const asked = Array.from({ length: 600 }, () => {
    const one = get(new URL(address, product.origin), { agent: false, headers: { cookie } }, (answer) => {
      answer.resume()
      if (answer.statusCode === 503) refused()
    })
    return one.on('error', () => {})
  })
  await isRefused
  return () => {
    for (const one of asked) one.destroy()
  }
}

// Seen to fail: with the sign-out in the queue of everything else (503).
test('a sign-out is answered while the requests of the same person are refused', async () => {
  await product.clockAhead(0)
  const visitor = await product.signedIn('usha')
  const { faults } = product.services.world
  for (const service of ['tenant', 'site'] as const) faults.inject(service, { kind: 'delay', delayMs: 60_000 })
  const customer = `/tenants/${tenantIdOf(product.services.world, 'boreal')}/customers/${customerIdOf('CUS1004')}`
  const disperse = await crowd(customer, visitor.cookieHeader())
  const id = visitor.cookie('plantroom') ?? ''
  const left = await visitor.raw('POST', '/logout', { body: new URLSearchParams() })
  disperse()
  faults.clear()
  expect(left.status).toBe(200)
  expect(await left.text()).toContain('You are signed out')
  const replayed = product.visitor()
  replayed.setCookie('plantroom', id)
  // The requests of the crowd hold the places of this sender until they end.
  await expect.poll(async () => (await replayed.get('/profile')).address, { timeout: 30_000 }).toBe(toSignIn)
}, 60_000)

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
