/** A form whose change was cut by the end of the process that made it: sent again, it is told how that stands. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import { sweep } from '../../app/trail/trail.server'
import type { ServiceName } from '../../services/contracts/endpoint'
import type { ServiceFault } from '../../services/kit/faults'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inStore } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { networkPlan } from '../promises/trails'
import { changeForm, englishReader, fieldsOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const fail = (service: ServiceName, fault: ServiceFault) => product.services.world.faults.inject(service, fault)
/** A service that answers when everybody has gone. */
const late = (match: string, after: boolean): ServiceFault => ({
  match,
  kind: 'delay',
  delayMs: 600_000,
  after,
  times: 1,
})
const groups = async (): Promise<{ name: string }[]> =>
  (await product.services.call('site', `GET /customers/${at.customerId}/sitegroups`, { as: 'amelie' })).body

/** Sends a form, and ends the console with SIGKILL as soon as `isUnderWay`; it is there again afterwards. */
async function cut(page: Page, fields: [string, string][], isUnderWay: () => Promise<void>): Promise<void> {
  const lost = expect(amelie.raw('POST', page.address, { body: new URLSearchParams(fields) })).rejects.toThrow()
  await vi.waitFor(isUnderWay, { timeout: 10_000, interval: 20 })
  await product.stop('SIGKILL')
  await lost
  await product.start()
}

async function closeAsUnknown(): Promise<void> {
  await product.stop()
  await openStore(product)
  await sweep(91_000)
  await closeStore()
  await product.start()
}

const filled = (page: Page, fill: Record<string, string>): [string, string][] => [
  ...fieldsOf(page).filter(([name]) => !(name in fill)),
  ...Object.entries(fill),
]

