/**
 * S1. Tokens stay on the server: none in a cookie, a page, a data answer, a bundle, the browser's storage or a log, and
 * none in the clear in the console's store. Figure: 0 tokens; the cookie is a random id.
 *
 * Seen to fail: with `accessToken` returned by the profile's loader (found in its page and in its data), and with the
 * tokens stored unsealed (found in the store's files).
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { signedInWindow, startBrowser } from '../harness/browser'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream, type Upstream } from '../harness/upstream'
import { isFull, tell } from './size'

let product: Console
let upstream: Upstream
let browser: Browser

beforeAll(async () => {
  product = await startTestConsole({ env: { LOG_LEVEL: 'trace' } })
  upstream = listenUpstream(product.services)
  browser = await startBrowser()
})
afterAll(async () => {
  upstream.stop()
  await browser.close()
  await product.close()
})

const anyJwt = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}/

/** Everything the provider gave out, and the parts by which a token would be known. */
const secrets = () =>
  upstream.tokens.flatMap(({ access_token, refresh_token, id_token }) =>
    [access_token, refresh_token, id_token]
      .filter((one): one is string => Boolean(one))
      .flatMap((one) => [one, ...one.split('.').slice(1)]),
  )

/** Where any of the tokens stands in the clear. */
function leaks(places: [where: string, text: string][]): string[] {
  const given = secrets()
  return places.flatMap(([where, text]) =>
    anyJwt.test(text) || given.some((secret) => text.includes(secret)) ? [where] : [],
  )
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

// On every run with scripts, which keep more than a browser without them.
test.each([true, false].filter((hasScripts) => isFull || hasScripts))(
  'nothing a browser gets or keeps holds a token (scripts: %s)',
  async (hasScripts) => {
    const { context, page } = await signedInWindow(browser, product, { login: 'amelie', hasScripts })
    const got: [string, string][] = []
    const reading: Promise<void>[] = []
    context.on('response', (response) => {
      const told = response.allHeaders().then((headers) => void got.push([response.url(), JSON.stringify(headers)]))
      const body = response.text().then(
        (text) => void got.push([response.url(), text]),
        () => undefined,
      )
      reading.push(told, body)
    })
    const tenantId = tenantIdOf(product.services.world, 'boreal')
    const campus = {
      tenantId,
      customerId: customerIdOf('CUS1004'),
      groupId: seedId('group', 'Montcalm campuses'),
      siteId: siteIdOf(41),
    }
    const addresses = [
      href('home', {}),
      href('profile', {}),
      href('tenant', { tenantId }),
      href('userRoles', { tenantId, userId: userIdOf('hugo.lapointe@boreal.example') }),
      href('trail', { tenantId }),
      href('siteNetwork', campus),
      href('siteNetworkSettings', campus, { device: seedId('device', 'montcalm-SCI-ECYVAV-1') }),
      href('newDeployment', campus),
      '/login?errorCode=401',
      '/nothing/here',
    ]
    for (const address of addresses) {
      await page.goto(address, { waitUntil: 'load' })
      const bare = await context.request.get(`${address.split('?')[0]}.data`)
      got.push([`${address}.data`, await bare.text()])
      got.push([`storage at ${address}`, hasScripts ? await page.evaluate(storage) : ''])
    }
    await Promise.all(reading)
    const cookies = await context.cookies()
    got.push(['cookies', JSON.stringify(cookies)])
    expect(secrets().length).toBeGreaterThanOrEqual(3)
    expect(got.length).toBeGreaterThan(addresses.length * 2)
    expect(leaks(got)).toEqual([])

    const session = cookies.find(({ name }) => name === 'plantroom')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', value: expect.stringMatching(/^[\w-]{43}$/) })
    tell('S1', `${got.length} answers and stores of a browser, ${secrets().length} parts of tokens given out, 0 found`)
    await context.close()
  },
  60_000,
)

/** What a page's scripts could read: storage and databases. */
const storage = `(async () => JSON.stringify([
  Object.entries(localStorage), Object.entries(sessionStorage), document.cookie,
  (await indexedDB.databases()).map(({ name }) => name), await caches.keys(),
]))()`

test('bundles, logs and the store hold none in the clear', async () => {
  await product.signedIn('claire')
  const bundles = filesIn('build/client').map((path): [string, string] => [path, readFileSync(path, 'latin1')])
  const stored = filesIn(product.dataDir).map((path): [string, string] => [path, readFileSync(path, 'latin1')])
  expect(bundles.length).toBeGreaterThan(20)
  expect(stored.length).toBeGreaterThan(0)
  expect(leaks([...bundles, ...stored, ['log', product.log()]])).toEqual([])
  expect(product.log()).not.toMatch(/[?&](code|state)=/)
})
