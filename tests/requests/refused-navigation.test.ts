/** An address without a page of its own (a table file, a short address) refuses a browser with a page, and a program with data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { type PathName, paths } from '../../app/paths'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }
beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())

/** Every address that answers no page. */
const bare = Object.keys(paths).filter(
  (name) => /Csv$|^trailExport$|^deviceById$/.test(name) && !paths[name as PathName].startsWith('/users'),
) as PathName[]

/** The address with everything in it missing but the tenant. */
const missing = (name: PathName) =>
  paths[name].replace(/:([A-Za-z]+)/g, (_, key: string) => (key === 'tenantId' ? at.tenantId : 'not-there'))

describe.each(bare)('%s', (name) => {
  test('refuses a browser with a page', async () => {
    const address = missing(name)
    const page = await amelie.get(address)
    if (page.status === 200) return expect(page.headers.get('content-type')).toMatch(/text\/csv|ndjson|jsonl|octet/)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.text).toContain('What happened')
    expect(page.title).not.toBe('')
    expect(page.html).not.toContain('"problem"')
  })
})

describe('a refusal', () => {
  const gone = () => href('deviceById', { ...at, deviceId: 'not-there' })

  test('of data stays data', async () => {
    for (const headers of [
      { accept: 'application/json' },
      { accept: '*/*' },
      { accept: 'text/html', 'sec-fetch-dest': 'empty' },
    ] as Record<string, string>[]) {
      const answer = await amelie.raw('GET', gone(), { headers })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect((await answer.json()).problem.service).toBe('site')
    }
  })

  test('of what somebody may not see is a page with its own status, in their language', async () => {
    const usha = await product.signedIn('usha')
    usha.setCookie('lng', 'fr')
    const answer = await usha.get(href('trailExport', at))
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('Une consultation n’est pas consignée')
    expect(answer.root.querySelector('html')?.getAttribute('lang')).toBe('fr')
  })

  test('is read in the other language at its own address, which the browser keeps', async () => {
    const reader = await product.signedIn('amelie')
    const page = await reader.get(`${gone()}?lng=en`)
    const french = await page.follow('Français')
    expect([french.status, french.address.split('?')[0]]).toEqual([404, gone()])
    expect((await reader.get(gone())).text).toContain('Ce qui s’est passé')
  })

  test('that may pass leads back to where it was', async () => {
    product.services.world.faults.inject('site', { match: 'GET /x/devices', kind: 'status', status: 500 })
    const page = await amelie.get(href('customerDevicesCsv', at, { productId: 'x' }))
    product.services.world.faults.clear()
    expect(page.status).toBe(502)
    const again = page.root.querySelectorAll('main a').map((link) => link.getAttribute('href'))
    expect(again).toContain(href('customerDevicesCsv', at, { productId: 'x' }))
  })

  test('has no address of its own', async () => {
    expect((await amelie.get(href('refused', {}))).status).toBe(404)
  })
})

describe('a page that does not exist', () => {
  const nowhere = seedId('device', 'none')
  const inside = { buildingId: seedId('building', '41-1'), spaceId: nowhere }
  const site = () => ({ ...at, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) })
  const offered = (page: Page) =>
    page.root.querySelectorAll('main a').map((link) => [link.text.trim(), link.getAttribute('href')])

  test.each<[string, string, () => string, PathName]>([
    [
      'a controller',
      'Controllers',
      () => href('device', { ...site(), ...inside, deviceId: nowhere }),
      'customerDevices',
    ],
    ['an alarm', 'Alarms', () => href('alarm', { ...at, alarmId: nowhere }), 'customerAlarms'],
    ['a rule', 'Rules', () => href('rule', { ...at, ruleId: nowhere }), 'customerRules'],
    ['a site', 'Sites', () => href('site', { ...site(), siteId: nowhere }), 'customerSites'],
    ['an address that nothing has', 'Controllers', () => `${href('customerDevices', at)}/x/y`, 'customerDevices'],
    ['any other address', 'Overview', () => `${href('customer', at)}/x`, 'customer'],
  ])('offers the list of the customer to which it belongs: %s', async (_, list, missingAddress, name) => {
    const page = await amelie.get(missingAddress())
    expect(page.status).toBe(404)
    expect(offered(page)).toContainEqual([`${list} of Université Montcalm`, href(name, at as never)])
    expect(page.root.querySelectorAll('main form').map((form) => form.getAttribute('action'))).toEqual([
      href('search', at),
    ])
    const found = await page.submit('main form', { fill: { q: 'VAV SCI-05' } })
    expect(found.text).toContain('VAV SCI-05')
    expect(found.text).not.toContain('Nothing in this customer matches')
  })

  test('offers the list of the tenant outside of customers', async () => {
    const page = await amelie.get(href('user', { ...at, userId: nowhere }))
    expect(page.status).toBe(404)
    expect(offered(page)).toContainEqual(['People of Boréal Facilities', href('users', at)])
  })

  test('names no customer that the reader may not see', async () => {
    const paul = await englishReader(product, 'paul')
    const page = await paul.get(href('alarm', { ...at, alarmId: nowhere }))
    expect(page.status).toBe(404)
    expect(page.text).not.toContain('Montcalm')
  })
})
