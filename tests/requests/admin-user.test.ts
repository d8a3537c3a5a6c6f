/** The password of the admin user: set for one controller and for many, sent, and kept nowhere (spec §6, domain §5.8). */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { storedText } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, summaryOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }
let one: typeof at & { buildingId: string; spaceId: string; deviceId: string }
const flags = join(mkdtempSync(join(tmpdir(), 'plantroom-flags-')), 'features.json')

beforeAll(async () => {
  writeFileSync(flags, '{}')
  product = await startTestConsole({ env: { FEATURES_FILE: flags } })
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
const user = async (key: string) =>
  (await product.services.call('device-configuration', `GET /devices/${device(key)}/admin-user`, { as: 'amelie' })).body
const asked = (...keys: string[]) => amelie.get(href('siteAdminPassword', at, { device: keys.map(device) }))
const twice = (password: string) => ({ adminPassword: password, adminPasswordAgain: password })
const apply = (page: Page, password: string, again = password) =>
  page.submit(form, { press: '_stage=apply', fill: { adminPassword: password, adminPasswordAgain: again } })

/** Every password this file types: none of them may be found anywhere afterwards. */
const typed = [
  'Vogel#11nest',
  'Specht#2nest',
  'Elster#3nest',
  'Amsel#44nest',
  'nestling',
  'Fink#six6nest',
  'Star#7nest',
  'Meise#8nest',
]

test('a controller tells when its password was set and sent, never the password, and leads to a new one', async () => {
  const page = await amelie.get(href('deviceAdminUser', one))
  expect(page.title).toContain('Administrator of')
  expect(page.text).toMatch(/Password ?Never shown/)
  const plan = await page.follow('Set a new password…')
  expect(plan.address).toBe(href('siteAdminPassword', at, { device: one.deviceId }))
  expect(plan.text).toContain('Set for 1 controller')
  for (const name of ['adminPassword', 'adminPasswordAgain'])
    expect(plan.root.querySelector(`input[name=${name}]`)?.getAttribute('type')).toBe('password')
})

test('every rule that a password breaks is told at once, and it does not come back', async () => {
  const page = await asked('SCI-ECYVAV-1', 'SCI-ECYVAV-2')
  const refused = await apply(page, 'nestling')
  expect(refused.status).toBe(422)
  const told = summaryOf(refused)
  expect(told.map(({ field }) => field)).toEqual(['adminPassword', 'adminPassword', 'adminPassword'])
  expect(told.map(({ text }) => text).join()).toMatch(/upper-case.*digit.*symbol/)
  expect(refused.text).toContain('Met: Use 8 to 20 characters')
  expect(refused.text).toContain('Not met: Use at least one symbol')
  expect(refused.html).not.toContain('nestling')
  expect(refused.text).toContain('Set for 2 controllers')
})

test('the name of the customer in it, and a second one that differs, are told', async () => {
  const page = await asked('SCI-ECYVAV-1')
  const personal = await apply(page, 'X#1montcalm')
  expect(personal.status).toBe(422)
  expect(personal.text).toContain('Not met: Leave out “admin”, the host id and the customer’s name')
  const other = await apply(page, 'Vogel#11nest', 'Vogel#12nest')
  expect([other.status, summaryOf(other)[0]?.field]).toEqual([422, 'adminPasswordAgain'])
})

test('one password for three controllers by one call, each on record, then sent as a change of its own', async () => {
  const keys = ['SCI-ECYVAV-1', 'SCI-ECYVAV-2', 'SCI-ECYVAV-3']
  const seen = await watch(product, amelie)
  const result = await apply(await asked(...keys), 'Vogel#11nest')
  expect(result.text).toContain('3 of 3 done')
  expect((await seen.performed()).map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
    'POST admin-user',
  ])
  for (const key of keys) expect(await user(key)).toMatchObject({ isDirty: true, adminPassword: null })
  const plan = await result.submit('main form[action$="/configuration/admin-user/sending"]')
  expect(plan.title).toContain('Send administrator passwords')
  expect(plan.text).toContain('a new password')
  const board = await plan.submit(form, { press: '_stage=apply' })
  expect(board.address).toMatch(/\/configuration\/admin-user\?change=/)
  for (let at = 0; at < 5; at += 1) await product.services.world.clock.advance(60_000)
  expect(await user('SCI-ECYVAV-1')).toMatchObject({ isDirty: false, sendState: 'succeed' })
  const outcomes = (await seen.records()).map(({ mutation }) => mutation)
  expect(new Set(outcomes)).toEqual(new Set(['adminUser.save', 'configuration.send']))
})

test('set and sent with one button: two changes, two records', async () => {
  const page = await asked('SCI-ECYVAV-1', 'SCI-ECYVAV-2')
  const board = await page.submit(form, {
    press: 'Set and send to 2 controllers of Campus Montcalm',
    fill: twice('Specht#2nest'),
  })
  expect(board.address).toMatch(/\/configuration\/admin-user\?change=/)
  expect(board.root.querySelectorAll('main tbody tr')).toHaveLength(2)
  for (let at = 0; at < 5; at += 1) await product.services.world.clock.advance(60_000)
})

test('one of the last five is refused by the service for the controller that had it, and the others have it', async () => {
  await apply(await asked('SCI-ECYVAV-4'), 'Elster#3nest')
  const alone = await apply(await asked('SCI-ECYVAV-4'), 'Elster#3nest')
  expect(alone.status).toBe(422)
  expect(alone.text).toContain('Not met: This is one of the last five passwords')
  const mixed = await (await asked('SCI-ECYVAV-4', 'SCI-ECYVAV-5')).submit(form, {
    press: '_stage=apply',
    fill: { ...twice('Elster#3nest'), reason: 'Rotated' },
  })
  expect(mixed.text).toContain('1 of 2 done')
  expect(mixed.text).toContain('one of the last five passwords')
  expect(mixed.text).toMatch(/Password set \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
  expect(mixed.text).not.toContain('setAt')

  const seen = await watch(product, amelie)
  const rest = await mixed.follow('Back to the form for 1 remaining item')
  const plan = rest.root.querySelector(form)
  expect(plan?.querySelectorAll('input[name=device]').map((one) => one.getAttribute('value'))).toEqual([
    device('SCI-ECYVAV-4'),
  ])
  expect(plan?.querySelector('[name=reason]')?.textContent).toBe('Rotated')
  expect(plan?.querySelector('input[name=adminPassword]')?.getAttribute('value') ?? '').toBe('')
  const done = await apply(rest, 'Meise#8nest')
  expect(done.text).toContain('1 of 1 done')
  expect((await seen.performed()).map(({ entityIds }) => entityIds)).toEqual([[device('SCI-ECYVAV-4')]])
  expect((await (await englishReader(product, 'marcus')).get(rest.address)).text).toContain('Set for 1 controller')
})

test('somebody else was faster: the plan is shown anew, and nothing was set', async () => {
  const page = await asked('SCI-ECYVAV-7')
  const before = await user('SCI-ECYVAV-7')
  await product.services.call('device-configuration', 'POST /devices/admin-user', {
    as: 'amelie',
    body: { eTag: before.eTag, deviceIds: [device('SCI-ECYVAV-7')], adminPassword: 'Star#7nest' },
  })
  const between = await user('SCI-ECYVAV-7')
  const moved = await apply(page, 'Amsel#44nest')
  expect(moved.status).toBe(409)
  expect((await user('SCI-ECYVAV-7')).eTag).toBe(between.eTag)
  expect((await apply(moved, 'Amsel#44nest')).text).toContain('1 of 1 done')
})

test.each([
  ['a service that is down', { kind: 'status', status: 503, errorCode: 5003 }, 503],
  ['a session that ended', { kind: 'status', status: 401 }, 401],
] as const)('%s keeps no password', async (_, fault, status) => {
  const page = await asked('SCI-ECYVAV-8')
  product.services.world.faults.inject('device-configuration', {
    ...fault,
    match: 'POST /devices/admin-user',
    times: 1,
  })
  const answer = await apply(page, 'Fink#six6nest')
  if (status === 503) expect([answer.status, answer.text.includes('Set for 1 controller')]).toEqual([503, true])
  expect(answer.html).not.toContain('Fink#six6nest')
  amelie = await englishReader(product, 'amelie')
})

test('no password is in the store, the trail, the drafts, the log, a page or an address', async () => {
  const pages = [
    await amelie.get(href('deviceAdminUser', one)),
    await amelie.get(href('trail', { ...at }, { kind: 'device', id: one.deviceId })),
    await amelie.get(href('siteAdminUser', at)),
  ]
  const exported = await (await amelie.raw('GET', href('trailExport', at))).text()
  const everything: [string, string][] = [
    ...pages.map(({ address, html }): [string, string] => [address, address + html]),
    ['the trail', exported],
    ['the log', product.log()],
    ...(await storedText(product)),
  ]
  const hits = everything.flatMap(([where, text]) =>
    typed.filter((one) => text.includes(one)).map((one) => [where, one]),
  )
  expect(hits).toEqual([])
})

test('who may not is refused, which is on record; in French for who may', async () => {
  const usha = await englishReader(product, 'usha')
  for (const name of ['siteAdminUser', 'siteAdminPassword', 'siteAdminUserSending'] as const)
    expect([name, (await usha.get(href(name, at))).status]).toEqual([name, 403])
  expect((await usha.get(href('siteConfiguration', at))).html).not.toContain('admin-user')
  const french = await product.signedIn('amelie')
  french.setCookie('lng', 'fr')
  const page = await french.get(href('siteAdminPassword', at, { device: one.deviceId }))
  const refused = await page.submit(form, { press: '_stage=apply', fill: twice('nestling') })
  expect(refused.text).toMatch(/Non respecté\s?:/)
})

function expectNoTrace({ html, text }: Page) {
  expect(html).not.toContain('admin-user')
  expect(text).not.toMatch(/Administrator\b/)
}

test('with the flag off nothing of it is there', async () => {
  writeFileSync(flags, JSON.stringify({ userAdmin: false }))
  try {
    for (const address of [
      href('siteAdminUser', at),
      href('customerAdminUser', at),
      href('deviceAdminUser', one),
      href('siteAdminPassword', at, { device: one.deviceId }),
      href('siteAdminUserSending', at),
    ]) {
      expect([address, (await amelie.get(address)).status]).toEqual([address, 404])
      const posted = await amelie.post(address, [
        ['device', one.deviceId],
        ['_stage', 'plan'],
      ])
      expect([address, [404, 405].includes(posted.status)]).toEqual([address, true])
    }
    for (const address of [href('siteConfiguration', at), href('customerConfiguration', at), href('device', one)])
      expectNoTrace(await amelie.get(address))
  } finally {
    writeFileSync(flags, '{}')
  }
})
