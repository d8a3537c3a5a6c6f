/**
 * T1: no page says what was not read. Figure: addresses × backends, 0 words that are no value, 0 all-clears and zeros that
 * a backend with every call does not show as well.
 *
 * Seen to fail: without extensions a shift said that nothing failed and every controller answers, without totals lists
 * said "50 of NaN", and with other members in counted maps the filters of alarms said "Active (NaN)".
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import en from '../../app/i18n/en'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Change, type ChangingProxy, startChangingProxy, withJson } from '../harness/changing-proxy'
import { type Console, startTestConsole } from '../harness/console'
import { routeNames } from '../harness/every-route'
import { strangeJson } from '../harness/strange-replies'
import type { Page, Visitor } from '../harness/visitor'
import { isFull, tell } from './size'
import { everybody } from './whose'

let proxy: ChangingProxy
let product: Console
let marcus: Visitor
let addresses: string[]
let ahead = 0
/** What each page says in front of a backend with every call. */
const complete = new Map<string, string>()

beforeAll(async () => {
  proxy = await startChangingProxy()
  product = await startTestConsole({ env: proxy.env, hasMovableClock: true })
  proxy.lead(product.services.origin)
  const all = await everybody(product)
  marcus = all.visitors.marcus
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const campus = { ...at, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  const main = [
    href('customerShift', at),
    href('siteShift', campus),
    href('customer', at),
    href('site', campus),
    href('tenant', at),
    href('customerDevices', at),
    href('deployments', at),
    href('deployments', at, { status: 'stalled' }),
    href('customerAlarms', at),
    href('customerFaults', at),
    href('customerTunnels', at),
    href('customerConfiguration', at),
    href('customerPoints', at),
    href('customerOverrides', at),
    href('customerRules', at),
    href('search', at, { q: 'vav' }),
    href('models', at),
  ]
  const others = routeNames.flatMap((name) => all.ask(name, 'marcus', 'own')?.address ?? [])
  addresses = [...main, ...others]
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})

/** What is believed of a backend is forgotten. */
async function switchTo(change: Change | null) {
  ahead += 61_000
  await product.clockAhead(ahead)
  proxy.change = change
}

const without =
  (status: number): Change =>
  ({ url }) =>
    /\/x\//.test(url) ? { status, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') } : undefined

type JsonObject = Record<string, unknown>

/** Every object of an answer, inner ones first. */
function objects(json: unknown, change: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(json)) return json.map((one) => objects(one, change))
  if (typeof json !== 'object' || json === null) return json
  return change(Object.fromEntries(Object.entries(json).map(([name, value]) => [name, objects(value, change)])))
}
const withObjects =
  (change: (object: JsonObject) => JsonObject): Change =>
  (answer) =>
    withJson(answer, (json) => objects(json, change))
const isTally = (object: JsonObject) => {
  const values = Object.values(object)
  return values.length > 0 && values.every((value) => Number.isInteger(value))
}

/** Backends that mean the same as one with every call, as far as they say anything. */
const sameMeaning: Record<string, Change> = {
  'without extensions, by 404': without(404),
  'without extensions, by 405': without(405),
  'without extensions, by 501': without(501),
  'without totals': withObjects(({ totalCount: _, ...object }) => object),
  'with totals of null': withObjects((object) => ('totalCount' in object ? { ...object, totalCount: null } : object)),
  'with other members in counted maps': withObjects((object) =>
    isTally(object) ? { ...object, entirety: null, most: 'many', rest: { count: 1 }, whole: 7 } : object,
  ),
}
const strange = (name: keyof typeof strangeJson): [string, Change] => [
  name,
  (answer) => withJson(answer, strangeJson[name] as (json: unknown) => unknown),
]
/** Backends that leave out so much that an empty place may be true. */
const lessSaid = Object.fromEntries(
  [
    'null for what is optional',
    'nothing for what is optional',
    'null for lists inside',
    'words nobody knows',
    'members nobody knows',
    'less than nothing',
    'times nobody can read',
  ].map(strange),
)
const backends: [string, Change][] = [...Object.entries(sameMeaning), ...Object.entries(lessSaid)]

const noValue = /\bNaN\b|\bundefined\b|\[object|\bInfinity\b|Invalid Date/
/** Sentences that are only said where everything was read and there is nothing. */
const allClears = sentencesOf(en.main).filter((text) => /^(?:No|Nothing|Nobody|None|Every|All) /.test(text))

function sentencesOf(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) =>
    typeof text === 'string' ? (text.includes('{{') ? [] : [text]) : sentencesOf(text as object),
  )
}

/** The all-clears and zeros of a page. */
function claimsOf(text: string): string[] {
  const zeros = [...text.matchAll(/(?<![\d.,:/–-])\b0 [a-z]+|[A-Z][a-z]+ \(0\)/g)].map(([zero]) => zero)
  return [...new Set([...allClears.filter((clear) => text.includes(clear)), ...zeros])]
}

const shownOf = (page: Page) => page.html.replace(/<script\b[\s\S]*?<\/script>/g, '')

test('a deployment that nobody can list has a page, and its files lead to pages', async () => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1001') }
  const links = (await marcus.get(href('deployments', at))).root.querySelectorAll('main a')
  const address = links
    .map((link) => link.getAttribute('href') ?? '')
    .find((to) => /\/deployments\/[0-9a-f-]{36}$/.test(to))
  expect(address).toBeDefined()
  await switchTo(without(404))
  const operationId = address?.split('/').at(-1) ?? ''
  const nowhere = { ...at, customerId: seedId('customer', 'nowhere') }
  expect((await marcus.get(href('deploymentsCsv', nowhere))).status).toBe(404)
  for (const to of [
    href('deployment', { ...at, operationId }),
    href('deploymentCsv', { ...at, operationId }),
    href('deploymentsCsv', at),
  ]) {
    const page = await marcus.get(to)
    expect([to, page.status, page.text.includes(en.main.deployment.noFleet)]).toEqual([to, 200, true])
  }
  await switchTo(null)
})

describe.each(backends)('a backend %s', (name, change) => {
  test('has no page that says what was not read', async () => {
    await switchTo(change)
    const turn = backends.findIndex(([one]) => one === name)
    const shown = addresses.filter(
      (_, index) => isFull || index === turn || (index > 16 && index % (3 * backends.length) === turn),
    )
    const untrue: string[] = []
    const claims = new Map<string, string[]>()
    for (const address of shown) {
      const page = await marcus.get(address)
      if (page.address.startsWith('/login')) untrue.push(`${address}: the session is over`)
      if (page.status >= 500 && !address.endsWith('/graphics/content')) untrue.push(`${address}: ${page.status}`)
      const html = shownOf(page)
      const word = noValue.exec(html)
      if (word) untrue.push(`${address}: ${html.slice(Math.max(0, word.index - 100), word.index + 30)}`)
      if (name in sameMeaning) claims.set(address, claimsOf(page.text))
    }
    await switchTo(null)
    for (const [address, said] of claims) {
      if (said.length === 0) continue
      const text = complete.get(address) ?? (await marcus.get(address)).text
      complete.set(address, text)
      untrue.push(...said.filter((claim) => !text.includes(claim)).map((claim) => `${address}: ${claim}`))
    }
    expect(untrue).toEqual([])
    tell('T1', `${shown.length} addresses in front of a backend ${name}: nothing untrue`)
  }, 900_000)
})
