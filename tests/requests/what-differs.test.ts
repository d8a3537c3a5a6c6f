/**
 * What is saved, what was sent and what a controller runs with: side by side on its page and in the plan of a send, and
 * how a send of any kind ends on its record; then a backend that tells none of it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }
let one: typeof at & { buildingId: string; spaceId: string; deviceId: string }

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  const { body } = await call('site', `GET /devices/${device}`)
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: node('group'),
    siteId: node('site'),
  }
  one = { ...at, buildingId: body.buildingId, spaceId: body.spaceId, deviceId: device }
})
afterAll(() => product.close())

const device = seedId('device', 'montcalm-SCI-ECYVAV-1')
const call = (service: 'site' | 'device-configuration', line: string, body?: unknown) =>
  product.services.call(service, line, { as: 'amelie', body })
const saveElsewhere = (kind: string, value: object) =>
  call('device-configuration', `POST /devices/${kind}`, { eTag: null, deviceIds: [device], value })
const planOf = (name: 'siteTimeSending' | 'siteBacnetSending') => amelie.post(href(name, at), [['device', device]])
const apply = (page: Page) => page.submit(form, { press: '_stage=apply' })
async function pass(minutes: number) {
  for (let at = 0; at < minutes; at += 1) await product.services.world.clock.advance(60_000)
}

test('in step it says so; a save puts saved beside running, with who saved it', async () => {
  expect((await amelie.get(href('deviceTime', one))).text).toContain('The controller runs all saved settings')
  await saveElsewhere('time', { timeZone: 'America/Halifax' })
  const page = await amelie.get(href('deviceTime', one))
  expect(page.text).toMatch(/Time zone ?America\/Halifax ?never sent ?America\/Toronto/)
  expect(page.text).toContain('Last saved by Amélie Tremblay')
})

test('a plan of sending says what changes on the controller, saved by whomever; then all is in step', async () => {
  const plan = await planOf('siteTimeSending')
  expect(plan.text).toMatch(/Time zone ?America\/Toronto ?America\/Halifax/)
  const board = await apply(plan)
  await pass(5)
  expect((await amelie.get(href('deviceTime', one))).text).toContain('The controller runs all saved settings')
  const changeId = new URL(board.address, product.origin).searchParams.get('change') ?? ''
  const record = await amelie.get(href('change', { tenantId: at.tenantId, changeId }))
  expect(record.text).toMatch(/1 of 1 done/)
})

test('a send that the controller refuses ends as failed on its own record, whichever kind it is', async () => {
  const { body } = await call('site', `GET /devices/${device}`)
  await saveElsewhere('bacnet', { ip: { udpPort: 47_812 } })
  const board = await apply(await planOf('siteBacnetSending'))
  const injected = await product.services.control(`POST /devices/${body.hostId}/inject`, {
    kind: 'rejectConfig',
    params: { type: 'bacnet' },
  })
  await pass(5)
  if (injected.status < 300) await product.services.control(`DELETE /devices/${body.hostId}/inject/${injected.body.id}`)
  const state = (await call('device-configuration', `GET /devices/${device}/info`)).body.bacnet.sendState
  const changeId = new URL(board.address, product.origin).searchParams.get('change') ?? ''
  const record = await amelie.get(href('change', { tenantId: at.tenantId, changeId }))
  expect([state, record.text.includes('0 of 1 done')]).toEqual(['failed', true])
})

test.each([
  [0, /Controller clock ?20\S+ \S+ \(correct\)/],
  [30, /\(30 s ahead\)/],
  [-720, /12 min behind/],
])('a clock that is %i seconds off is told so', async (sec, words) => {
  const { body } = await call('site', `GET /devices/${device}`)
  const injected = await product.services.control(`POST /devices/${body.hostId}/inject`, {
    kind: 'clockSkew',
    params: { sec },
  })
  // The clock of the services stands where it was set to.
  await product.clockAhead(product.services.world.clock.now() - Date.now())
  expect((await amelie.get(href('deviceTime', one))).text).toMatch(words)
  await product.clockAhead(0)
  await product.services.control(`DELETE /devices/${body.hostId}/inject/${injected.body.id}`)
})

test('a backend that tells none of it: what the trail knows, and that the rest is not known', async () => {
  product.services.world.faults.inject('device-configuration', {
    kind: 'status',
    status: 404,
    match: 'GET /x/configuration',
  })
  await product.clockAhead(61_000)
  const page = await amelie.get(href('deviceTime', one))
  expect([page.status, page.text.includes('The running settings of the controller are not known')]).toEqual([200, true])
  await saveElsewhere('time', { timeZone: 'America/Toronto' })
  expect((await planOf('siteTimeSending')).text).toContain('not recorded here')
  product.services.world.faults.clear('device-configuration')
})
