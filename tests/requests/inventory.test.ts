/** What is known of things beside what is changed of them: licences, what is kept of a point, objects, roles by tenant. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import type { ServiceFault } from '../../services/kit/faults'
import { productId } from '../../services/seed/catalogue-products'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let usha: Visitor
let marcus: Visitor
let at: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  ;[amelie, usha, marcus] = await Promise.all([
    englishReader(product, 'amelie'),
    englishReader(product, 'usha'),
    englishReader(product, 'marcus'),
  ])
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const montcalm = (key: string) => deviceIdOf(`montcalm-${key}`)
const controller = (deviceId: string) => href('deviceById', { tenantId: at.tenantId, deviceId })
const rows = (page: Page) =>
  page.root.querySelectorAll('main tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim())
const names = (page: Page) => page.root.querySelectorAll('main tbody th').map(({ text }) => text.trim())
/** What stands under a heading of a page. */
const section = (page: Page, title: string) =>
  page.root
    .querySelectorAll('main section')
    .find((one) => one.querySelector('h2')?.text.trim() === title)
    ?.structuredText.replace(/\s+/g, ' ') ?? ''
const answer = (match: string, body: unknown, more: Partial<ServiceFault> = {}) =>
  product.services.world.faults.inject(match.includes('bacnet') ? 'device-configuration' : 'site', {
    match,
    kind: 'answer',
    body: JSON.stringify(body),
    ...more,
  })

describe('licences', () => {
  const all = [
    ['exceeded', 'GEN-ECY600-1', 'PLT GEN-01', /State Exceeded .*Points 16 of 12 \(133%\).* No more/],
    ['expired', 'MED-ECYVAV-6', 'VAV MED-06', /State Expired .*Ends \d{4}-\d\d-\d\d/],
    ['missing', 'MED-ECYVAV-2', 'VAV MED-02', /State Missing .*Issued for ECYVAV No licence was issued/],
  ] as const

  test.each(all)(
    'that are %s are told on the page of a controller, which leads to the others',
    async (state, key, name, told) => {
      const page = await amelie.get(controller(montcalm(key)))
      expect(section(page, 'Licence')).toMatch(told)
      const others = await page.follow('All controllers like this')
      expect(others.address).toBe(href('customerDevices', at, { licence: state }))
      expect(names(others)).toEqual([name])
      expect(others.text).toContain('1 controller')
    },
  )

  test('that are valid say what they include, and when they end', async () => {
    const page = await amelie.get(controller(montcalm('BIB-ECYVAV-5')))
    const told = section(page, 'Licence')
    expect(told).toMatch(/State Valid .*Points 16 of 100 \(16%\) Features schedules, alarms,? and historian/)
    expect(told).toMatch(/Ends \d{4}-\d\d-\d\d Ends soon/)
    expect(section(await amelie.get(controller(montcalm('SCI-ECYVAV-1'))), 'Licence')).toContain('Ends Never')
    const valid = await amelie.get(href('customerDevices', at, { licence: 'valid' }))
    expect(valid.text).toContain('115 controllers')
    expect(await (await amelie.raw('GET', href('customerDevicesCsv', at, { licence: 'missing' }))).text()).toContain(
      'VAV MED-02',
    )
  })

  test('are nobody’s before a controller is onboarded, and what is not known is told as such', async () => {
    const waits = await amelie.get(controller(montcalm('BIB-ECYVAV-11')))
    expect([waits.status, section(waits, 'Licence')]).toEqual([200, ''])
    const odd = await amelie.get(href('customerDevices', at, { licence: 'rusty' }))
    expect(odd.text).toContain('Unknown filter: licence=rusty')
    expect((await amelie.get(href('customerDevices', at, { licence: 'exceeded', lng: 'fr' }))).text).toContain(
      'Dépassée',
    )
    amelie.setCookie('lng', 'en')
  })

  test('that a backend cannot list by are looked for one by one, and other lists stay whole', async () => {
    answer(
      'GET /x/devices',
      { errorCode: 4000, errors: { licence: ['errors.field.unknown'] } },
      { status: 422, times: 1 },
    )
    const page = await amelie.get(href('customerDevices', at, { licence: 'expired' }))
    expect([page.status, names(page)]).toEqual([200, ['VAV MED-06']])
    expect(page.text).not.toContain('may not be complete')
    const whole = await amelie.get(href('customerDevices', at))
    expect([whole.status, names(whole).length > 1]).toEqual([200, true])
  })
})

