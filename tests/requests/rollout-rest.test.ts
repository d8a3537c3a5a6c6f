/** What a deployment leaves for later: what it holds back, and what was refused; nothing but that is sent (domain §7). */
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, changeForm as form, performed, watch } from './on-record'

let product: Console
let amelie: Visitor
let marcus: Visitor
let at: { tenantId: string; customerId: string }
beforeAll(async () => {
  product = await startTestConsole({ isEmbedded: true })
  amelie = await englishReader(product, 'amelie')
  marcus = await englishReader(product, 'marcus')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())

const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1000)
const tell = (page: Page) => page.text.replace(/\s+/g, ' ')
const lastOperation = (page: Page) => page.address.split('/').at(-1) ?? ''

/** The plan of Weather for everything a search finds, beginning with so many. */
async function planned(search: string, first: number): Promise<Page> {
  const page = await amelie.get(href('newDeployment', at, { all: 1, q: search, wish: ['install:weather@2.0.0'] }))
  return page.submit(form, { fill: { first: String(first) } })
}
const begun = async (search: string, first: number) =>
  (await planned(search, first)).submit(form, { press: '_stage=apply' })

/** The controllers that a plan changes, by name. */
const changing = (plan: Page) =>
  plan.root
    .querySelectorAll(`${form} tbody tr`)
    .filter((row) => !/Skipped|Unchanged/.test(row.text))
    .flatMap((row) => row.querySelectorAll('th').map((cell) => cell.text.trim()))

interface Found {
  id: string
  hostId: string
  name: string
}
const controllers = async (search: string): Promise<Found[]> =>
  (
    await product.services.call('site', `GET /x/devices?customerId=${at.customerId}&search=${search}&pageSize=200`, {
      as: 'amelie',
    })
  ).body.data
const operationOf = async (page: Page): Promise<Found[]> =>
  (
    await product.services.call(
      'site',
      `GET /x/deployments?customerId=${at.customerId}&operationId=${lastOperation(page)}&pageSize=200`,
      { as: 'amelie' },
    )
  ).body.data.map(({ deviceId, device }: { deviceId: string; device: Found }) => ({ ...device, id: deviceId }))
const inject = async ({ hostId }: Found, fault: Record<string, unknown>) => {
  const { body } = await product.services.control(`POST /devices/${hostId}/inject`, fault)
  return () => product.services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
}

test('the rest of what was refused is tried again alone, as one deployment that holds nothing', async () => {
  const review = await planned('GEN', 3)
  const names = changing(review)
  const refusing = (await controllers('GEN')).find(({ name }) => name === names[0])
  if (!refusing) throw new Error(`${names[0]} is not found`)
  const heal = await inject(refusing, { kind: 'partialWrite' })
  const change = await review.submit(form, { press: '_stage=apply' })
  await heal()
  expect(change.text).toContain('2 of 3 done')

  const seen = await watch(product, amelie)
  const rest = await change.submit(form)
  expect(rest.text).toMatch(/changes? on \w+ GEN-\d+\./)
  const done = await rest.submit(form, { press: '_stage=apply' })
  const intents = (await seen.records()).filter(({ entry }) => entry === 'intent').map(({ subject }) => subject.id)
  expect(intents).toEqual([refusing.id])
  expect((await operationOf(done)).map(({ id }) => id)).toEqual([refusing.id])
  expect((await seen.performed()).flatMap(({ entityIds }) => entityIds)).toEqual([refusing.id])
  expect(tell(done)).not.toMatch(/controllers? waits? for/)
})

test('a refused roll-out says each reason once', async () => {
  const page = await amelie.get(
    href('newDeployment', at, { all: 1, q: 'RES', wish: ['install:weather@2.0.0', 'install:history@1.9.0'] }),
  )
  const review = await page.submit(form, { fill: { first: '2' } })
  const names = [...new Set(changing(review))]
  const refusing = (await controllers('RES')).filter(({ name }) => names.slice(0, 2).includes(name))
  const heals = await Promise.all(refusing.map((one) => inject(one, { kind: 'partialWrite' })))
  const refused = await review.submit(form, { press: '_stage=apply' })
  for (const heal of heals) await heal()
  const reasons = refused.root.querySelectorAll('main .notice li').map((one) => one.text.trim())
  expect(reasons).toHaveLength(2)
  expect(new Set(reasons).size).toBe(reasons.length)
})

test('somebody who went on is known for good, and nobody goes on a second time', async () => {
  const first = await begun('DRO', 1)
  pass(180)
  const plan = await (await amelie.get(first.address)).submit(form)
  const stale = await (await marcus.get(first.address)).submit(form)
  const [began] = await operationOf(first)
  const failing = (await controllers('DRO')).find(({ id, name }) => id !== began?.id && changing(plan).includes(name))
  if (!failing) throw new Error('nothing is left to go on with')
  const heal = await inject(failing, { kind: 'failInstall', params: { package: 'weather' } })
  const gone = await plan.submit(form, { press: '_stage=apply' })
  pass(180)
  await heal()

  const before = (await performed(product)).length
  const second = await stale.submit(form, { press: '_stage=apply' })
  expect(second.status).toBe(422)
  expect(second.text).toContain('someone already continued it')
  expect((await performed(product)).length).toBe(before)

  const store = new Database(join(product.dataDir, 'console.sqlite'))
  store.exec('delete from change_form')
  store.close()
  const later = await amelie.get(first.address)
  expect(tell(later)).toMatch(/The other \d+ continued, started by Amélie Tremblay/)
  expect((await later.follow('Show their deployment')).address).toBe(gone.address)
})

test('a first controller that failed and is there no more stays failed', async () => {
  const first = await begun('MED', 1)
  const [failing] = await operationOf(first)
  if (!failing) throw new Error('nothing was begun')
  const heal = await inject(failing, { kind: 'failInstall', params: { package: 'weather' } })
  pass(180)
  await heal()
  await product.services.control('POST /services/site/inject', {
    match: `GET /devices/${failing.id}/deployments`,
    kind: 'status',
    status: 404,
    errorCode: 4004,
  })
  const page = await amelie.get(first.address)
  await product.services.control('DELETE /services/site/inject')
  expect(page.status).toBe(200)
  expect(tell(page)).toContain('1 of the first 1 controller failed')
})

test.each(['__intent__={bad', '__state__={bad', 'device[constructor]=1', 'device[99999]=1', 'device.x.y=1&device=2'])(
  'an address of a whole plan that no form of ours writes is not there: %s',
  async (query) => {
    const address = href('newDeploymentCsv', at, { wish: ['install:weather@2.0.0'] })
    expect((await amelie.raw('GET', `${address}&${query}`)).status).toBe(404)
  },
)