test('a creation that was cut is told as under way at once, until when, and then what is known of it', async () => {
  const name = 'Cut while it was made'
  const seen = await watch(product, amelie)
  const page = await amelie.get(href('newGroup', at))
  const fields = filled(page, { name, description: 'Typed with care' })
  fail('site', late('POST /customers', true))
  await cut(page, fields, async () => expect(await seen.performed()).toHaveLength(1))

  const again = await amelie.post(page.address, fields)
  expect(again.status).toBe(200)
  expect(again.address).toContain('/changes/')
  expect(again.text).toContain('This change is still in progress')
  expect(again.text).toMatch(/If no outcome is known by 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
  expect(again.headers.get('refresh')).toBe(`5; url=${again.address}?auto=10`)
  expect((await groups()).filter((one) => one.name === name)).toHaveLength(1)

  await closeAsUnknown()
  const known = await amelie.get(again.address)
  expect(known.headers.get('refresh')).toBeNull()
  expect(known.text).toContain('0 of 1 done')
  expect(known.text).toContain('Unknown')
  expect((await amelie.post(page.address, fields)).address).toBe(again.address)
  const form = await known.follow('Back to the form you filled in')
  expect(form.text).toContain('The form is as you sent it, except')
  expect(Object.fromEntries(fieldsOf(form))).toMatchObject({ name, description: 'Typed with care' })
}, 60_000)

test('a plan that was cut while it was applied leads to its record', async () => {
  const plan = await networkPlan(product, amelie, deviceIdOf('montcalm-SCI-ECYVAV-4'), '10.8.8.8')
  const seen = await watch(product, amelie)
  fail('device-configuration', late('POST /devices/network', false))
  const fields: [string, string][] = [...fieldsOf(plan), ['_stage', 'apply']]
  await cut(plan, fields, async () => expect(await seen.outcomes()).toEqual(['intent pending']))
  const again = await amelie.post(plan.address, fields)
  expect(again.text).toContain('This change is still in progress')
  await closeAsUnknown()
  expect((await again.follow(/^Record \d+$/)).text).toContain('The process ended before it could record')
}, 60_000)

/** The settings of a group, sent and cut while the change was planned: its page, the form, and what happened since. */
async function cutWhilePlanned(name: string) {
  const made = await (await amelie.get(href('newGroup', at))).submit(changeForm, { fill: { name: `${name}, before` } })
  const seen = await watch(product, amelie)
  const page = await amelie.get(`${made.address.split('?')[0]}/settings`)
  const fields = filled(page, { name, reason: 'Newly leased' })
  fail('site', late('GET /sitegroups', false))
  const before = (await claims()).length
  await cut(page, fields, async () => expect((await claims()).length).toBe(before + 1))
  product.services.world.faults.clear()
  return { page, fields, seen }
}

const claims = () => inStore(product, (db) => db.selectFrom('idempotency').selectAll().execute())

/** A store that processes share knows by its lease alone that one has ended; here that time has passed. */
async function endLeaseOfCut(): Promise<void> {
  const owners = (await claims()).flatMap(({ state, owner }) => (state === 'running' && owner ? [owner] : []))
  await inStore(product, (db) => db.deleteFrom('process_lease').where('owner', 'in', owners).execute())
}

test('a form that was cut before anything was sent does its work as soon as it is sent again', async () => {
  const name = 'Cut while it was planned'
  const { page, fields, seen } = await cutWhilePlanned(name)
  await endLeaseOfCut()
  const done = await amelie.post(page.address, fields)
  expect(done.address).toContain('/groups/')
  expect((await groups()).filter((one) => one.name === name)).toHaveLength(1)
  expect(await seen.performed()).toHaveLength(1)
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
  expect((await amelie.post(page.address, fields)).address).toBe(done.address)
  expect(await seen.performed()).toHaveLength(1)
}, 60_000)

test('a form that waits for a process at work is told so, and that nothing was begun once it has ended', async () => {
  const name = 'Cut while another one waited'
  const { page, fields, seen } = await cutWhilePlanned(name)
  const owned = (owner: string) =>
    inStore(product, (db) => db.updateTable('idempotency').set({ owner }).where('state', '=', 'running').execute())
  const [alive] = await inStore(product, (db) =>
    db.selectFrom('process_lease').select('owner').where('owner', '!=', 'readiness').orderBy('until', 'desc').execute(),
  )
  await owned(alive?.owner ?? '')
  let isAnswered = false
  const waiting = amelie
    .post(page.address, fields, undefined, () => false)
    .finally(() => {
      isAnswered = true
    })
  await vi.waitFor(
    async () => {
      // Small steps: what the form reads meanwhile must not run out of its time.
      await product.pass(400)
      expect(isAnswered).toBe(true)
    },
    { timeout: 30_000, interval: 50 },
  )
  const again = await amelie.get((await waiting).headers.get('location') ?? '')
  expect(again.text).toContain('nothing has been sent yet')
  expect(again.headers.get('refresh')).toBe(`5; url=${again.address}?auto=10`)
  const stranger = await englishReader(product, 'usha')
  expect((await stranger.get(again.address)).status).toBe(404)

  await owned('a process that ended')
  const over = await amelie.get(again.address)
  expect(over.text).toContain('This change did not start: nothing was sent')
  const form = await over.follow('Back to the form you filled in')
  expect(Object.fromEntries(fieldsOf(form))).toMatchObject({ name })
  expect(form.html).toContain('Newly leased')
  expect(await seen.performed()).toEqual([])
  const done = await amelie.post(page.address, fields)
  expect(done.address).toContain('/groups/')
  expect((await groups()).filter((one) => one.name === name)).toHaveLength(1)
}, 60_000)

test('a form that cannot be kept beside the change at work comes back as it was typed', async () => {
  const name = 'Cut and not kept'
  const { page, fields } = await cutWhilePlanned(name)
  await inStore(product, (db) =>
    db.updateTable('idempotency').set({ state: 'sent' }).where('state', '=', 'running').execute(),
  )
  await inStore(product, (db) => sql`alter table change_form rename to change_form_away`.execute(db))
  const back = await amelie.post(page.address, fields)
  await inStore(product, (db) => sql`alter table change_form_away rename to change_form`.execute(db))
  expect(back.status).toBe(409)
  expect(Object.fromEntries(fieldsOf(back))).toMatchObject({ name })
  expect(back.html).toContain('Newly leased')
}, 60_000)
