/** Walking from a customer down to a controller, without scripts; lists, wrong addresses, what a role sees, and services that fail. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'

let product: Console
let amelie: Visitor
let tenantId: string
let montcalm: { tenantId: string; customerId: string }
let laurier: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await signedIn('amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  laurier = { tenantId, customerId: customerIdOf('CUS1001') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

/** Somebody who reads English, whatever their profile says. */
const signedIn = async (login: string) => {
  const visitor = await product.signedIn(login)
  visitor.setCookie('lng', 'en')
  return visitor
}
const ahu = () => href('deviceById', { tenantId, deviceId: deviceIdOf('story-1') })
const plant = () => href('deviceById', { tenantId, deviceId: deviceIdOf('story-3') })
const rowsIn = (page: Page, of: string) =>
  page.root.querySelectorAll(`${of} tbody tr`).map((row) => row.structuredText.replace(/\s+/g, ' ').trim())
const rowsOf = (page: Page) => rowsIn(page, 'main')
const placesOf = (page: Page) => rowsIn(page, '.places')
const crumbsOf = (page: Page) =>
  page.root.querySelectorAll('nav[aria-label="Where you are"] a').map((link) => link.text.trim())

describe('in a browser for text', () => {
  test('a page has its menu once, its buttons apart, and rows that no cell breaks', async () => {
    const page = await amelie.get(href('customerDevices', montcalm))
    const menu = page.root.querySelectorAll('#navigation li a').map((link) => link.getAttribute('href'))
    expect(menu.length).toBeGreaterThan(5)
    expect(new Set(menu).size).toBe(menu.length)
    expect(page.root.querySelectorAll('main td > div, main tbody th > div')).toEqual([])
    expect(page.root.querySelector('main form:has(table)')?.text).toMatch(
      /Deploy packages… Clear selection Deploy packages to all 120 matching… More Delete…/,
    )
    const site = await amelie.get(href('customer', montcalm))
    expect(site.root.querySelector('main header')?.text).toContain('Deploy packages Map of the sites Wall view More')
  })

  test('a time is nobody’s own until the browser tells the zone', async () => {
    const laurierTunnels = await amelie.get(href('customerTunnels', laurier))
    expect(laurierTunnels.html).not.toContain('your time')
    const told = await signedIn('amelie')
    told.setCookie('tz', 'Europe/Paris')
    expect((await told.get(ahu())).html).toContain('your time')
    expect((await amelie.get(ahu())).html).not.toContain('your time')
  })
})

describe('the way down', () => {
  test('leads by links from the customer to a controller, deeper at every step', async () => {
    const customer = await amelie.get(href('customer', laurier))
    expect(customer.status).toBe(200)
    const group = await customer.follow('Québec offices')
    const site = await group.follow('Place Boréale')
    const building = await site.follow('Tower A')
    const basement = await building.follow('Basement')
    const space = await basement.follow('Central plant')
    const device = await space.follow('Plant Controller')
    expect(device.address).toMatch(
      /customers\/[^/]+\/groups\/[^/]+\/sites\/[^/]+\/buildings\/[^/]+\/spaces\/[^/]+\/devices\/[^/]+$/,
    )
    expect(crumbsOf(device)).toEqual([
      'Groupe Immobilier Laurier',
      'Place Boréale',
      'Québec offices',
      'Tower A',
      'Basement',
      'Central plant',
      'Plant Controller',
    ])
    for (const page of [customer, group, site, building, basement, space, device]) {
      expect(page.root.querySelectorAll('main h1')).toHaveLength(1)
      expect(page.html).not.toContain('type="module"')
    }
  })

  test('goes through the reserved group for a site in no group', async () => {
    const customer = await amelie.get(href('customer', { tenantId, customerId: customerIdOf('CUS1003') }))
    const site = await customer.follow('Campus Saint-Rémi')
    expect(site.address).toContain('/groups/none/sites/')
    expect(site.status).toBe(200)
    const none = await amelie.get(href('group', { ...montcalm, groupId: 'none' }))
    expect(none.address).toBe(href('customer', montcalm))
  })

  test('counts what each place holds', async () => {
    const customer = await amelie.get(href('customer', montcalm))
    expect(placesOf(customer)).toEqual([
      expect.stringMatching(/^Montcalm campuses ?Site group ?3 ?8 ?60 ?120 ?46 ?12 ?.*3 offline$/),
    ])
    const offline = await customer.follow('3 offline')
    expect(rowsOf(offline)).toHaveLength(3)
    expect(rowsOf(await customer.follow('14 outdated'))).toHaveLength(14)
  })

  test('shows a site with its size in the reader’s units and the time it is there', async () => {
    const site = await amelie.get(href('site', { ...laurier, groupId: 'none', siteId: siteIdOf(1) }))
    expect(site.text).toMatch(/America\/(Toronto|Montreal), now \d\d:\d\d/)
    expect(site.text).toMatch(/Size ?57,600 m²/)
    const marcus = await signedIn('marcus')
    expect((await marcus.get(site.address)).text).toMatch(/Size ?620,00\d ft²|Size ?620,000 ft²/)
  })
})