describe('the list of licences', () => {
  test('begins with those of which most is used, and is reached from the controllers', async () => {
    const list = await (await amelie.get(href('customerDevices', at))).follow('Licences')
    expect(list.address).toBe(href('customerLicences', at))
    expect(rows(list)[0]).toMatch(/^PLT GEN-01 .* ECY600 16 of 12 133% Exceeded Never$/)
    expect(rows(list)[1]).toMatch(/^VAV BIB-06 .* ECYVAV 16 of 17 94% Nearly full Never$/)
    expect(list.text).toContain('118 licences')
    const next = await list.follow('Next page')
    expect(names(next).filter((name) => names(list).includes(name))).toEqual([])
    expect((await list.follow('VAV BIB-06')).root.querySelector('h1')?.text).toBe('VAV BIB-06')
  })

  test('is narrowed and sorted, at a site too, and taken home as a file', async () => {
    const expired = await (await amelie.get(href('customerLicences', at))).follow(/^Expired 1/)
    expect([expired.address, names(expired)]).toEqual([
      href('customerLicences', at, { state: 'expired' }),
      ['VAV MED-06'],
    ])
    const byName = await amelie.get(href('customerLicences', at, { sort: 'name', feature: 'historian' }))
    expect(names(byName)).toEqual([...names(byName)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })))
    const site = (await amelie.get(controller(montcalm('MED-ECYVAV-6')))).address.replace(/\/buildings\/.*$/, '')
    const ofSite = await (await amelie.get(`${site}/devices`)).follow('Licences')
    expect([ofSite.address, ofSite.status]).toEqual([`${site}/licences`, 200])
    const file = await (await amelie.raw('GET', href('customerLicencesCsv', at, { state: 'exceeded' }))).text()
    expect(file.trim().split(/\r?\n/)).toEqual([
      expect.stringContaining('Points used'),
      expect.stringMatching(/PLT GEN-01.*,16,12,/),
    ])
    const french = await amelie.get(href('customerLicences', at, { lng: 'fr' }))
    amelie.setCookie('lng', 'en')
    expect(rows(french)[1]).toMatch(/16 sur 17 94\s%\s?Presque pleine/)
  })

  test('is made of the records of controllers where a backend does not list licences', async () => {
    answer('GET /x/licences', { errorCode: 4012 }, { status: 404 })
    const page = await amelie.get(href('customerLicences', at))
    expect(names(page).slice(0, 2)).toEqual(['PLT GEN-01', 'VAV BIB-06'])
    expect(page.text).not.toContain('may not be complete')
    expect(names(await amelie.get(href('customerLicences', at, { state: 'missing' })))).toEqual(['VAV MED-02'])
  })
})

test('the maker of a controller is named where its number alone is told', async () => {
  const deviceId = montcalm('SCI-ECYVAV-1')
  const line = `GET /devices/${deviceId}/bacnet`
  const { body } = await product.services.call('device-configuration', line, { as: 'amelie' })
  answer(line, { ...body, general: { ...body.general, vendorName: undefined, vendorId: 364 } })
  const page = await (await amelie.get(controller(deviceId))).follow('BACnet')
  expect(page.text).toContain('Distech Controls Inc. (364)')
})

