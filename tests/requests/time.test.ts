/** Time settings of one controller and of many, from the form to the controller (spec §5, domain §5.7). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }
let one: typeof at & { buildingId: string; spaceId: string; deviceId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  const deviceId = device('SCI-ECYVAV-1')
  const { body } = await product.services.call('site', `GET /devices/${deviceId}`, { as: 'amelie' })
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: node('group'),
    siteId: node('site'),
  }
  one = { ...at, buildingId: body.buildingId, spaceId: body.spaceId, deviceId }
})
afterAll(() => product.close())
afterEach(() => product.services.control('DELETE /services/device-configuration/inject'))

const device = (key: string) => seedId('device', `montcalm-${key}`)
const changed = (name: string, value: string) => ({ [name]: value, [`keep.${name}`]: null })
const rows = (page: Page) => page.root.querySelectorAll('main tbody tr')
const saved = async (key: string) =>
  (await product.services.call('device-configuration', `GET /devices/${device(key)}/time`, { as: 'amelie' })).body
const settingsFor = (...keys: string[]) => amelie.get(href('siteTimeSettings', at, { device: keys.map(device) }))
const apply = (page: Page, fill: Record<string, string> = {}) => page.submit(form, { press: '_stage=apply', fill })

test('a controller tells its zone, its servers and what its clock says, and leads to all of its site', async () => {
  const page = await amelie.get(href('deviceTime', one))
  expect(page.title).toContain('Time settings of')
  expect(page.text).toMatch(/Time zone ?America\/Toronto/)
  expect(page.text).toMatch(/Time servers ?0\.pool\.ntp\.org/)
  expect(page.text).toMatch(/Controller clock ?20\d\d-/)
  const settings = await page.follow('Change time settings…')
  expect(settings.address).toBe(href('siteTimeSettings', at, { device: one.deviceId }))
  expect(settings.root.querySelector('option[selected][value="America/Toronto"]')).not.toBeNull()
  const board = await page.follow('All controllers of the site')
  expect(board.address).toBe(href('siteTime', at))
  expect(rows(board).length).toBeGreaterThan(20)
})

test('what cannot be a time setting comes back beside its field, with everything typed', async () => {
  const page = await settingsFor('SCI-ECYVAV-1')
  const refused = await page.submit(form, {
    fill: { ...changed('ntpServers', 'a b c d e'), ...changed('dateTime', 'tomorrow') },
  })
  expect(refused.status).toBe(422)
  expect(refused.root.querySelectorAll('#error-summary a').map((link) => link.getAttribute('href'))).toEqual([
    '#field-ntpServers',
    '#field-dateTime',
  ])
  expect(refused.root.querySelector('[name=dateTime]')?.getAttribute('value')).toBe('tomorrow')
  expect(refused.root.querySelector('[name=ntpServers]')?.text).toBe('a b c d e')
})

test('a time by hand is refused while the servers set it', async () => {
  const page = await settingsFor('SCI-ECYVAV-1')
  const refused = await page.submit(form, { fill: changed('dateTime', '2026-05-01T12:00') })
  expect(refused.status).toBe(422)
  expect(refused.root.querySelector('#error-summary a')?.getAttribute('href')).toBe('#field-dateTime')
})

test('what a form does not carry stays as it is, and what it shows can be emptied', async () => {
  const address = href('siteTimeSettings', at)
  const fields = [
    ['device', device('SCI-ECYVAV-1')],
    ['timeZone', 'America/Halifax'],
    ['_stage', 'plan'],
  ] as const
  const plan = await amelie.post(address, fields)
  expect(rows(plan)).toHaveLength(1)
  expect(rows(plan)[0]?.text).toMatch(/Time zone ?America\/Toronto ?America\/Halifax/)
  const page = await settingsFor('SCI-ECYVAV-1')
  const emptied = await page.submit(form, { fill: changed('ntpServers', '') })
  expect(emptied.status).toBe(422)
  expect(emptied.root.querySelector('#error-summary a')?.getAttribute('href')).toBe('#field-ntpServers')
})

describe('twenty controllers', () => {
  let result: Page

  test('get another zone by one call, what is left alone stays, and each has a record', async () => {
    const board = await amelie.get(href('siteTime', at, { q: 'sciences' }))
    const settings = await board.submit('main form:has(table)', { fill: { device: [], all: '1' } })
    expect(settings.title).toContain('Time settings of 20 controllers')
    expect(settings.text).toContain('Now: America/Toronto')
    const plan = await settings.submit(form, {
      fill: { ...changed('timeZone', 'America/Halifax'), ntpServers: 'time.example' },
    })
    expect(rows(plan)).toHaveLength(20)
    expect(rows(plan)[0]?.text).toMatch(/Time zone ?America\/Toronto ?America\/Halifax/)
    expect(plan.text).toContain('They stay as they are: Time servers')
    const seen = await watch(product, amelie)
    result = await apply(plan, { reason: 'The campus moved' })
    expect(result.text).toContain('20 of 20 done')
    expect((await seen.performed()).map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      'POST time',
    ])
    expect(await saved('SCI-ECYVAV-3')).toMatchObject({
      timeZone: 'America/Halifax',
      autoTime: true,
      ntpServers: ['0.pool.ntp.org'],
    })
    const trail = await amelie.get(href('trail', at, { kind: 'device', id: device('SCI-ECYVAV-3') }))
    const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    expect(record.text).toMatch(/Time zone America\/Toronto America\/Halifax/)
  })

  test('are sent it from there, and tell how it went', async () => {
    const plan = await result.submit('main form[action$="/configuration/time/sending"]')
    expect(plan.title).toContain('Send time settings')
    expect(rows(plan).filter((row) => /Time zone ?America\/Toronto ?America\/Halifax/.test(row.text))).toHaveLength(20)
    const board = await apply(plan)
    expect(board.address).toMatch(/\/configuration\/time\?change=/)
    expect(rows(board)).toHaveLength(20)
    for (let at = 0; at < 10; at += 1) await product.services.world.clock.advance(60_000)
    const done = await amelie.get(board.address)
    expect(done.text).toMatch(/1[5-9] sent/)
    const page = await amelie.get(href('deviceTime', { ...one, deviceId: device('SCI-ECYVAV-3') }))
    expect(page.root.querySelectorAll('main table tbody tr').length).toBeGreaterThan(0)
  })

  test('are put back together as each of them was', async () => {
    const page = await result.follow('Undo…')
    const plan = await page.submit(form)
    expect(plan.text).toMatch(/America\/Halifax ?America\/Toronto/)
    const back = await apply(plan)
    expect(back.text).toContain('20 of 20 done')
    expect((await saved('SCI-ECYVAV-3')).timeZone).toBe('America/Toronto')
  })

  test('of which one refuses: it is told, and the others have it', async () => {
    const { hostId } = (await product.services.call('site', `GET /devices/${device('SCI-ECYVAV-4')}`, { as: 'amelie' }))
      .body
    const { body } = await product.services.control(`POST /devices/${hostId}/inject`, { kind: 'partialWrite' })
    const settings = await settingsFor('SCI-ECYVAV-3', 'SCI-ECYVAV-4')
    const plan = await settings.submit(form, { fill: changed('ntpServers', 'one.example\ntwo.example') })
    const done = await apply(plan)
    await product.services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
    expect(done.text).toContain('1 of 2 done')
    expect((await saved('SCI-ECYVAV-3')).ntpServers).toEqual(['one.example', 'two.example'])
    expect((await saved('SCI-ECYVAV-4')).ntpServers).toEqual(['0.pool.ntp.org'])
  })
})

test('a record of one controller puts its servers back by the form', async () => {
  const trail = await amelie.get(href('trail', at, { kind: 'device', id: device('SCI-ECYVAV-3') }))
  const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
  const filled = await record.follow('Revert…')
  expect(filled.root.querySelector('[name=ntpServers]')?.text.trim()).toBe('0.pool.ntp.org')
  expect(filled.root.querySelector('[name="keep.ntpServers"]')?.hasAttribute('checked')).toBe(false)
  expect(filled.root.querySelector('[name="keep.timeZone"]')?.hasAttribute('checked')).toBe(true)
})

test('who may only look sees the board and a controller without a form, in French too', async () => {
  const usha = await product.signedIn('usha')
  usha.setCookie('lng', 'fr')
  expect((await usha.get(href('siteTimeSettings', at, { device: one.deviceId }))).status).toBe(403)
  const page = await usha.get(href('deviceTime', one))
  expect(page.text).toContain('Fuseau horaire')
  expect(page.root.querySelector(form)).toBeNull()
})

test.each([
  ['network', 'customerNetworkSettings', { 'primary.primaryDns': '10.9.9.9', 'keep.primary.primaryDns': null }],
  ['time', 'customerTimeSettings', { timeZone: 'America/Halifax', 'keep.timeZone': null }],
] as const)(
  'saving %s settings of five hundred controllers reads at most ten times, from the form to the end',
  async (kind, name, fill) => {
    const { store } = product.services.world
    const ids = store
      .all<{ id: string }>('SELECT id FROM device WHERE customer_id = ? AND onboarded = 1 LIMIT 1', at.customerId)
      .map(({ id }) => id)
    const columns = (table: string, own: readonly string[]) =>
      store
        .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
        .map((column) => column.name)
        .filter((column) => !own.includes(column))
        .join(', ')
    const number = `(WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 500) SELECT i FROM number)`
    const others = columns('device', ['id', 'host_id', 'name', 'sort_name', 'search_text'])
    store.run(`DELETE FROM device WHERE id LIKE '${kind[0]}-%'`)
    store.run(
      `INSERT INTO device (id, host_id, name, sort_name, search_text, ${others})
     SELECT '${kind[0]}-' || i, '', 'Many ' || i, 'many ' || i, 'many ${kind} ' || i, ${others} FROM device, ${number} WHERE id = ?`,
      ids[0] ?? '',
    )
    store.run(
      `INSERT INTO network_setting (device_id, ${columns('network_setting', ['device_id'])})
     SELECT '${kind[0]}-' || i, ${columns('network_setting', ['device_id'])} FROM network_setting, ${number} WHERE device_id = ?`,
      ids[0] ?? '',
    )
    store.run(
      `INSERT INTO configuration_state (device_id, ${columns('configuration_state', ['device_id'])})
     SELECT '${kind[0]}-' || i, ${columns('configuration_state', ['device_id'])} FROM configuration_state, ${number} WHERE device_id = ?`,
      ids[0] ?? '',
    )
    const device = Array.from({ length: 500 }, (_, i) => `${kind[0]}-${i + 1}`)
    const upstream = listenUpstream(product.services)
    const page = await amelie.get(href(name, at, { device }))
    expect(page.title).toContain('500 controllers')
    const plan = await page.submit(form, { fill: { ...fill } })
    expect(plan.text).toContain('Save for 500 controllers')
    const saved = await apply(plan)
    const whole = upstream.heard()
    upstream.stop()
    expect(saved.text).toContain('500 of 500 done')
    const calls = whole.filter(({ url }) => /device/.test(url)).map(({ method, url }) => `${method} ${url}`)
    const writes = calls.filter((call) => call.endsWith(`POST /deviceconfiguration/api/v1/devices/${kind}`))
    expect(writes).not.toHaveLength(0)
    expect(calls.length - writes.length, calls.join('\n').slice(0, 2_000)).toBeLessThanOrEqual(10)
  },
)

test('a zone that is not offered is still the one that is held, and a time of its own is said to go', async () => {
  const key = 'SCI-ECYVAV-5'
  const { status, body } = await product.services.call('device-configuration', 'POST /devices/time', {
    as: 'amelie',
    body: {
      deviceIds: [device(key)],
      eTag: (await saved(key)).eTag,
      value: { timeZone: 'Asia/Kolkata', autoTime: false, ntpServers: [], dateTime: '2026-05-01T12:00' },
    },
  })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  const page = await settingsFor(key)
  expect(page.root.querySelector('[name=timeZone] option[selected]')?.getAttribute('value')).toBe('Asia/Kolkata')
  const plan = await page.submit(form, {
    fill: {
      ...changed('timeZone', 'Asia/Kolkata'),
      ...changed('autoTime', 'on'),
      ...changed('ntpServers', 'a.example'),
    },
  })
  expect(
    rows(plan)
      .map((row) => row.text.replace(/\s+/g, ' '))
      .join('\n'),
  ).toMatch(/Date and time.*2026-05-01/)
  expect(plan.text).not.toContain('Pacific/Midway')
  await apply(plan)
  expect(await saved(key)).toMatchObject({ timeZone: 'Asia/Kolkata', autoTime: true, dateTime: null })
})