describe('a controller', () => {
  test('says where it is, what it is and how it is', async () => {
    const page = await amelie.get(ahu())
    expect(page.text).toContain('ECY-600 (ECY600)')
    expect(page.text).toMatch(/Location ?Place Boréale \/ Tower A \/ Rooftop/)
    expect(page.text).toContain('ECY600-0A1001')
    expect(page.text).toMatch(/Link ?Connected/)
    expect(page.text).toContain('IP (facilities platform)')
    const terms = page.root.querySelectorAll('main dt').map(({ text }) => text.trim())
    expect(terms.filter((term) => /serial/i.test(term))).toEqual(['Serial number'])
    expect(terms.filter((term) => /points/i.test(term))).toEqual(['Points'])
    expect(page.text).toMatch(/Serial number ?SN-/)
    expect(page.text).toMatch(/installer ?Équipe/)
    expect(page.text).toMatch(/Administrator ?Sent/)
  })

  test('lists its packages with where each stands to the latest one its model supports', async () => {
    const page = await amelie.get(plant())
    const rows = rowsOf(page)
    expect(rows).toContainEqual(
      expect.stringMatching(/^Graphics engine ?Mandatory ?2\.3\.22874\.660 ?2\.4\.23110\.512 ?Outdated$/),
    )
    expect(rows).toContainEqual(expect.stringMatching(/^Alarms ?3\.2\.23870\.26 ?3\.2\.23870\.26 ?Up to date$/))
    expect(rows).toContainEqual(expect.stringMatching(/^MQTT ?None ?1\.2\.23915\.3 ?Not installed$/))
    expect(page.text).toContain('Deploying packages')
    expect((await page.follow('Follow the deployment')).address).toMatch(/\/deployments$/)
  })

  test('that nobody onboarded, or that is silent, says so', async () => {
    const thermostat = await amelie.get(href('deviceById', { tenantId, deviceId: deviceIdOf('story-7') }))
    expect(thermostat.text).toMatch(/Not onboarded Packages and settings can be sent to it/)
    expect(thermostat.text).toContain('7K4M-Q2ZD')
    const silent = await amelie.get(href('deviceById', { tenantId, deviceId: deviceIdOf('story-4') }))
    expect(silent.text).toMatch(/Offline The controller does not answer/)
  })
})

