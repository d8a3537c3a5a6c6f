/** Controllers whose model is not offered – its flag is off, or its platform is not accepted – are nowhere (spec §5). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { sortName } from '../../services/kit/sort-name'
import { wordsOf } from '../../services/kit/words'
import { productId } from '../../services/seed/catalogue-products'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader } from './on-record'

let product: Console
let amelie: Visitor
let folder: string
let flags: string
let at: Record<'tenantId' | 'customerId' | 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'deviceId', string>
let name: string
let tunnelId: string
let operationId: string

const hide = () => writeFile(flags, JSON.stringify({ horyzonC: false }))
const show = () => writeFile(flags, '{}')

/** One controller of the fleet becomes a touch display, with a tunnel and a deployment of its own. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-flags-'))
  flags = join(folder, 'features.json')
  await show()
  product = await startTestConsole({ env: { FEATURES_FILE: flags } })
  amelie = await englishReader(product, 'amelie')
  const deviceId = deviceIdOf('montcalm-SCI-ECYVAV-1')
  const call = async (line: string, body?: unknown) =>
    (await product.services.call('site', line, { as: 'amelie', ...(body === undefined ? {} : { body }) })).body
  const device = await call(`GET /devices/${deviceId}`)
  const node = (type: string) => device.path.findLast((one: { type: string }) => one.type === type).id
  name = device.name
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: node('group'),
    siteId: node('site'),
    buildingId: node('building'),
    spaceId: device.spaceId,
    deviceId,
  }
  tunnelId = 'montcalm^hidden'
  const now = product.services.world.clock.now()
  product.services.world.store.run(
    `INSERT INTO tunnel (id, tenant_id, customer_id, device_id, service, target_port, status, created_by_id,
       created_by_name, created_at, expires_at) VALUES (?, ?, ?, ?, 'https', 443, 'open', 'amelie', 'Amélie', ?, ?)`,
    tunnelId,
    at.tenantId,
    at.customerId,
    deviceId,
    now,
    now + 3_600_000,
  )
  const operations = [{ type: 'Install', packageName: 'weather', version: '2.1.0', deviceId }]
  operationId = (await call('POST /devices/deployments', { operations })).operationId
  expect(operationId).toBeTruthy()
  // What it serves stays where it is, under a name of its own.
  const served = 'Its box'
  product.services.world.store.run(
    'UPDATE equipment SET name = ?, sort_name = ?, words = ? WHERE name = ?',
    served,
    sortName(served),
    wordsOf(served),
    name,
  )
  becomes('HORYZONC')
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  await show()
  becomes('HORYZONC')
})

const becomes = (model: string) =>
  product.services.world.store.run(
    'UPDATE device SET product_id = ?, model_type = ? WHERE id = ?',
    productId(model),
    model,
    at.deviceId,
  )

const headOf = (page: Page) => page.root.querySelector('main header')?.structuredText ?? ''
const main = (page: Page) => page.root.querySelector('main')?.structuredText ?? ''
const tree = (page: Page) => page.root.querySelector('nav#tree')?.structuredText ?? ''
/** Where it would be met, and what of the page would tell of it. */
const places: [string, () => string, (page: Page) => string][] = [
  ['the list of the customer', () => href('customerDevices', at, { q: name }), (page) => rows(page)],
  ['its space', () => href('space', at), (page) => main(page)],
  ['the tree', () => href('space', at), (page) => tree(page)],
  ['the search', () => href('search', at, { q: name }), (page) => rows(page)],
  ['the network board', () => href('siteNetwork', at, { q: name }), (page) => rows(page)],
  ['the tunnels', () => href('customerTunnels', at), (page) => main(page)],
  ['the deployments', () => href('deployments', at), (page) => main(page)],
]
const rows = (page: Page) =>
  page.root
    .querySelectorAll('main tbody tr, main li')
    .map((row) => row.structuredText)
    .join('\n')

const views = [
  'device',
  'deviceSettings',
  'deviceNetwork',
  'deviceDeployments',
  'deviceOnboarding',
  'deviceOnboardingRemoval',
  'deviceTunnels',
  'deviceCatalogs',
] as const

