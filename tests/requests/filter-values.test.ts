/** Lists narrowed by several values of one filter: rows, count, form, pages, file, views and "all that match" agree. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href, type QueryParams } from '../../app/hrefs'
import type { PathName } from '../../app/paths'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { isFull } from '../promises/size'
import { changeForm, englishReader } from './on-record'

let product: Console
let amelie: Visitor
let at: Record<string, string>

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  const { world } = product.services
  at = {
    tenantId: tenantIdOf(world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    deviceId: deviceIdOf('montcalm-SCI-ECYVAV-6'),
  }
})
afterAll(() => product.close())

const open = (name: PathName, search: QueryParams = {}) => amelie.get(href(name, at as never, search))
const number = (text: string | undefined) => Number(/\d[\d,]*/.exec(text ?? '')?.[0].replaceAll(',', ''))
/** How many the heading of a list counts. */
const total = (page: Page) => number(page.root.querySelector('.list-head h2')?.text)
const linkOf = (page: Page, words: string) =>
  (
    page.root
      .querySelectorAll('main a')
      .find(({ text }) => text.trim() === words)
      ?.getAttribute('href') ?? ''
  ).replaceAll('&amp;', '&')
const ticked = (page: Page, name: string) =>
  page.root
    .querySelectorAll(`main form.filters input[type=checkbox][name="${name}"][checked]`)
    .map((box) => box.getAttribute('value'))

const productId = (model: string) => seedId('product', model)

/** A list, one of its filters, and two values of which a row has one. */
const lists: [name: PathName, csv: PathName, filter: string, values: [string, string], others?: QueryParams][] = [
  ['customerAlarms', 'customerAlarmsCsv', 'severity', ['critical', 'high']],
  ['customerFaults', 'customerFaultsCsv', 'severity', ['high', 'medium'], { status: 'all' }],
  ['customerFaults', 'customerFaultsCsv', 'equipmentType', ['Air_Handling_Unit', 'Fan_Coil_Unit']],
  ['customerFaults', 'customerFaultsCsv', 'category', ['comfort', 'energy']],
  ['customerRules', 'customerRulesCsv', 'severity', ['medium', 'low']],
  ['customerDevices', 'customerDevicesCsv', 'connected', ['true', 'false']],
  ['customerDevices', 'customerDevicesCsv', 'packageStatus', ['outdated', 'upToDate']],
  ['customerDevices', 'customerDevicesCsv', 'productId', [productId('ECY303'), productId('ECYVAV')]],
  ['customerDevices', 'customerDevicesCsv', 'licence', ['exceeded', 'valid']],
  ['customerPoints', 'customerPointsCsv', 'kind', ['boolean', 'enum']],
  ['customerEquipment', 'customerEquipmentCsv', 'type', ['Boiler', 'Chiller']],
  ['customerOverrides', 'customerOverridesCsv', 'end', ['endless', 'timed']],
  ['customerSchedules', 'customerSchedulesCsv', 'sync', ['inSync', 'failed']],
  ['customerLicences', 'customerLicencesCsv', 'state', ['exceeded', 'valid']],
  ['deployments', 'deploymentsCsv', 'status', ['PackageInstallationSuccess', 'PackageInstallationFailure']],
]

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

describe.each(lists)('%s and %s by several values of %s', (name, csv, filter, values, others = {}) => {
  test('has the rows of each, on its page, in its form and in its file', async () => {
    const each = await Promise.all(values.map((value) => open(name, { ...others, [filter]: value })))
    const both = await open(name, { ...others, [filter]: values })
    expect(each.map(total).every((count) => count > 0)).toBe(true)
    expect(total(both)).toBe(sumOf(each.map(total)))
    expect(both.text).not.toContain('Unknown filter')
    expect(ticked(both, filter).toSorted()).toEqual(values.toSorted())
    const file = await (await amelie.raw('GET', href(csv, at as never, { ...others, [filter]: values }))).text()
    expect(file.trim().split('\n')).toHaveLength(total(both) + 1)
    const linked = new URL(linkOf(both, 'Download CSV'), product.origin).searchParams
    expect(linked.getAll(filter).toSorted()).toEqual(values.toSorted())
  })
})

