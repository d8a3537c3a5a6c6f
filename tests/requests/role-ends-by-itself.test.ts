/** What has run out, taken away by the console itself: the same change, once, under its own name. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import type { ServiceFault } from '../../services/kit/faults'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inStore } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, watch } from './on-record'

const client = { SERVICE_CLIENT_ID: 'plantroom-itself', SERVICE_CLIENT_SECRET: 'a-canary-that-nobody-may-ever-read' }
const hugo = userIdOf('hugo.lapointe@boreal.example')
const mei = userIdOf('mei.chen@boreal.example')
const sofia = userIdOf('sofia.marchetti@boreal.example')
const daniel = userIdOf('daniel.whitehorse@boreal.example')

let product: Console
let amelie: Visitor
let tenantId: string
/** How far the console's clock is ahead, ms. */
let ahead = 0

beforeAll(async () => {
  product = await startTestConsole({ services: { env: client }, env: client, hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const fail = (service: 'identity' | 'tenant', fault: ServiceFault) =>
  product.services.world.faults.inject(service, fault)
const pageOf = (userId: string) => amelie.get(href('user', { tenantId, userId }))
const tenantPage = () => amelie.get(href('tenant', { tenantId }))
const turns = () => inStore(product, (db) => db.selectFrom('run_out_turn').selectAll().execute())

/** Gives people a role that is over by the time they are looked at. */
async function giveForAMoment(user: string[]): Promise<void> {
  const form = await amelie.get(href('usersRoleGiving', { tenantId }, { user }))
  const until = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const plan = await form.submit(changeForm, { fill: { role: 'user', until } })
  await plan.submit(changeForm, { press: '_stage=apply' })
  await inStore(product, (db) =>
    db
      .updateTable('role_end')
      .set({ ends_at: Date.now() + ahead - 1 })
      .execute(),
  )
}

/** Lets time pass until the next turn is due. */
async function later(minutes: number): Promise<void> {
  ahead += minutes * 60_000 + 1_000
  await product.clockAhead(ahead)
}

/** Rounds, until something holds. */
async function rounds(untilSo: () => Promise<void>): Promise<void> {
  await vi.waitFor(
    async () => {
      await product.keepHouse()
      await untilSo()
    },
    { timeout: 15_000, interval: 250 },
  )
}

const isGone = (userId: string) => async () => expect((await pageOf(userId)).text).toContain('No role held')

test('it is the change an administrator would make, on record under its own name, and no secret is told', async () => {
  await giveForAMoment([hugo, mei])
  expect((await tenantPage()).text).toContain('The console removes them by itself in a few minutes')
  const seen = await watch(product, amelie)
  await rounds(isGone(mei))
  await isGone(hugo)()
  await vi.waitFor(async () => expect((await seen.records()).length).toBe(4))
  const records = await seen.records()
  expect(records.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual([
    'intent pending',
    'intent pending',
    'outcome done',
    'outcome done',
  ])
  for (const { mutation, actor } of records)
    expect([mutation, actor.name, actor.subject]).toEqual([
      'user.takeRunOut',
      client.SERVICE_CLIENT_ID,
      client.SERVICE_CLIENT_ID,
    ])
  expect((await seen.performed()).map(({ method, actor }) => [method, actor])).toEqual([
    ['DELETE', client.SERVICE_CLIENT_ID],
    ['DELETE', client.SERVICE_CLIENT_ID],
  ])
  expect((await tenantPage()).text).not.toMatch(/The roles of \d/)
  const record = await amelie.get(href('trailRecord', { tenantId, sequence: String(records[0]?.sequence) }))
  expect(record.text).toContain(client.SERVICE_CLIENT_ID)
  await vi.waitFor(() => expect(product.log()).toContain('expired roles were removed'))
  // A checkpoint has a key and a signature of random letters.
  const lines = product.log().split('\n')
  expect(lines.filter((line) => !line.includes('"type":"checkpoint"')).join('\n')).not.toMatch(/a-canary-that|eyJ/)
  const own = await inStore(product, (db) =>
    db.selectFrom('session').selectAll().where('person', 'like', `%${client.SERVICE_CLIENT_ID}%`).execute(),
  )
  await vi.waitFor(() => expect(own.map(({ end_reason }) => end_reason)).toEqual(['over']))
  expect(own.map(({ tokens_sealed }) => tokens_sealed)).toEqual([null])
})

test('without the provider it says so, waits, and does it later', async () => {
  await giveForAMoment([hugo])
  fail('identity', { match: 'POST /token', kind: 'status', status: 503 })
  await rounds(async () => expect((await tenantPage()).text).toContain('the sign-in service rejected it'))
  expect((await amelie.get(`${href('users', { tenantId })}?lng=fr`)).text).toContain(
    'la console n’a pas pu les retirer d’elle-même',
  )
  amelie.setCookie('lng', 'en')
  expect(product.log()).toMatch(/"because":"provider".*expired roles could not be removed/)
  const [before] = await turns()
  await product.keepHouse()
  await product.keepHouse()
  product.services.world.faults.clear()
  await product.keepHouse()
  expect(await turns()).toEqual([before])
  await later(1)
  await rounds(isGone(hugo))
  expect((await turns()).map(({ failures, because }) => [Number(failures), because])).toEqual([[0, null]])
})

test('what a service refuses is told with the change, and tried again after a longer while each time', async () => {
  await giveForAMoment([hugo])
  fail('tenant', { match: 'DELETE /tenants', kind: 'status', status: 409, errorCode: 5003 })
  let page: Page | undefined
  await rounds(async () => {
    page = await tenantPage()
    expect(page.text).toContain('a service refused')
  })
  expect((await page?.follow('Show result'))?.text).toContain('Failed')
  const waits: number[] = []
  for (const minutes of [1, 2]) {
    await later(minutes)
    await rounds(async () => expect(Number((await turns())[0]?.failures)).toBe(waits.length + 2))
    const [turn] = await turns()
    waits.push(Math.round((Number(turn?.next_at) - Number(turn?.tried_at)) / 60_000))
  }
  expect(waits).toEqual([2, 4])
  product.services.world.faults.clear()
  await later(4)
  await rounds(isGone(hugo))
})

test('an answer that was lost is found out about, and nothing is done twice', async () => {
  await giveForAMoment([sofia])
  const seen = await watch(product, amelie)
  fail('tenant', { match: 'DELETE /tenants', kind: 'drop', after: true, times: 1 })
  await rounds(async () => expect((await turns())[0]?.because).toBe('unknown'))
  await later(1)
  await rounds(async () => expect((await turns())[0]?.because).toBeNull())
  await isGone(sofia)()
  const paths = (await seen.performed()).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(paths).size).toBe(paths.length)
  await vi.waitFor(async () => expect((await seen.outcomes()).filter((one) => one === 'outcome done')).toHaveLength(2))
})

test('a turn whose process was killed is another’s, who goes on with it', async () => {
  await giveForAMoment([daniel])
  const seen = await watch(product, amelie)
  fail('tenant', { match: 'DELETE /tenants', kind: 'delay', delayMs: 600_000, after: true, times: 1 })
  await rounds(async () => expect(await seen.performed()).toHaveLength(1))
  await product.stop('SIGKILL')
  product.services.world.faults.clear()
  await product.start()
  await product.clockAhead(ahead)
  await product.keepHouse()
  expect(Number((await turns())[0]?.number)).toBeGreaterThan(0)
  expect(await seen.outcomes()).toEqual(['intent pending'])
  // Nobody waits for the lease of the dead.
  const [dead] = await turns()
  await inStore(product, (db) =>
    db
      .updateTable('process_lease')
      .set({ until: 0 })
      .where('owner', '=', dead?.owner ?? '')
      .execute(),
  )
  await rounds(async () => {
    await later(1)
    expect((await seen.outcomes()).filter((one) => one === 'outcome done').length).toBeGreaterThanOrEqual(2)
  })
  await isGone(daniel)()
  const calls = (await seen.performed()).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(calls).size).toBe(calls.length)
})

test('where its identity holds no role it says so, and takes nothing away', async () => {
  await giveForAMoment([mei])
  const { store } = product.services.world
  store.run('DELETE FROM permission WHERE user_id = ?', userIdOf(`client ${client.SERVICE_CLIENT_ID}`))
  const seen = await watch(product, amelie)
  await rounds(async () =>
    expect((await tenantPage()).text).toContain('its own identity is not allowed to remove roles here'),
  )
  expect(await seen.performed()).toEqual([])
  expect((await amelie.get(href('customer', { tenantId, customerId: customerIdOf('CUS1001') }))).status).toBe(200)
})
