/** What goes wrong on the way of journeys 3 and 15, at each of their posts: told, nothing typed lost, nothing done twice. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, watch } from './on-record'

let product: Console
let amelie: Visitor
const at = () => ({
  tenantId: tenantIdOf(product.services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})
const devices = ['SCI-ECYVAV-11', 'SCI-ECYVAV-12'].map((key) => seedId('device', `montcalm-${key}`))

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
})
afterAll(() => product.close())
afterEach(async () => {
  product.services.world.faults.clear('device-configuration')
  amelie = await englishReader(product, 'amelie')
})

const apply = (page: Page) => page.submit(form, { press: '_stage=apply' })
async function planned(dns: string): Promise<Page> {
  const page = await amelie.get(href('customerNetworkSettings', at(), { device: devices }))
  return page.submit(form, { fill: { 'primary.primaryDns': dns, 'keep.primary.primaryDns': null } })
}
const fail = (match: string, fault: { status: number; errorCode?: number; after?: boolean }) =>
  product.services.world.faults.inject('device-configuration', { kind: 'status', match, times: 1, ...fault })

test('a save whose service refuses for the moment comes back as its plan, and is done once when it is sent again', async () => {
  const plan = await planned('10.41.3.75')
  fail('POST /devices/network', { status: 503, errorCode: 5003 })
  const seen = await watch(product, amelie)
  const answer = await apply(plan)
  expect([answer.status, answer.text.includes('Save for 2 controllers')]).toEqual([503, true])
  const again = await apply(answer)
  expect(again.text).toContain('2 of 2 done')
  expect((await seen.performed()).filter(({ path }) => path.endsWith('/network'))).toHaveLength(1)
})

test('a save that was made and that nobody answered is looked up, and told as done', async () => {
  const plan = await planned('10.41.3.77')
  fail('POST /devices/network', { status: 504, after: true })
  const answer = await apply(plan)
  expect(answer.address).toContain('/changes/')
  expect(answer.text).toContain('2 of 2 done')
})

test('a save whose service breaks is told as not known where nothing shows that it was made', async () => {
  const plan = await planned('10.41.3.76')
  fail('POST /devices/network', { status: 500, errorCode: 5099 })
  const answer = await apply(plan)
  expect(answer.address).toContain('/changes/')
  expect(answer.text).toMatch(/not known/i)
  expect(answer.text).not.toContain('2 of 2 done')
})

test('a session that ends under the plan leads to sign-in, and the form is kept', async () => {
  const plan = await planned('10.41.3.78')
  fail('POST /devices/network', { status: 401 })
  const answer = await apply(plan)
  expect([answer.address, ...answer.passed].join(' ')).toMatch(/login|identity/)
})

test('a send that breaks after the save: what is saved stays, and sending is offered again', async () => {
  const plan = await planned('10.41.3.79')
  fail('POST /devices/configuration/send', { status: 503, errorCode: 5003 })
  const answer = await plan.submit(form, { press: 'Save and send to 2 controllers' })
  expect(answer.status).toBe(503)
  expect(answer.text).toContain('The settings of 2 controllers are saved')
  const sent = await apply(answer)
  expect(sent.address).toMatch(/\/network\?change=/)
})
