/** BACnet settings of one controller and of many: ports, tables, and a number of its own for each (spec §5, domain §5.6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, summaryOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }
let one: typeof at & { buildingId: string; spaceId: string; deviceId: string }

const device = (key: string) => seedId('device', `montcalm-${key}`)
/** An air handler with ports, and terminal units with one. */
const [first, second, third] = ['SCI-ECYVAV-1', 'SCI-ECYVAV-2', 'SCI-ECYVAV-3'].map(device) as [string, string, string]

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  const { body } = await product.services.call('site', `GET /devices/${first}`, { as: 'amelie' })
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: node('group'),
    siteId: node('site'),
  }
  one = { ...at, buildingId: body.buildingId, spaceId: body.spaceId, deviceId: first }
})
afterAll(() => product.close())

const changed = (name: string, value: string) => ({ [name]: value, [`keep.${name}`]: null })
const saved = async (id: string) =>
  (await product.services.call('device-configuration', `GET /devices/${id}/bacnet`, { as: 'amelie' })).body
const settingsFor = (...ids: string[]) => amelie.get(href('siteBacnetSettings', at, { device: ids }))
const apply = (page: Page, fill: Record<string, string> = {}) => page.submit(form, { press: '_stage=apply', fill })
const problemsOf = (page: Page) =>
  page.root
    .querySelectorAll('#error-summary a')
    .map((link) => (link.getAttribute('href') ?? '').slice('#field-'.length).replaceAll('-', '.'))

test('a controller tells who it is on the network, by whom it was made, and of the ports it has', async () => {
  const { general, supportedPorts } = await saved(first)
  const page = await amelie.get(href('deviceBacnet', one))
  expect(page.title).toContain('BACnet settings of')
  expect(page.text).toMatch(new RegExp(`Device instance ?${general.deviceInstance}`))
  expect(page.text).toMatch(/Vendor ?Plantroom evaluation \(555\)/)
  expect(page.text).toMatch(/UDP port ?47808/)
  expect(supportedPorts).not.toContain('module2')
  expect(page.text).not.toContain('port of module 2')
})

test('what cannot be a setting comes back beside its field, with everything typed', async () => {
  const page = await settingsFor(first)
  const refused = await page.submit(form, {
    fill: {
      ...changed('ip.udpPort', '80'),
      ...changed('ip.bbmd.table', '10.41.1.1 255.0.255.0 47808'),
      ...changed('general.apduRetries', 'many'),
    },
  })
  expect(refused.status).toBe(422)
  expect(problemsOf(refused).sort()).toEqual(['general.apduRetries', 'ip.bbmd.table', 'ip.udpPort'])
  expect(refused.root.querySelector('[name="ip.bbmd.table"]')?.text).toBe('10.41.1.1 255.0.255.0 47808')
  expect(refused.root.querySelector('[name="general.apduRetries"]')?.getAttribute('value')).toBe('many')
})

test('what contradicts the controller’s other settings is told at its field', async () => {
  const page = await settingsFor(first)
  const refused = await page.submit(form, {
    fill: { ...changed('ip.foreignDevice.enabled', 'on'), ...changed('ip.foreignDevice.bbmdIp', '') },
  })
  expect(refused.status).toBe(422)
  expect(problemsOf(refused)).toEqual(['ip.foreignDevice.bbmdIp'])
})

test('a broadcast table is planned line by line, saved as rows, and put back as it was', async () => {
  const before = await saved(first)
  const page = await settingsFor(first)
  const plan = await page.submit(form, {
    fill: {
      ...changed('ip.bbmd.enabled', 'on'),
      ...changed('ip.bbmd.table', '10.41.1.1 255.255.255.0 47808\n10.42.1.1/255.255.255.0:47809'),
    },
  })
  expect(plan.text).toContain('Broadcast distribution table')
  const done = await apply(plan, { reason: 'Two buildings' })
  expect((await saved(first)).ip.bbmd).toEqual({
    enabled: true,
    table: [
      { ip: '10.41.1.1', mask: '255.255.255.0', port: 47_808 },
      { ip: '10.42.1.1', mask: '255.255.255.0', port: 47_809 },
    ],
  })
  const trail = await amelie.get(href('trail', at, { kind: 'device', id: first }))
  const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
  expect(record.text).toContain('BACnet/IP: Broadcast distribution table')
  expect(done.status).toBe(200)
  expect(record.text).toContain('10.41.1.1 255.255.255.0 47808, 10.42.1.1 255.255.255.0 47809')
  const filledIn = await record.follow('Revert…')
  const back = await filledIn.submit(form)
  await apply(back)
  expect((await saved(first)).ip).toEqual(before.ip)
})