describe('the objects that a controller offers', () => {
  const list = async (visitor: Visitor) => {
    const page = await visitor.get(controller(montcalm('SCI-ECY303-1')))
    return (await visitor.get(`${page.address}/points`)).follow('Objects')
  }

  test('stand beside its points, each with what it probably is and whether it plays a role', async () => {
    const page = await list(amelie)
    expect(page.root.querySelector('main h1')?.text).toContain('AHU SCI-01')
    expect(page.text).toContain('26 objects')
    expect(rows(page).find((row) => row.includes('SupplyAirTemp analog') || row.includes('.SupplyAirTemp '))).toMatch(
      /analogInput \d+ Supply air temperature 100%/i,
    )
    const unmapped = await page.follow(/^Not mapped/)
    expect(rows(unmapped).length).toBeLessThan(26)
    expect(rows(unmapped).every((row) => row.endsWith('Not mapped'))).toBe(true)
    const point = await (await amelie.get(page.address)).follow(/SupplyAirTemp$/)
    expect(point.address).toMatch(/\/points\/[^/]+$/)
  })

  test('are narrowed by words and taken home as a file; what is not known is told', async () => {
    const { address } = await list(amelie)
    expect(rows(await amelie.get(`${address}?q=consigne`))).toHaveLength(2)
    expect(rows(await amelie.get(`${address}?q=SETPOINT&mapped=true`)).length).toBeGreaterThan(0)
    expect((await amelie.get(`${address}?colour=green`)).text).toContain('Unknown filter: colour')
    expect((await amelie.get(`${address}?after=nothing`)).text).toContain('Unknown filter: after')
    const file = await (await amelie.raw('GET', `${address}/csv?guess=true`)).text()
    expect(file.split('\n')[0]).toMatch(/Name,Description,Object/)
    expect(file).toContain('analogInput 1')
  })

  test('lead to the mapping only who may map', async () => {
    expect((await list(amelie)).text).toContain('Map to equipment…')
    expect((await list(usha)).text).not.toContain('Map to equipment…')
  })

  test('are a part of the page: their service may be down', async () => {
    const { address } = await list(amelie)
    answer(`GET /devices/${montcalm('SCI-ECY303-1')}/catalogs`, {}, { kind: 'status', status: 503 })
    const page = await amelie.get(address)
    expect([page.status, page.root.querySelector('main h1')?.text.includes('AHU SCI-01')]).toEqual([200, true])
  })
})

test('what is kept of a point has a panel that leads to where it is set, and to what was kept', async () => {
  const { address } = await amelie.get(controller(montcalm('SCI-ECY303-1')))
  const page = await amelie.get(`${address}/points`)
  const point = await page.follow(/Température de soufflage/)
  expect(section(point, 'Historian')).toMatch(/Logging Logged every 60 s History Trends Historian of the controller/)
  expect(point.root.querySelectorAll('main section a[href*="/trends?point="]').length).toBeGreaterThan(0)
})

test('people of all tenants come with the roles that each tenant has', async () => {
  const page = await marcus.get(href('allUsers', {}))
  const table = page.root.querySelectorAll('main table').find((one) => one.text.includes('Administrators'))
  const lines = table?.querySelectorAll('tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim()) ?? []
  const { store } = product.services.world
  const tenants = store.get<{ n: number }>('SELECT count(*) AS n FROM tenant')?.n
  expect(lines).toHaveLength(tenants ?? 0)
  const held = store.get<{ n: number }>(
    `SELECT count(DISTINCT user_id) AS n FROM permission WHERE tenant_id = ? AND role_id LIKE '%2'`,
    at.tenantId,
  )
  const own = table?.querySelector(`a[href="${href('users', { tenantId: at.tenantId }, { role: 'admin' })}"]`)
  expect(own?.text).toBe(String(held?.n))
  product.services.world.faults.inject('tenant', { match: 'GET /tenants/permissions', kind: 'status', status: 503 })
  const without = await marcus.get(href('allUsers', {}))
  expect([without.status, rows(without).length > 5]).toEqual([200, true])
})

test('a model that came after the catalogue was read has its page', async () => {
  await amelie.get(href('models', at))
  const { store } = product.services.world
  const late = productId('LATE')
  store.run(
    `INSERT INTO product SELECT ?, 'LATE', replace(body, ?, ?) FROM product WHERE id = ?`,
    late,
    productId('ECYVAV'),
    late,
    productId('ECYVAV'),
  )
  const page = await amelie.get(href('model', { ...at, productId: late }))
  expect([page.status, page.text.includes('ECYVAV')]).toEqual([200, true])
  expect((await amelie.get(href('model', { ...at, productId: productId('NEVER') }))).status).toBe(404)
})
