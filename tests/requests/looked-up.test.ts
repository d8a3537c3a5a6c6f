/** Changes of which nobody knows how they ended are looked up by reading, for whoever opens their page, and closed. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import type { ServiceName } from '../../services/contracts/endpoint'
import type { ServiceFault } from '../../services/kit/faults'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { networkPlan } from '../promises/trails'
import { changeForm, englishReader, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }
let number = 0

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const fail = (service: ServiceName, fault: ServiceFault) => product.services.world.faults.inject(service, fault)
const call = async (line: string, body?: unknown) =>
  (await product.services.call('site', line, { as: 'amelie', ...(body === undefined ? {} : { body }) })).body
/** Nothing was done, and the answer does not say so. */
const lost = (match: string): ServiceFault => ({ match, kind: 'status', status: 500, times: 1 })

async function groupThere(): Promise<{ groupId: string; name: string }> {
  const name = `Looked up ${++number}`
  const made = await (await amelie.get(href('newGroup', at))).submit(changeForm, { fill: { name } })
  return { groupId: /groups\/([^/?]+)/.exec(made.address)?.[1] ?? '', name }
}

async function lostEdit(): Promise<{ groupId: string; page: Page }> {
  const { groupId } = await groupThere()
  const form = await amelie.get(href('groupSettings', { ...at, groupId }))
  fail('site', lost('PUT /sitegroups'))
  return { groupId, page: await form.submit(changeForm, { fill: { description: 'Asked for' } }) }
}

test('an edit that a service made after all is closed as done by whoever looks', async () => {
  const seen = await watch(product, amelie)
  const { groupId, page } = await lostEdit()
  expect(page.text).toContain('0 of 1 done')
  expect(page.text).toContain('this does not show whether the change was made')
  const group = await call(`GET /sitegroups/${groupId}`)
  await call(`PUT /sitegroups/${groupId}`, { name: group.name, description: 'Asked for', eTag: group.eTag })
  const later = await amelie.get(page.address)
  expect(later.text).toContain('1 of 1 done')
  expect(later.text).toContain('We read it again: the change was made. Read later, for Amélie Tremblay.')
  const records = (await seen.records()).slice(2)
  expect(records.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual([
    'intent pending',
    'outcome unknown',
    'outcome done',
  ])
  expect(records.map(({ actor }) => actor.name)).toEqual(Array(3).fill('Amélie Tremblay'))
})

test('an edit that was never made is closed as failed, once its service can no longer be at it', async () => {
  const seen = await watch(product, amelie)
  const { page } = await lostEdit()
  expect((await amelie.get(page.address)).text).toContain('Unknown')
  await product.clockAhead(130_000)
  const record = await (await amelie.get(page.address)).follow(/^Record \d+$/)
  expect(record.text).toContain('Failed')
  expect(record.text).toContain('We read it again: nothing has changed')
  expect((await seen.outcomes()).slice(2)).toEqual(['intent pending', 'outcome unknown', 'outcome failed'])
  // Looking once more finds nothing open.
  await amelie.get(page.address)
  expect((await seen.outcomes()).length).toBe(5)
  await product.clockAhead(0)
})

test('a deletion is closed as done on its record, once the service says that the thing is gone', async () => {
  const { groupId } = await groupThere()
  const seen = await watch(product, amelie)
  const plan = await amelie.get(href('groupDeletion', { ...at, groupId }))
  fail('site', lost('DELETE /sitegroups'))
  await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: 'Empty' } })
  await call(`DELETE /sitegroups/${groupId}`)
  const [intent] = await seen.records()
  const address = href('trailRecord', { tenantId: at.tenantId, sequence: String(intent?.sequence) })
  // Who may not make the change does not have it looked up.
  const reader = await englishReader(product, 'nadia')
  await reader.get(address)
  expect((await seen.outcomes()).at(-1)).toBe('outcome unknown')
  expect((await amelie.get(address)).text).toContain('We read it again: the change was made')
  expect((await seen.outcomes()).at(-1)).toBe('outcome done')
})

test('saved settings are read again, and what only begins something stays unknown', async () => {
  const seen = await watch(product, amelie)
  const device = deviceIdOf('montcalm-SCI-ECYVAV-5')
  const plan = await networkPlan(product, amelie, device, '10.9.1.1')
  fail('device-configuration', lost('POST /devices/network'))
  const saved = await plan.submit(changeForm, { press: '_stage=apply' })
  const found = await amelie.get(href('deviceById', { tenantId: at.tenantId, deviceId: deviceIdOf('story-1') }))
  const tunnel = await amelie.get(`${found.address.split('?')[0]}/tunnels`)
  fail('site', lost('POST /devices'))
  const opened = await tunnel.submit('main form#tunnel', { fill: { service: 'https', reason: 'To see' } })
  await product.clockAhead(130_000)
  expect((await amelie.get(saved.address)).text).toContain('We read it again: nothing has changed')
  expect((await amelie.get(opened.address)).text).toContain('this does not show whether the change was made')
  await product.clockAhead(0)
  expect((await seen.outcomes()).filter((one) => one === 'outcome unknown')).toHaveLength(2)
  expect((await seen.outcomes()).filter((one) => one === 'outcome failed')).toHaveLength(1)
})
