/** A backend that has the calls of the specification and no more: every view has its plan B, and changes go on (domain §17). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import type { ServiceFault } from '../../services/kit/faults'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }
let campus: { tenantId: string; customerId: string; groupId: string; siteId: string }
beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const { body } = await product.services.call('site', `GET /devices/${device('SCI-ECYVAV-1')}`, { as: 'amelie' })
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id
  campus = { ...at, groupId: node('group'), siteId: node('site') }
})
afterAll(() => product.close())

const device = (key: string) => seedId('device', `montcalm-${key}`)
const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1000)
let ahead = 0
/** The backend answers so where an extension is asked for, and what was believed of it is forgotten. */
async function answerExtensions(fault: Omit<ServiceFault, 'match'> | null) {
  ahead += 61_000
  await product.clockAhead(ahead)
  for (const service of ['site', 'device-configuration']) {
    product.services.world.faults.clear(service)
    if (fault) product.services.world.faults.inject(service, { match: '* /x/', ...fault })
  }
}
const lacks = { kind: 'status', status: 404 } as const
const rows = (page: Page) => page.root.querySelectorAll('main tbody tr').length

describe('a backend without extensions is recognised', () => {
  test.each([
    ['by a 404 with the code that says so', { kind: 'status', status: 404, errorCode: 4012 }],
    ['by a bare 404', lacks],
    ['by a gateway that forbids what it does not know', { kind: 'status', status: 403 }],
    ['by a gateway that calls it a bad request', { kind: 'status', status: 400 }],
    ['by a method that is not allowed', { kind: 'status', status: 405, errorCode: 4006 }],
    ['by what is not implemented', { kind: 'status', status: 501 }],
    ['by a code of its own', { kind: 'status', status: 404, errorCode: 'ROUTE_UNKNOWN' }],
  ] as const)('%s', async (_, fault) => {
    await answerExtensions(fault)
    for (const address of [
      href('customer', at),
      href('customerDevices', at),
      href('search', at, { q: 'vav' }),
      href('customerTunnels', at),
      href('deployments', at),
      href('siteNetwork', campus),
      href('customerNetwork', at),
      href('customerConfiguration', at),
    ]) {
      const page = await amelie.get(address)
      expect([address, page.status]).toEqual([address, 200])
      expect(page.text).not.toMatch(/cannot be shown now|cannot be reached|details of this tenant are not available/)
    }
    expect(rows(await amelie.get(href('customerDevices', at)))).toBe(50)
  })

  test('and not asked again for a while', async () => {
    await answerExtensions(lacks)
    await amelie.get(href('customerDevices', at))
    const upstream = listenUpstream(product.services)
    await amelie.get(href('customerDevices', at))
    expect(upstream.heard().filter(({ url }) => url.includes('/x/devices'))).toEqual([])
    await answerExtensions(null)
    const page = await amelie.get(href('customerDevices', at))
    expect(upstream.heard().some(({ url }) => url.includes('/x/devices'))).toBe(true)
    upstream.stop()
    expect(page.text).not.toContain('partial')
  })

  test('but a place that is not there stays one, and a service that is down stays down', async () => {
    await answerExtensions({ kind: 'status', status: 503 })
    expect((await (await product.signedIn('amelie')).get(href('customerDevices', at))).status).toBe(503)
    await answerExtensions(null)
    expect((await amelie.get(href('customerDevices', { ...at, customerId: seedId('customer', 'none') }))).status).toBe(
      404,
    )
  })
})

test('settings of many are planned by the calls of each', async () => {
  await answerExtensions(lacks)
  for (const [name, fill, line] of [
    ['siteNetworkSettings', { 'primary.primaryDns': '10.8.8.8', 'keep.primary.primaryDns': null }, /10\.8\.8\.8/],
    ['siteTimeSettings', { timeZone: 'America/Halifax', 'keep.timeZone': null }, /America\/Halifax/],
  ] as const) {
    const chosen = ['SCI-ECYVAV-1', 'SCI-ECYVAV-2', 'SCI-ECYVAV-3'].map(device)
    const page = await amelie.get(href(name, campus, { device: chosen }))
    const plan = await page.submit(form, { fill: { ...fill } })
    const lines = plan.root.querySelectorAll('main tbody tr').filter((row) => line.test(row.text))
    expect([name, lines.length]).toEqual([name, 3])
  }
})

test('the tree has designer projects and equipment from the calls of each', async () => {
  await answerExtensions(null)
  const laurier = { ...at, customerId: customerIdOf('CUS1001') }
  const { body } = await product.services.call('site', 'GET /x/search?q=VAV%2012-04&kinds=equipment', { as: 'amelie' })
  const { path } = body.data[0] as { path: { id: string; type: string }[] }
  const idOf = (type: string) => path.findLast((one) => one.type === type)?.id ?? ''
  const site = { ...laurier, groupId: idOf('group') || 'none', siteId: idOf('site') }
  const space = { ...site, buildingId: idOf('building'), spaceId: idOf('space') }
  await answerExtensions(lacks)
  const branches = async (address: string) =>
    (await amelie.get(address)).root.querySelectorAll('#tree a').map((link) => link.text.trim())
  expect(await branches(href('site', site))).toContain('Place Boréale graphics')
  expect((await branches(href('space', space))).filter((name) => name === 'VAV 12-04')).toHaveLength(2)
})