/** How many controllers a page counts in a place, in the row that leads to it. */
async function controllersOf(place: 'group' | 'site' | 'building' | 'space', address: string): Promise<number> {
  const page = await amelie.get(address)
  for (const table of page.root.querySelectorAll('main table')) {
    const column = table.querySelector('thead tr')?.children.findIndex((one) => one.text.trim() === 'Controllers') ?? -1
    const row = table
      .querySelectorAll('tbody tr')
      .find((one) => one.querySelectorAll('a').some((link) => link.getAttribute('href') === href(place, at)))
    if (column >= 0 && row) return Number(row.children[column]?.text)
  }
  throw new Error(`no count of ${place} at ${address}`)
}

describe('a controller of a model that a flag hides', () => {
  test.each(places)('shows in %s while the flag is on, and not while it is off', async (_, address, told) => {
    const open = await amelie.get(address())
    expect(open.status).toBe(200)
    expect(told(open)).toContain(name)
    await hide()
    const closed = await amelie.get(address())
    expect(closed.status).toBe(200)
    expect(told(closed)).not.toContain(name)
  })

  test.each(views)('has no %s page while it is hidden', async (view) => {
    expect((await amelie.get(href(view, at))).status).toBe(200)
    await hide()
    expect((await amelie.get(href(view, at))).status).toBe(404)
  })

  test('is not led to, nor its tunnel nor the deployment that reached it alone, nor can it be changed', async () => {
    const form = await amelie.get(href('deviceSettings', at))
    await hide()
    expect((await amelie.get(href('deviceById', at))).status).toBe(404)
    expect((await amelie.get(href('deviceTunnel', { ...at, tunnelId }))).status).toBe(404)
    expect(main(await amelie.get(href('deployment', { ...at, operationId })))).not.toContain(name)
    // As one that was deleted while its form was open.
    expect((await form.submit(changeForm, { fill: { name: 'Renamed' } })).status).toBe(409)
    const { body } = await product.services.call('site', `GET /devices/${at.deviceId}`, { as: 'amelie' })
    expect(body.name).toBe(name)
    expect(main(await amelie.get(href('newDeployment', at, { device: at.deviceId })))).not.toContain(name)
    expect(main(await amelie.get(href('siteNetworkSettings', at, { device: at.deviceId })))).not.toContain(name)
    expect(main(await amelie.get(href('devicesDeletion', at, { device: at.deviceId })))).not.toContain(name)
  })

  test('is in no count of the places that it is in', async () => {
    const counts = async () => [
      await controllersOf('group', href('customer', at)),
      await controllersOf('site', href('customerSites', at)),
      await controllersOf('site', href('group', at)),
      await controllersOf('building', href('site', at)),
      await controllersOf('space', href('building', at)),
      Number(/(\d+) controllers?/.exec(headOf(await amelie.get(href('site', at))))?.[1]),
    ]
    const open = await counts()
    expect(open.every((count) => count > 0)).toBe(true)
    await hide()
    expect(await counts()).toEqual(open.map((count) => count - 1))
  })

  test('leaves no count of controllers where a backend counts it in', async () => {
    const { body } = await product.services.call('site', `GET /sites/${at.siteId}`, { as: 'amelie' })
    expect(body.counts.devices).toBeGreaterThan(0)
    await hide()
    const { faults } = product.services.world
    faults.inject('site', { match: `GET /sites/${at.siteId}`, kind: 'answer', body: JSON.stringify(body) })
    const told = headOf(await amelie.get(href('site', at)))
    faults.clear('site')
    expect(told).toContain(body.name)
    expect(told).not.toMatch(/\d+ controllers?/)
  })

  test('raises no alarm, finds no fault and holds no point, in lists, counts and by their addresses', async () => {
    const { store, faults } = product.services.world
    const own = (table: string, id: string, where: string) => {
      const sql = `SELECT ${id} AS id FROM ${table} WHERE customer_id = ? AND ${where} LIMIT 1`
      const found = store.get<{ id: string }>(sql, at.customerId)?.id ?? ''
      store.run(`UPDATE ${table} SET device_id = ? WHERE ${id} = ?`, at.deviceId, found)
      const all = `SELECT count(*) AS n FROM ${table} WHERE customer_id = ? AND ${where} AND device_id = ?`
      return { id: found, n: store.get<{ n: number }>(all, at.customerId, at.deviceId)?.n ?? 0 }
    }
    const alarm = own('alarm', 'id', `event_state <> 'normal' AND site_id = '${at.siteId}'`)
    const fault = own('fault', 'id', `status = 'active'`)
    const point = own('point_command', 'point_id', 'level IN (1, 8)')
    const alarms = href('siteAlarms', at, { state: 'active', rows: 200 })
    const told = async (address: string, of: string) => {
      const page = await amelie.get(address)
      expect(page.status).toBe(200)
      const count = Number(new RegExp(`([\\d,]+) ${of}`).exec(page.text)?.[1]?.replace(',', ''))
      return { count, html: page.html }
    }
    const lists: [address: string, of: string, own: { id: string; n: number }][] = [
      [alarms, 'alarms?', alarm],
      [href('customerFaults', at), 'faults?', fault],
      [href('customerOverrides', at, { rows: 200 }), 'overrides?', point],
    ]
    for (const [address, of, { id, n }] of lists) {
      await show()
      const open = await told(address, of)
      expect(open.html).toContain(id)
      await hide()
      const closed = await told(address, of)
      expect([of, closed.html.includes(id), closed.count]).toEqual([of, false, open.count - n])
    }
    for (const address of [href('alarm', { ...at, alarmId: alarm.id }), href('fault', { ...at, faultId: fault.id })]) {
      await show()
      expect((await amelie.get(address)).status).toBe(200)
      await hide()
      expect((await amelie.get(address)).status).toBe(404)
    }
    // A backend that refuses the word is asked without it.
    const body = JSON.stringify({ errorCode: 4000, errors: { withoutProducts: ['errors.field.invalid'] } })
    faults.inject('operations', { match: 'POST /alarms', kind: 'answer', status: 422, body, times: 1 })
    expect((await told(alarms, 'alarms?')).html).toContain(alarm.id)
    faults.clear('operations')
  })

  test('is in no count of the overview', async () => {
    const counts = async () => main(await amelie.get(href('customer', at))).replace(/\s+/g, ' ')
    expect(await counts()).toMatch(/of 120 .* 1 being deployed to.* 1 open tunnel/)
    await hide()
    expect(await counts()).toMatch(/of 119 /)
    expect(await counts()).not.toMatch(/being deployed to|open tunnel/)
  })
})