test('a number out of its bounds is told once, with the bounds', async () => {
  const page = await settingsFor(first)
  const refused = await page.submit(form, {
    fill: { ...changed('general.deviceInstance', '4194303'), ...changed('general.apduTimeoutMs', '499') },
  })
  expect(summaryOf(refused).map(({ text }) => text)).toEqual([
    'Enter a device instance from 0 to 4194302',
    'Enter a time-out from 500 to 60000 milliseconds',
  ])
})

describe('several controllers', () => {
  test('are numbered from the first, each as the plan says, in one call', async () => {
    const page = await settingsFor(first, second, third)
    expect(page.text).toContain('First: Device instance')
    const plan = await page.submit(form, {
      fill: { ...changed('general.deviceInstance', '70000'), increment: '10' },
    })
    for (const instance of ['70000', '70010', '70020']) expect(plan.text).toContain(instance)
    const seen = await watch(product, amelie)
    await apply(plan)
    expect((await seen.performed()).map(({ path }) => path.split('/').at(-1))).toEqual(['bacnet'])
    const instances = await Promise.all([first, second, third].map(saved))
    expect(instances.map(({ general }) => general.deviceInstance)).toEqual([70_000, 70_010, 70_020])
  })

  test('one of which has its number already are numbered all the same', async () => {
    const page = await settingsFor(first, second, third)
    const plan = await page.submit(form, {
      fill: { ...changed('general.deviceInstance', '70005'), increment: '5' },
    })
    await apply(plan)
    const instances = await Promise.all([first, second, third].map(saved))
    expect(instances.map(({ general }) => general.deviceInstance)).toEqual([70_005, 70_010, 70_015])
  })

  test('take each other’s numbers: who holds none of the others’ makes room, and a ring is turned', async () => {
    const page = await settingsFor(first, second, third)
    const plan = await page.submit(form, { fill: { ...changed('general.deviceInstance', '70010'), increment: '5' } })
    expect((await apply(plan)).text).toContain('3 of 3 done')
    const instances = () =>
      Promise.all([first, second, third].map(async (id) => (await saved(id)).general.deviceInstance))
    expect(await instances()).toEqual([70_010, 70_015, 70_020])
    const turned = await settingsFor(third, first, second)
    const ring = await turned.submit(form, { fill: { ...changed('general.deviceInstance', '70010'), increment: '5' } })
    expect((await apply(ring)).text).toContain('3 of 3 done')
    expect(await instances()).toEqual([70_015, 70_020, 70_010])
    const back = await settingsFor(first, second, third)
    await apply(await back.submit(form, { fill: { ...changed('general.deviceInstance', '70005'), increment: '5' } }))
  })

  test('cannot be given a step of nothing, nor numbers beyond the last', async () => {
    const page = await settingsFor(first, second)
    const still = await page.submit(form, { fill: { ...changed('general.deviceInstance', '70000'), increment: '0' } })
    expect([still.status, problemsOf(still)]).toEqual([422, ['increment']])
    const beyond = await page.submit(form, { fill: changed('general.deviceInstance', '4194302') })
    expect([beyond.status, problemsOf(beyond)]).toEqual([422, ['general.deviceInstance']])
  })

  test('with a number that another has tell it for that one alone', async () => {
    const { general } = await saved(device('SCI-ECYVAV-4'))
    const page = await settingsFor(first, second)
    const plan = await page.submit(form, {
      fill: { ...changed('general.deviceInstance', '900'), increment: String(general.deviceInstance - 900) },
    })
    const done = await apply(plan)
    expect(done.text).toContain('1 of 2 done')
    expect(done.text).toContain('already used in this customer’s internetwork')
  })
})

test('in French the form, its hints and its problems are French', async () => {
  const visitor = await product.signedIn('amelie')
  visitor.setCookie('lng', 'fr')
  const page = await visitor.get(href('siteBacnetSettings', at, { device: [first, second] }))
  expect(page.text).toContain('Premier automate : Instance d’appareil')
  const refused = await page.submit(form, { fill: changed('ip.udpPort', '1') })
  expect(refused.text).toContain('Saisissez un port UDP de 1024 à 65535')
})
