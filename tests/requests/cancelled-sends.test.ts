/** Sends that wait for their controllers are given up; and a send to many is counted whole, whatever page of it is shown. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string; groupId: string; siteId: string }
let silent: typeof at & { buildingId: string; spaceId: string; deviceId: string }

const device = (key: string) => seedId('device', `montcalm-${key}`)
const configuration = (line: string, body?: unknown) =>
  product.services.call('device-configuration', line, { as: 'amelie', body })
const stateOf = async (key: string) => (await configuration(`GET /devices/${device(key)}/info`)).body.time.sendState
const apply = (page: Page, fill: Record<string, string> = {}) => page.submit(form, { press: '_stage=apply', fill })
const send = (...keys: string[]) =>
  configuration('POST /devices/configuration/send', { deviceIds: keys.map(device), configurationTypes: ['time'] })

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  const { body } = await product.services.call('site', `GET /devices/${device('SCI-ECYVAV-6')}`, { as: 'amelie' })
  const node = (type: string) => body.path.find((one: { type: string }) => one.type === type).id
  at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: node('group'),
    siteId: node('site'),
  }
  silent = { ...at, buildingId: body.buildingId, spaceId: body.spaceId, deviceId: body.id }
})
afterAll(() => product.close())

test('one that waits for its controller says since when and how long, and is cancelled from its board', async () => {
  await send('SCI-ECYVAV-6', 'SCI-ECYVAV-7')
  const own = await amelie.get(href('deviceTime', silent))
  expect(own.text).toMatch(/Waiting since.*Expires at/)
  expect((await own.follow('Cancel the send…')).text).toContain('Cancel 1 send')
  const board = await amelie.get(href('siteTime', at, { state: 'waiting' }))
  const plan = await board.submit('main form.choices', {
    press: 'to=cancelling',
    fill: { device: [silent.deviceId] },
  })
  expect(plan.address).toContain(href('sendsCancelling', at))
  expect(plan.text).toMatch(/Waiting for the controller\s*Failed/)
  const seen = await watch(product, amelie)
  const done = await apply(plan, { reason: 'The wrong zone' })
  expect(done.address).toContain(href('customerTime', at))
  expect(await stateOf('SCI-ECYVAV-6')).toBe('failed')
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
  const after = await amelie.get(href('deviceTime', silent))
  expect(after.text).toContain('Amélie Tremblay cancelled the send before the controller picked it up')
  expect(after.text).not.toContain('Cancel the send…')
})

test('what is in progress, or does not wait, is left alone, and all that wait at a site are chosen at once', async () => {
  product.services.world.clock.advance(1_500)
  expect(await stateOf('SCI-ECYVAV-7')).toBe('running')
  const plan = await amelie.get(
    href('sendsCancelling', at, { kind: 'time', device: ['SCI-ECYVAV-7', 'SCI-ECYVAV-9'].map(device) }),
  )
  expect(plan.text).toContain('it is already receiving the send')
  expect(plan.text).toContain('no send is waiting for it')
  product.services.world.clock.advance(120_000)
  await send('SCI-ECYVAV-6')
  const { groupId, siteId } = at
  const all = await amelie.get(href('sendsCancelling', at, { kind: 'time', groupId, siteId, all: 1, state: 'waiting' }))
  expect(all.text).toContain('Cancel 1 send')
  const board = await amelie.get(href('siteTime', at, { q: 'VAV SCI-06' }))
  const ticked = await board.submit('main form.choices', { press: 'to=cancelling', fill: { all: '1' } })
  expect([ticked.status, ticked.text.includes('Cancel 1 send')]).toEqual([200, true])
  const settings = await board.submit('main form.choices', { press: 'to=settings', fill: { all: '1' } })
  expect([settings.status, settings.address.split('?')[0]]).toEqual([200, href('siteTimeSettings', at)])
  const unheard = await amelie.get(href('sendsCancelling', at, { kind: 'time', all: 1, colour: 'red' }))
  expect(unheard.status).toBe(404)
})

test('who may not send has no button and no page, in French too', async () => {
  const usha = await englishReader(product, 'usha')
  expect((await usha.get(href('siteTime', at, { state: 'waiting' }))).text).not.toContain('Cancel the selected')
  expect((await usha.get(href('sendsCancelling', at, { kind: 'time', device: silent.deviceId }))).status).toBe(403)
  const french = await product.signedIn('amelie')
  french.setCookie('lng', 'fr')
  const plan = await french.get(href('sendsCancelling', at, { kind: 'time', device: silent.deviceId }))
  expect(plan.text).toContain('Annuler 1 envoi')
})

test('a send to more than a page holds is counted whole, with what failed first, and its second page has the others', async () => {
  const ids = product.services.world.store
    .all<{ id: string }>(
      `SELECT id FROM device WHERE customer_id = ? AND onboarded = 1 AND offline_since IS NULL ORDER BY id LIMIT 60`,
      at.customerId,
    )
    .map(({ id }) => id)
  const value = { timeZone: 'America/Halifax' }
  await configuration('POST /devices/time', { eTag: null, deviceIds: ids, value })
  const plan = await amelie.post(
    href('customerTimeSending', at),
    ids.map((id) => ['device', id]),
  )
  const board = await apply(plan, { reason: 'Halifax' })
  const counted = (page: Page) =>
    [...page.text.matchAll(/(\d+) (?:sent|in progress|waiting for|failed)/g)].map(([, count]) => Number(count))
  const first = await amelie.get(`${board.address}&auto=off`)
  expect(counted(first).reduce((sum, one) => sum + one, 0)).toBe(60)
  expect(first.root.querySelectorAll('main tbody tr')).toHaveLength(50)
  product.services.world.clock.advance(300_000)
  const second = await amelie.get(`${board.address}&auto=off&after=50`)
  expect(second.text).toContain('60 sent')
  expect(second.root.querySelectorAll('main tbody tr')).toHaveLength(10)
})

test('a backend that knows of no sends offers no cancelling, and says so where it is asked all the same', async () => {
  product.services.world.faults.inject('device-configuration', {
    match: 'GET /x/sends',
    kind: 'status',
    status: 404,
  })
  await product.clockAhead(61_000)
  expect((await amelie.get(href('siteTime', at, { state: 'waiting' }))).text).not.toContain('Cancel the selected')
  const own = await amelie.get(href('deviceTime', silent))
  expect([own.status, own.text.includes('Cancel the send…')]).toEqual([200, false])
  const plan = await amelie.get(href('sendsCancelling', at, { kind: 'time', device: silent.deviceId }))
  expect(plan.text).toContain('this backend cannot cancel a send')
  product.services.world.faults.clear('device-configuration')
})
