/**
 * T1: no page says what was not read. Figure: pages × backends, 0 words that are no value, 0 all-clears that a backend
 * with every call does not show as well.
 *
 * Seen to fail: without extensions a shift said that nothing failed and every controller answers, and without totals
 * lists said "50 of NaN".
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import en from '../../app/i18n/en'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Change, type ChangingProxy, startChangingProxy, withJson } from '../harness/changing-proxy'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { isFull, tell } from './size'

let proxy: ChangingProxy
let product: Console
let amelie: Visitor
let pages: string[]
let ahead = 0
/** What each page says in front of a backend with every call. */
const whole = new Map<string, string>()

beforeAll(async () => {
  proxy = await startChangingProxy()
  product = await startTestConsole({ env: proxy.env, hasMovableClock: true })
  proxy.lead(product.services.origin)
  amelie = await product.signedIn('amelie')
  amelie.setCookie('lng', 'en')
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const campus = { ...at, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  pages = [
    href('customerShift', at),
    href('siteShift', campus),
    href('customer', at),
    href('site', campus),
    href('tenant', at),
    href('customerDevices', at),
    href('deployments', at),
    href('deployments', at, { status: 'stalled' }),
    href('customerAlarms', at),
    href('customerTunnels', at),
    href('customerConfiguration', at),
    href('customerPoints', at),
    href('customerOverrides', at),
    href('customerRules', at),
    href('search', at, { q: 'vav' }),
    href('models', at),
  ]
  for (const page of pages) whole.set(page, (await amelie.get(page)).text)
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})

const without =
  (status: number): Change =>
  ({ url }) =>
    /\/x\//.test(url) ? { status, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') } : undefined

function totals(json: unknown, change: (object: Record<string, unknown>) => void): unknown {
  if (Array.isArray(json)) return json.map((one) => totals(one, change))
  if (typeof json !== 'object' || json === null) return json
  const object = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, totals(value, change)]))
  change(object)
  return object
}
const withTotals =
  (change: (object: Record<string, unknown>) => void): Change =>
  (answer) =>
    withJson(answer, (json) =>
      totals(json, (object) => {
        if ('totalCount' in object) change(object)
      }),
    )

const backends: Record<string, Change> = {
  'without extensions, by 404': without(404),
  'without extensions, by 405': without(405),
  'without extensions, by 501': without(501),
  'without totals': withTotals((object) => {
    delete object.totalCount
  }),
  'with totals of null': withTotals((object) => {
    object.totalCount = null
  }),
}
const noValue = /\bNaN\b|\bundefined\b|\[object|\bInfinity\b|Invalid Date/
/** What is only said where everything was read and there is nothing. */
const allClears = [
  ...Object.values(en.main.shift.none),
  en.main.overview.attention.none,
  en.main.overview.attention.noneText,
]

describe.each(Object.entries(backends))('a backend %s', (name, change) => {
  test('has no page that says what was not read', async () => {
    ahead += 61_000
    await product.clockAhead(ahead)
    proxy.change = change
    const all = Object.keys(backends)
    const shown = pages.filter((_, index) => isFull || index < 3 || index % all.length === all.indexOf(name))
    const untrue: string[] = []
    for (const address of shown) {
      const page = await amelie.get(address)
      if (page.status >= 400) untrue.push(`${address}: ${page.status}`)
      const word = noValue.exec(page.text)
      if (word) untrue.push(`${address}: ${page.text.slice(Math.max(0, word.index - 40), word.index + 20)}`)
      for (const clear of allClears)
        if (page.text.includes(clear) && !whole.get(address)?.includes(clear)) untrue.push(`${address}: ${clear}`)
    }
    proxy.change = null
    expect(untrue).toEqual([])
    tell('T1', `${shown.length} pages in front of a backend ${name}: nothing untrue`)
  })
})

test('a deployment that nobody can list has a page, and its files lead to pages', async () => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1001') }
  const links = (await amelie.get(href('deployments', at))).root.querySelectorAll('main a')
  const address = links
    .map((link) => link.getAttribute('href') ?? '')
    .find((to) => /\/deployments\/[0-9a-f-]{36}$/.test(to))
  expect(address).toBeDefined()
  ahead += 61_000
  await product.clockAhead(ahead)
  proxy.change = without(404)
  const operationId = address?.split('/').at(-1) ?? ''
  for (const to of [
    href('deployment', { ...at, operationId }),
    href('deploymentCsv', { ...at, operationId }),
    href('deploymentsCsv', at),
  ]) {
    const page = await amelie.get(to)
    expect([to, page.status, page.text.includes(en.main.deployment.noFleet)]).toEqual([to, 200, true])
  }
  proxy.change = null
})