test('the tree is the same where one level is a call and several are not', async () => {
  const branches = (page: Page) =>
    page.root.querySelectorAll('#tree a').map((link) => [link.text.trim(), link.getAttribute('href')])
  const address = href('site', campus)
  await answerExtensions(null)
  const whole = branches(await amelie.get(address))
  expect(whole.length).toBeGreaterThan(4)
  product.services.world.faults.inject('site', { match: 'POST /x/children/levels', ...lacks })
  expect(branches(await amelie.get(address))).toEqual(whole)
  const upstream = listenUpstream(product.services)
  expect(branches(await amelie.get(address))).toEqual(whole)
  const asked = upstream.heard().filter(({ url }) => url.includes('/x/children'))
  upstream.stop()
  expect(asked.length).toBeGreaterThan(1)
  expect(new Set(asked.map(({ method }) => method)), 'it is known to lack the other').toEqual(new Set(['GET']))
})

describe('a change of all that match', () => {
  test('is carried out on what a walk of the tree finds', async () => {
    await answerExtensions(lacks)
    const list = await amelie.get(href('customerDevices', at, { q: 'RES-0' }))
    expect(rows(list)).toBeGreaterThan(2)
    const page = await list.follow(/^Deploy packages to (all )?\d+ matching/)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`${rows(list)} controllers`)
    const deletion = await list.follow(/^Delete (all )?\d+ matching/)
    expect([deletion.status, deletion.text.includes(`Delete ${rows(list)} controllers`)]).toEqual([200, true])
    expect(deletion.root.querySelector(form)).not.toBeNull()
  })

  test('is not begun where the walk ended at its bound', async () => {
    await answerExtensions(lacks)
    const { store } = product.services.world
    const columns = store
      .all<{ name: string }>(`SELECT name FROM pragma_table_info('space')`)
      .map(({ name }) => name)
      .filter((name) => !['id', 'name', 'sort_name'].includes(name))
      .join(', ')
    store.run(
      `INSERT INTO space (id, name, sort_name, ${columns})
       SELECT 'many-' || value, 'Room ' || value, printf('room %06d', value), ${columns}
       FROM space, (WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < 2100)
                    SELECT value FROM number)
       WHERE space.id = (SELECT id FROM space WHERE customer_id = ? AND parent_space_id IS NULL LIMIT 1)`,
      at.customerId,
    )
    for (const name of ['newDeployment', 'devicesDeletion'] as const) {
      const page = await amelie.get(href(name, at, { all: 1 }))
      expect([name, page.status]).toEqual([name, 200])
      expect(page.text).toContain('Narrow the filter to a site or a building first')
      expect(page.root.querySelector(form)).toBeNull()
    }
    store.run(`DELETE FROM space WHERE id LIKE 'many-%'`)
  })
})

describe('a deployment to several controllers', () => {
  test('is followed, retried where it failed and gone on with, by what the trail says it was for', async () => {
    await answerExtensions(lacks)
    const page = await amelie.get(
      href('newDeployment', at, {
        device: ['ART-ECYVAV-2', 'RES-ECYPTU207-2', 'GEN-ECYVAV-9'].map(device),
        wish: ['install:weather@2.1.0'],
      }),
    )
    const review = await page.submit(form, { fill: { first: '2', mayFail: '0' } })
    const begun = await review.submit(form, { press: '_stage=apply' })
    expect(begun.address).toMatch(/\/deployments\/[0-9a-f-]{36}$/)
    expect(rows(begun)).toBe(2)
    const operationId = begun.address.split('/').at(-1) ?? ''
    pass(120)
    const ended = await amelie.get(begun.address)
    expect(ended.text).toContain('1 succeeded')
    expect(ended.text).toContain('1 failed')
    expect(ended.text).toContain('MISSING_LIBRARY')

    const retry = await ended.submit(form, { press: 'Retry the failed controller' })
    expect(retry.text).toContain('1 controller')
    const file = await amelie.raw('GET', href('deploymentCsv', { ...at, operationId }))
    expect([file.status, (await file.text()).trim().split('\r\n').length]).toEqual([200, 3])
    const rest = await ended.follow('Continue anyway…')
    expect(rest.text).toMatch(/1 controller/)
    const plan = await rest.submit(form)
    const goneOn = await plan.submit(form, { press: '_stage=apply', fill: { reason: 'The library was missing there' } })
    expect(goneOn.address).not.toBe(begun.address)
    expect(goneOn.address).toMatch(/\/deployments\/[0-9a-f-]{36}$/)
  })
})