describe('an address', () => {
  test('by id alone leads to the nested one', async () => {
    const page = await amelie.get(ahu())
    expect(page.passed).toEqual([ahu()])
    expect(page.address).toMatch(/\/spaces\/[^/]+\/devices\/[^/]+$/)
  })

  test('with wrong ancestors leads to the right one and keeps its query', async () => {
    const right = await amelie.get(ahu())
    const [, ...ids] =
      right.address.match(/groups\/([^/]+)\/sites\/([^/]+)\/buildings\/([^/]+)\/spaces\/([^/]+)\//) ?? []
    expect(ids).toHaveLength(4)
    for (const wrong of [montcalm.customerId, ...ids].map((id) => right.address.replace(id, siteIdOf(41)))) {
      if (wrong === right.address) continue
      const page = await amelie.get(`${wrong}?lng=en`)
      expect(page.address).toBe(`${right.address}?lng=en`)
    }
    const elsewhere = right.address.replace(laurier.customerId, montcalm.customerId)
    expect((await amelie.get(elsewhere)).address).toBe(right.address)
  })

  test('of nothing, or of what a person cannot see, is 404', async () => {
    expect((await amelie.get(href('deviceById', { tenantId, deviceId: siteIdOf(1) }))).status).toBe(404)
    expect((await amelie.get(href('group', { ...montcalm, groupId: 'nothing' }))).status).toBe(404)
    const claire = await signedIn('claire')
    expect((await claire.get(ahu())).status).toBe(200)
    const foreign = href('deviceById', { tenantId, deviceId: deviceIdOf('montcalm-ART-ECYVAV-2') })
    expect((await claire.get(foreign)).status).toBe(404)
    expect((await claire.get(href('customer', montcalm))).status).toBe(404)
    expect((await claire.get(href('customerDevices', montcalm))).status).toBe(404)
    const elsewhere = tenantIdOf(product.services.world, 'lakeshore')
    const marcus = await signedIn('marcus')
    expect((await marcus.get(href('customer', { ...montcalm, tenantId: elsewhere }))).status).toBe(404)
    expect((await marcus.get(href('customerDevices', { ...montcalm, tenantId: elsewhere }))).status).toBe(404)
  })
})

describe('a list of controllers', () => {
  test('goes on by cursor, fifty at a time, and back to its start', async () => {
    const first = await amelie.get(href('customerDevices', montcalm))
    expect(first.text).toContain('120 controllers')
    expect(rowsOf(first)).toHaveLength(50)
    const second = await first.follow('Next page')
    const third = await second.follow('Next page')
    expect(rowsOf(third)).toHaveLength(20)
    expect(new Set([first, second, third].flatMap(rowsOf)).size).toBe(120)
    expect((await third.follow('First page')).address).toBe(href('customerDevices', montcalm))
  })

  test('is filtered and sorted by its address', async () => {
    const list = await amelie.get(href('customerDevices', montcalm))
    const found = await list.submit('main form[method=get]', { fill: { q: 'ptu207 rec' } })
    expect(found.address).toContain('q=ptu207')
    expect(rowsOf(found).length).toBeGreaterThan(0)
    for (const row of rowsOf(found)) expect(row).toMatch(/^FCU REC.*ECYPTU207/)
    const turned = await (await found.follow('Host id')).follow('Host id')
    expect(turned.address).toMatch(/q=ptu207.*sort=-hostId/)
    const ids = rowsOf(turned).map((row) => row.match(/ECYPTU207-\w+/)?.[0])
    expect(ids).toEqual([...ids].sort().reverse())
    const none = await amelie.get(href('customerDevices', montcalm, { q: 'nothing like it' }))
    expect(none.text).toContain('No controller matches')
    expect((await none.follow('Clear filters')).text).toContain('120 controllers')
  })

  test('as a table file has every row that matches', async () => {
    const list = await amelie.get(href('customerDevices', montcalm, { connected: 'true', sort: '-name' }))
    const total = Number(list.text.match(/(\d+) controllers/)?.[1])
    const link = list.root.querySelectorAll('main a').find((one) => one.text === 'Download CSV')
    const file = await amelie.raw('GET', (link?.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await file.text()).trim().split('\r\n')
    expect(lines[0]).toMatch(/Name,Host id,Model,Location/)
    expect(lines).toHaveLength(total + 1)
  })

  test('of a site leads with the ticked rows to their network settings or to a deployment', async () => {
    const list = await amelie.get(href('siteDevices', { ...montcalm, groupId: 'none', siteId: siteIdOf(41) }))
    expect(list.text).toContain('64 controllers')
    const boxes = list.root.querySelectorAll('main input[name=device]').map((box) => box.getAttribute('value') ?? '')
    const device = boxes.slice(0, 2)
    const form = 'main form:has(input[name=device])'
    const network = await list.submit(form, { fill: { device }, press: 'Change network settings…' })
    expect(network.address).toMatch(/\/network\/settings\?device=[^&]+&device=[^&]+$/)
    expect(network.status).toBe(200)
    const deploy = await list.submit(form, { fill: { device }, press: 'Deploy packages…' })
    expect(deploy.address).toMatch(/\/deployments\/new\?device=[^&]+&device=[^&]+$/)
    expect(deploy.text).toContain('2 controllers')
    const all = await list.follow(/^Deploy packages to all 64/)
    expect(all.text).toContain('64 controllers')
  })

  test('offers a user nothing to change', async () => {
    const usha = await signedIn('usha')
    const list = await usha.get(href('customerDevices', montcalm))
    expect(list.root.querySelectorAll('main input[name=device]')).toHaveLength(0)
    expect(list.text).not.toContain('Deploy packages')
    const device = await usha.get(ahu())
    expect(device.text).not.toMatch(/Change network settings|History/)
    const offered = device.root.querySelectorAll('a, button').map(({ text }) => text)
    expect(offered.filter((text) => text.includes('Deploy packages'))).toEqual([])
    expect((await usha.get(href('newDeployment', montcalm))).status).toBe(403)
  })
})

test('every page of the walk reads in French', async () => {
  const page = await amelie.get(`${ahu()}?lng=fr`)
  const french = await amelie.get(`${page.address}?lng=fr`)
  amelie.setCookie('lng', 'en')
  expect(french.root.querySelector('html')?.getAttribute('lang')).toBe('fr')
  expect(french.text).toContain('À propos de cet automate')
})

describe('a backend', () => {
  test('without the extensions still lists controllers, all of them within its bound', async () => {
    product.services.world.faults.inject('site', { match: 'GET /x/', kind: 'status', status: 404, errorCode: 4012 })
    const list = await amelie.get(href('customerDevices', montcalm, { packageStatus: 'outdated' }))
    expect(list.text).not.toContain('This list may not be complete')
    expect(rowsOf(list)).toHaveLength(14)
    const customer = await amelie.get(href('customer', montcalm))
    expect(customer.status).toBe(200)
    expect(placesOf(customer)).toEqual([expect.stringContaining('Montcalm campuses')])
  })

  test('that lost one part leaves the rest of the page standing', async () => {
    product.services.world.faults.inject('device-configuration', { kind: 'status', status: 500 })
    const page = await amelie.get(href('deviceById', { tenantId, deviceId: deviceIdOf('story-2') }))
    expect(page.status).toBe(200)
    expect(page.text).toContain('This part cannot be shown now')
    expect(page.text).toContain('The service “device configuration” replied with an error')
    expect(page.text).toContain('If you ask for help, quote this request: ')
    expect(page.text).toContain('VAV 12-04')
    product.services.world.faults.clear()
    expect((await page.follow('Try again')).text).not.toContain('This part cannot be shown now')
  })

  test('that is down is told as such', async () => {
    product.services.world.faults.inject('site', { kind: 'status', status: 503 })
    const page = await amelie.get(href('group', { ...montcalm, groupId: 'never-seen' }))
    expect(page.status).toBe(503)
    expect(page.text).toContain('A service is not available')
  })
})

test('controllers of models whose flag is off are nowhere to be found', async () => {
  const supervisor = href('deviceById', { tenantId, deviceId: deviceIdOf('story-8') })
  const campus = { tenantId, customerId: customerIdOf('CUS1003') }
  const shown = await amelie.get(supervisor)
  expect(shown.status).toBe(200)
  expect((await amelie.get(href('customerDevices', campus))).text).toContain('1 controller')
  await product.stop()
  await product.start({ ENVIRONMENT: 'production' })
  expect((await amelie.get(supervisor)).status).toBe(404)
  const list = await amelie.get(href('customerDevices', campus))
  expect(list.text).toContain('There are no controllers here yet')
  expect(list.text).not.toContain('Campus Supervisor')
  expect((await amelie.get(ahu())).text).not.toMatch(/Administrator/)
})