test('the next page, the form and a saved view keep every value', async () => {
  const first = await open('customerAlarms', { severity: ['critical', 'high', 'medium'], rows: 50 })
  expect(total(first)).toBeGreaterThan(50)
  const next = await first.follow('Next page')
  expect(new URL(next.address, product.origin).searchParams.getAll('severity')).toEqual(['critical', 'high', 'medium'])
  expect(total(next)).toBe(total(first))
  const again = await next.submit('main form.filters', { fill: { q: '' } })
  expect(new URL(again.address, product.origin).searchParams.getAll('severity')).toEqual(['critical', 'high', 'medium'])
  const saved = await first.submit('main .views form', { fill: { viewName: 'Three kinds' } })
  expect(total(saved)).toBe(total(first))
  const tab = saved.root.querySelectorAll('.views a').find(({ text }) => text.startsWith('Three kinds'))
  expect(tab?.getAttribute('aria-current')).toBe('true')
  const without = first.root.querySelectorAll('main a.chip').find(({ text }) => text.includes('Medium'))
  const narrower = await amelie.get((without?.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
  expect(new URL(narrower.address, product.origin).searchParams.getAll('severity')).toEqual(['critical', 'high'])
})

test('a value that is not known, or a second one of a filter that has one, is said and nothing is done to all', async () => {
  const unknown = await open('customerAlarms', { severity: ['critical', 'dreadful'] })
  expect(unknown.text).toContain('severity=dreadful')
  expect(unknown.root.querySelector('main input[name=all]')).toBeNull()
  const words = await open('customerAlarms', { q: ['smoke', 'fan'] })
  expect(words.text).toContain('q=fan')
  const alone = await open('customerAlarms', { ack: ['ended', 'acknowledged'] })
  expect(alone.text).toContain('ack=ended')
  const file = await amelie.raw('GET', href('customerAlarmsCsv', at as never, { severity: ['critical', 'dreadful'] }))
  expect(file.status).toBe(422)
})

test('all alarms of two severities are planned as many as the list counts', async () => {
  const search = { severity: ['critical', 'high'], ack: 'unacknowledged', state: 'active' }
  const list = await open('customerAlarms', search)
  const plan = await list.submit('main form.choices', { fill: { all: '1' }, press: 'Acknowledge…' })
  expect(plan.text).toContain(`${total(list)} alarms will be acknowledged`)
  expect(plan.root.querySelector(`${changeForm} [name=_stage][value=apply]`)?.text).toBe(
    `Acknowledge ${total(list)} alarms`,
  )
})

test('the number of critical and high alarms of an overview leads to just those', async () => {
  const overview = await open('customer')
  const figure = overview.root
    .querySelectorAll('.figures > li')
    .find(({ text }) => text.startsWith('Critical and high alarms'))
  const link = figure?.querySelector('.figure a')
  const list = await amelie.get((link?.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
  expect(number(link?.text)).toBeGreaterThan(1)
  expect(total(list)).toBe(number(link?.text))
})

test('points in one of several states, and equipment with alarms or faults, are each listed once', async () => {
  const { store } = product.services.world
  const held = `SELECT point_id AS id FROM point_command WHERE level IN (1, 8)`
  const inAlarm = `SELECT point_id AS id FROM alarm WHERE event_state NOT IN ('normal', 'fault') AND point_id IS NOT NULL`
  const points = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM point WHERE customer_id = ? AND id IN (${held} UNION ${inAlarm})`,
    at.customerId ?? '',
  )?.n
  expect(total(await open('customerPoints', { state: ['overridden', 'alarm'] }))).toBe(points)
  const equipment = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM equipment WHERE customer_id = ? AND (
       id IN (SELECT equipment_id FROM alarm WHERE event_state <> 'normal')
       OR id IN (SELECT equipment_id FROM fault WHERE status = 'active'))`,
    at.customerId ?? '',
  )?.n
  expect(total(await open('customerEquipment', { trouble: ['alarms', 'faults'] }))).toBe(equipment)
})

test('a value with a comma or a backslash is one value, alone and beside others', async () => {
  const { store } = product.services.world
  const ids = store
    .all<{ id: string }>('SELECT id FROM point WHERE customer_id = ? AND unit IS NOT NULL LIMIT 3', at.customerId ?? '')
    .map(({ id }) => id)
  const before = ids.map((id) => store.get<{ unit: string }>('SELECT unit FROM point WHERE id = ?', id)?.unit ?? '')
  const odd = String.raw`kW, peak\h`
  const write = (values: readonly string[]) => {
    for (const [index, id] of ids.entries())
      store.run('UPDATE point SET unit = ? WHERE id = ?', values[index] ?? '', id)
  }
  write([odd, 'furlong', odd])
  try {
    expect(total(await open('customerPoints', { unit: odd }))).toBe(2)
    expect(total(await open('customerPoints', { unit: [odd, 'furlong'] }))).toBe(3)
    // A comma in the address belongs to the value: what the chip shows is what was searched for.
    const joined = await open('customerPoints', { unit: 'furlong,°C' })
    expect(joined.text).toContain('No points match')
  } finally {
    write(before)
  }
})

test('values that one call cannot have are left out, and said', async () => {
  const values = Array.from({ length: 50 }, (_, index) => String(index).padStart(100, 'x'))
  const page = await open('customerDevices', { version: values })
  expect(page.status).toBe(200)
  expect(page.text).toContain(`version=${'x'.repeat(52)}`)
  expect(page.text).not.toContain('Too long')
  expect(page.root.querySelector('main input[name=all]')).toBeNull()
})

test('people of several roles are those of each role', async () => {
  const names = (page: Page) => page.root.querySelectorAll('main tbody th[scope=row]').map(({ text }) => text.trim())
  const [admins, users, both] = await Promise.all(
    ['admin', 'user', ['admin', 'user']].map(async (role) => names(await open('users', { role }))),
  )
  expect(admins?.length).toBeGreaterThan(0)
  expect(users?.length).toBeGreaterThan(0)
  expect(both?.toSorted()).toEqual([...new Set([...(admins ?? []), ...(users ?? [])])].toSorted())
})

test('a board of settings has the controllers of each state, and sends to as many', async () => {
  const [dirty, succeed, both] = await Promise.all(
    ['notSet', 'succeed', ['notSet', 'succeed']].map((state) => open('customerTime', { state })),
  )
  const counts = [dirty, succeed].map((page) => total(page as Page))
  expect(counts.every((count) => count > 0)).toBe(true)
  expect(total(both as Page)).toBe(sumOf(counts))
  const plan = await (both as Page).submit('main form.choices', { fill: { all: '1' }, press: 'Send to the selected…' })
  const planned = [...plan.text.matchAll(/(\d+) controllers \d+ sites Running and saved settings/g)].map(([, count]) =>
    Number(count),
  )
  expect(sumOf(planned)).toBe(total(both as Page))
})

test('the trail has the records of several kinds of change', async () => {
  for (const name of ['First look', 'Second look']) {
    const form = await open('customerSettings')
    await form.submit(changeForm, { fill: { description: name } })
  }
  await (await open('newGroup')).submit(changeForm, { fill: { name: 'Third look' } })
  const rows = async (search: QueryParams) => {
    const page = await open('trail', search)
    expect(page.text).not.toContain('Unknown filter')
    return page.root.querySelectorAll('main tbody tr').length
  }
  const kinds = ['customer.edit', 'group.create']
  const each = await Promise.all(kinds.map((mutation) => rows({ mutation })))
  expect(each).toEqual([2, 1])
  expect(await rows({ mutation: kinds })).toBe(3)
  expect(await rows({ mutation: kinds.join() })).toBe(3)
  expect((await open('trail', { mutation: ['customer.edit', 'nothing'] })).text).toContain('mutation=nothing')
})

describe('a backend without extensions', () => {
  beforeAll(async () => {
    await product.clockAhead(61_000)
    for (const service of ['site', 'operations', 'device-configuration'])
      product.services.world.faults.inject(service, { match: '* /x/', kind: 'status', status: 404 })
  })

  // What walks all controllers is proved of each list at full size.
  const walked = lists.filter(
    ([name, , filter]) =>
      !['customerAlarms', 'customerFaults', 'deployments'].includes(name) &&
      (isFull || ['packageStatus', 'licence', 'sync'].includes(filter)),
  )

  test.each(walked)('has %s (%s) by several values of %s', async (name, _, filter, values, others = {}) => {
    const each = await Promise.all(values.map((value) => open(name, { ...others, [filter]: value })))
    const both = await open(name, { ...others, [filter]: values })
    expect(each.map(total)).not.toContain(0)
    expect(total(both)).toBe(sumOf(each.map(total)))
    expect(ticked(both, filter).toSorted()).toEqual(values.toSorted())
  })

  test('changes all controllers of two models', async () => {
    const search = { productId: [productId('ECY303'), productId('ECYVAV')] }
    const list = await open('customerDevices', search)
    const plan = await open('newDeployment', { all: 1, ...search })
    expect(total(list)).toBeGreaterThan(0)
    expect(plan.root.querySelector('main h2')?.text).toContain(String(total(list)))
  })
})