describe('a controller of a platform that is not accepted', () => {
  test('is nowhere either, whatever the flags say', async () => {
    becomes('ECYSTATZ')
    expect((await amelie.get(href('device', at))).status).toBe(404)
    for (const [, address, told] of places) expect(told(await amelie.get(address()))).not.toContain(name)
  })

  test('is no choice where models are chosen', async () => {
    for (const address of [href('newDevice', at), href('customerDevices', at)]) {
      const page = await amelie.get(address)
      const options = page.root
        .querySelectorAll('select[name=productId] option, .several label:has([name=productId])')
        .map((one) => one.text)
      expect(options.length).toBeGreaterThan(5)
      expect(options.filter((one) => /ECYPTU107|ECYRESENSEMOVE|ECYSTATF|ECYSTATZ|ECYTU203/.test(one))).toEqual([])
    }
    const refused = await amelie.post(href('newDevice', at), [
      ['name', 'Sensor'],
      ['productId', 'ECYSTATZ'],
      ['quantity', '1'],
    ])
    expect(refused.status).toBe(422)
  })
})

describe('where a backend has none of the extensions', () => {
  test('it is hidden all the same', async () => {
    product.services.world.faults.inject('site', { match: 'GET /x/', kind: 'status', status: 404, errorCode: 4012 })
    for (const [where, address, told] of places.slice(0, 6)) {
      await show()
      if (where !== 'the tunnels') expect(told(await amelie.get(address())), where).toContain(name)
      await hide()
      const closed = await amelie.get(address())
      expect(closed.status, where).toBe(200)
      expect(told(closed), where).not.toContain(name)
    }
  })
})
