/** How one process of the console leaves while it is asked (promise V2): out of the balancer first, then out of the way. */
import { afterEach, expect, test } from 'vitest'
import { type Console, startTestConsole } from '../harness/console'

let product: Console | null = null
afterEach(() => product?.close())

test('everything that was asked for before the signal is answered', async () => {
  product = await startTestConsole({ env: { DRAIN_SECONDS: '20' } })
  const amelie = await product.signedIn('amelie')
  const { origin } = product
  await amelie.get('/profile')
  const asked = Array.from({ length: 40 }, () =>
    fetch(`${origin}/profile`, { headers: { cookie: amelie.cookieHeader(), connection: 'close' } }).then(
      ({ status }) => status,
      () => 0,
    ),
  )
  // Let them leave this process; the console is busy with the first of them.
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.race(asked)
  const ended = product.stop()
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  expect(await ended).toBe(0)
}, 60_000)

test('it says that it is not ready while it still answers everything, then goes', async () => {
  product = await startTestConsole({ env: { GRACE_SECONDS: '2', DRAIN_SECONDS: '5' } })
  const amelie = await product.signedIn('amelie')
  const status = (path: string) =>
    amelie.raw('GET', path).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(() => status('/readyz'), { timeout: 20_000 }).toBe(200)
  const ended = product.stop()
  await expect.poll(() => status('/readyz'), { interval: 10 }).toBe(503)
  for (const path of ['/profile', '/healthz', '/login']) expect(await status(path)).toBeLessThan(400)
  expect(await status('/profile')).toBe(200)
  expect(await ended).toBe(0)
}, 60_000)

test('it is not ready until everything that a person needs has been there, and stays so when some of it goes', async () => {
  product = await startTestConsole()
  const ready = () => fetch(`${product?.origin}/readyz`).then(({ status }) => status)
  await expect.poll(ready, { timeout: 20_000 }).toBe(200)
  await product.stop()
  await product.start({ SITE_API_URL: '', PORT_BASE: '65000' })
  expect(await ready()).toBe(503)
  expect((await fetch(`${product.origin}/healthz`)).status).toBe(200)
}, 60_000)
