/** What is used, told to somebody who listens: names of pages and changes under a random word, and nothing of anybody who refuses. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { changeForm, englishReader } from './on-record'

interface Told {
  event: string
  distinct_id: string
  properties: Record<string, unknown>
}

let product: Console
let listener: Server
let told: Told[] = []
let bodies = ''

beforeAll(async () => {
  listener = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const bytes = Buffer.concat(parts)
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      bodies += text
      told.push(...((JSON.parse(text || '{}').batch as Told[] | undefined) ?? []))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":1}')
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  product = await startTestConsole({
    env: { ANALYTICS_URL: `http://127.0.0.1:${port}`, ANALYTICS_KEY: 'project-key' },
    hasMovableClock: true,
  })
})
afterAll(async () => {
  await product.close()
  await new Promise((resolve) => listener.close(resolve))
})

const montcalm = () => ({
  tenantId: tenantIdOf(product.services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})
const names = () => told.map(({ event, properties }) => `${event} ${properties[event]}`)
const counted = 'form:has([name=counted])'
/** It is told every five seconds; what is on its way meanwhile has half a second to arrive. */
const toldSoon = { timeout: 20_000, interval: 500 }
const toldBy = async <T>(found: () => T): Promise<T> => {
  await product.pass(5_000)
  return found()
}
const heard = (name: string) => expect.poll(() => toldBy(names), toldSoon).toContain(name)

test('a page and a change are told by their names, under a word that means nobody', async () => {
  const amelie = await englishReader(product, 'amelie')
  const page = await amelie.get(href('customerSettings', montcalm()))
  const changed = await page.submit(changeForm, { fill: { description: 'A secret plan' } })
  expect(changed.status).toBe(200)
  await heard('page customerSettings')
  await heard('change customer.edit')
  const id = amelie.cookie('analytics_session')
  expect(id).toMatch(/^[\da-f-]{36}$/)
  const own = told.filter(({ distinct_id }) => distinct_id === id)
  expect(own.length).toBeGreaterThan(1)
  for (const { properties } of own)
    expect(Object.keys(properties).filter((name) => !name.startsWith('$'))).toEqual([
      'change' in properties ? 'change' : 'page',
    ])
  expect(bodies).not.toMatch(/A secret plan|amelie|Amélie|boreal|Montcalm|@/i)
  for (const thing of Object.values(montcalm())) expect(bodies).not.toContain(thing)
})

test('a sign-out takes the word away first, and whoever signs in next has another', async () => {
  const usha = await englishReader(product, 'usha')
  const home = await usha.get(href('profile', {}))
  const before = usha.cookie('analytics_session')
  const answer = await usha.raw('POST', href('logout', {}), {
    body: new URLSearchParams({ _token: home.root.querySelector('[name=_token]')?.getAttribute('value') ?? '' }),
  })
  expect(answer.headers.getSetCookie()[0]).toMatch(/^analytics_session=;.*Max-Age=0/)
  expect(usha.cookie('analytics_session')).toBeUndefined()
  const words = [before]
  // Signed in again with the session before signed out, and with one that nobody signed out of.
  for (const page of [href('profile', {}), href('ownLists', {})]) {
    await usha.signIn('usha')
    await usha.get(page)
    words.push(usha.cookie('analytics_session'))
  }
  expect(new Set(words).size).toBe(3)
  const [, , last] = words
  await expect.poll(() => toldBy(() => told.some(({ distinct_id }) => distinct_id === last)), toldSoon).toBe(true)
})

test.each([
  ['DNT', { dnt: '1' }],
  ['GPC', { 'sec-gpc': '1' }],
])('%s is kept', async (_, headers) => {
  const marcus = await englishReader(product, 'marcus')
  told = []
  marcus.setCookie('analytics_session', '')
  const answer = await marcus.raw('GET', href('operator', {}), { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().join()).not.toContain('analytics_session')
  const profile = await marcus.raw('GET', href('profile', {}), { headers })
  expect(await profile.text()).toContain('This browser asks not to be tracked')
  // Told in the same breath as what comes after it, if it were told at all.
  await (await englishReader(product, 'amelie')).get(href('ownLists', {}))
  await heard('page ownLists')
  expect(names()).not.toContain('page operator')
})

test('each person switches it off in their profile, and nobody else switches it on', async () => {
  const claire = await englishReader(product, 'claire')
  const profile = await claire.get(href('profile', {}))
  const off = await profile.submit(counted)
  expect([off.status, off.text]).toEqual([200, expect.stringContaining('Nothing that you open or change is counted')])
  told = []
  const search = href('search', { ...montcalm(), customerId: customerIdOf('CUS1002') })
  await claire.get(search)
  const elsewhere = await englishReader(product, 'claire')
  expect((await elsewhere.get(href('profile', {}))).text).toContain('Count me again')
  await elsewhere.get(search)
  const foreign = await claire.raw('POST', href('ownUsage', {}), {
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ counted: 'yes' }),
  })
  expect(foreign.status).toBe(403)
  await claire.get(href('ownUsage', {}))
  expect((await claire.get(href('profile', {}))).text).toContain('Count me again')
  await (await englishReader(product, 'amelie')).get(href('tenants', {}))
  await heard('page tenants')
  expect(names()).not.toContain('page search')
  const on = await (await elsewhere.get(href('profile', {}))).submit(counted)
  expect(on.text).toContain('Do not count me')
  await claire.get(search)
  await heard('page search')
})
