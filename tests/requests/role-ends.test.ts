/** A role given until a day: where that stands, and how it is taken away when the day is over. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inStore } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, watch } from './on-record'

let product: Console
let amelie: Visitor
let claire: Visitor
let tenantId: string
const laurier = customerIdOf('CUS1001')
const maple = customerIdOf('CUS1002')
const nadia = userIdOf('nadia')
const hugo = userIdOf('hugo.lapointe@boreal.example')
const mei = userIdOf('mei.chen@boreal.example')
const paul = userIdOf('paul')
const apply = '_stage=apply'

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  claire = await englishReader(product, 'claire')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(() => product.close())

/** A day in so many days. */
const day = (away: number) => new Date(Date.now() + away * 24 * 60 * 60_000).toISOString().slice(0, 10)
const pageOf = (userId: string) => amelie.get(href('user', { tenantId, userId }))
const rolesOf = (userId: string) => amelie.get(href('userRoles', { tenantId, userId }))
const runOut = (visitor = amelie) => visitor.get(href('usersRunOut', { tenantId }))

/** What the page of a person lists as held: the form beside it names every customer. */
const held = (page: Page) =>
  page.root
    .querySelectorAll('main table')
    .find((table) => table.querySelector('caption')?.text === 'Roles this person holds')?.structuredText

/** The role in one customer, chosen in the form of somebody's roles. */
function inCustomer(page: Page, customerId: string, role: string): Record<string, string> {
  const select = page.root
    .querySelectorAll('select')
    .find((one) =>
      one.querySelectorAll('option').some((option) => option.getAttribute('value')?.startsWith(customerId)),
    )
  return { level: 'customer', [select?.getAttribute('name') ?? '']: `${customerId}:${role}` }
}

/** Gives somebody a role in a customer by the form of their roles. */
async function give(userId: string, customerId: string, fill: { role: string; until?: string }): Promise<Page> {
  const form = await rolesOf(userId)
  const plan = await form.submit(changeForm, {
    fill: { ...inCustomer(form, customerId, fill.role), until: fill.until ?? '' },
  })
  return plan.submit(changeForm, { press: apply, fill: { reason: 'For the audit' } })
}

const ends = () => inStore(product, (db) => db.selectFrom('role_end').selectAll().execute())

/** Lets every end that is kept be over. */
const passAll = () =>
  inStore(product, (db) =>
    db
      .updateTable('role_end')
      .set({ ends_at: Date.now() - 60_000, last_day: day(-2) })
      .execute(),
  )

describe('a role given until a day', () => {
  test('says so in its plan, on the person, in the list, in its file and on the trail', async () => {
    const seen = await watch(product, amelie)
    const form = await rolesOf(nadia)
    const fill = { ...inCustomer(form, laurier, 'customer-user'), until: day(30) }
    const plan = await form.submit(changeForm, { fill })
    expect(plan.text).toMatch(new RegExp(`Until.*${day(30)}`))
    const done = await plan.submit(changeForm, { press: apply })
    expect(done.status).toBe(200)
    expect(done.text).toContain(day(30))
    const list = await amelie.get(href('users', { tenantId }, { customer: laurier }))
    expect(list.root.querySelectorAll('main thead th').map((one) => one.text.trim())).toContain('Until')
    const row = list.root.querySelectorAll('main tbody tr').find(({ text }) => text.includes('Nadia'))
    expect(row?.text).toContain(day(30))
    expect((await amelie.get(href('usersCsv', { tenantId }, { customer: laurier }))).html).toContain(day(30))
    const [intent] = await seen.records()
    expect(intent).toMatchObject({
      mutation: 'user.changeRoles',
      after: { until: { [`Groupe Immobilier Laurier (${laurier})`]: day(30) } },
    })
    const record = await amelie.get(href('trailRecord', { tenantId, sequence: String(intent?.sequence) }))
    expect(record.text).toMatch(new RegExp(`Until, in Groupe Immobilier Laurier.*${day(30)}`))
    expect((await runOut()).text).toContain('No expired roles')
  })

  test('can have another end later without any call, and the one before put back', async () => {
    const seen = await watch(product, amelie)
    await give(nadia, laurier, { role: 'customer-user', until: day(60) })
    expect((await pageOf(nadia)).text).toContain(day(60))
    const [intent] = await seen.records()
    const record = await amelie.get(href('trailRecord', { tenantId, sequence: String(intent?.sequence) }))
    const form = await record.follow('Revert…')
    expect(form.root.querySelector('main input[name=until]')?.getAttribute('value')).toBe(day(30))
    await (await form.submit(changeForm)).submit(changeForm, { press: apply })
    expect((await pageOf(nadia)).text).toContain(day(30))
    expect(await seen.performed()).toEqual([])
  })

  test.each([
    ['a day that is over', day(-3), 'Choose today or a later day'],
    ['no day at all', 'soon', 'Enter a day such as 2026-12-31'],
    ['a day of another age', '9999-12-31', 'Enter a day such as 2026-12-31'],
  ])('is refused with %s, and what was chosen stays', async (_, until, why) => {
    const form = await rolesOf(nadia)
    const fill = { ...inCustomer(form, laurier, 'customer-admin'), until }
    const page = await form.submit(changeForm, { fill })
    expect(page.status).toBe(422)
    expect(page.text).toContain(why)
    expect(page.root.querySelector('main input[name=until]')?.getAttribute('value')).toBe(until)
    expect(page.root.querySelector(`option[value="${laurier}:customer-admin"]`)?.hasAttribute('selected')).toBe(true)
  })

  test('is refused where no role is given with it', async () => {
    const page = await (await rolesOf(nadia)).submit(changeForm, { fill: { until: day(5) } })
    expect(page.status).toBe(422)
    expect(page.text).toContain('Choose the role that ends on this day')
  })

  test('can be given to several people at once, which place and people tell as it comes near', async () => {
    const page = await amelie.get(href('usersRoleGiving', { tenantId }, { user: [hugo, mei] }))
    const plan = await page.submit(changeForm, { fill: { role: 'admin', until: day(10) } })
    expect(plan.text).toContain(day(10))
    await plan.submit(changeForm, { fill: { reason: 'Holidays' }, press: apply })
    expect((await pageOf(hugo)).text).toContain(day(10))
    expect((await amelie.get(href('tenant', { tenantId }))).text).toContain(`Roles of 2 people end by ${day(10)}`)
  })

  test('keeps its end where another role was refused', async () => {
    await product.services.control('POST /services/tenant/inject', {
      match: 'POST /tenants',
      kind: 'status',
      status: 409,
      errorCode: 5003,
      times: 1,
    })
    const form = await rolesOf(hugo)
    const fill = { level: 'tenant', tenantRole: 'user', until: day(20) }
    const refused = await (await form.submit(changeForm, { fill })).submit(changeForm, {
      press: apply,
      fill: { reason: 'Back to normal' },
    })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    const page = await pageOf(hugo)
    expect(page.text).toContain(day(10))
    expect(page.text).not.toContain(day(20))
  })

  test('can be the first one of somebody new', async () => {
    const form = await amelie.get(href('newUser', { tenantId }))
    const fill = {
      email: 'ada.contractor@boreal.example',
      firstName: 'Ada',
      lastName: 'Contractor',
      role: 'user',
      until: day(4),
    }
    const page = await form.submit(changeForm, { fill })
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(day(4))])
    const without = await form.submit(changeForm, { fill: { ...fill, role: 'no-access' } })
    expect(without.text).toContain('Choose the role that ends on this day')
  })
})

describe('when the day is over', () => {
  test('the person, the people, the customer and the tenant say so, in both languages', async () => {
    await give(paul, maple, { role: 'customer-user', until: day(3) })
    await passAll()
    expect((await pageOf(nadia)).text).toContain('Expired')
    for (const address of [href('tenant', { tenantId }), href('users', { tenantId })])
      expect((await amelie.get(address)).text, address).toContain('The roles of 5 people have expired')
    const customer = href('customer', { tenantId, customerId: laurier })
    expect((await amelie.get(customer)).text).toContain('The roles of 1 person have expired')
    expect((await amelie.get(`${customer}?lng=fr`)).text).toContain('Les rôles de 1 personne sont échus')
    expect((await amelie.get(`${href('usersRunOut', { tenantId })}?lng=fr`)).text).toContain('Rôles arrivés à échéance')
    amelie.setCookie('lng', 'en')
  })

  test('whoever gives roles in a customer takes away there what has run out, and nothing else', async () => {
    const plan = await runOut(claire)
    expect(plan.text).toContain('Paul')
    expect(plan.text).not.toMatch(/Hugo|Nadia/)
    const seen = await watch(product, amelie)
    await plan.submit(changeForm, { press: apply })
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    expect(held(await pageOf(paul))).toContain('Académie Saint-Rémi')
    expect(held(await pageOf(paul))).not.toContain('Maple Ridge')
    expect((await runOut(claire)).text).toContain('No expired roles')
  })

  test('who was given more time meanwhile is marked as moved, and keeps the role', async () => {
    const plan = await runOut()
    await give(nadia, laurier, { role: 'customer-user', until: day(40) })
    const seen = await watch(product, amelie)
    const moved = await plan.submit(changeForm, { press: apply })
    expect(moved.status).toBe(409)
    expect(moved.text).toContain('The data changed while you were reviewing')
    expect(await seen.performed()).toEqual([])
    await passAll()
  })

  test('what the services refuse stays and is told again', async () => {
    await product.services.control('POST /services/tenant/inject', {
      match: 'DELETE /tenants',
      kind: 'status',
      status: 409,
      errorCode: 5003,
    })
    const refused = await (await runOut()).submit(changeForm, { press: apply })
    await product.services.control('DELETE /services/tenant/inject')
    expect(refused.text).toContain('Failed')
    expect((await amelie.get(href('tenant', { tenantId }))).text).toContain('The roles of 4 people have expired')
  })

  test('one plan takes it away, on the trail; put back, a role has no end', async () => {
    await give(paul, maple, { role: 'customer-user', until: day(3) })
    await passAll()
    const seen = await watch(product, amelie)
    const plan = await runOut()
    for (const name of ['Nadia', 'Hugo', 'Mei', 'Ada', 'Paul']) expect(plan.text).toContain(name)
    expect((await plan.submit(changeForm, { press: apply })).status).toBe(200)
    const records = await seen.records()
    const intents = records.filter(({ entry }) => entry === 'intent')
    expect(intents.map(({ mutation }) => mutation)).toEqual(Array(5).fill('user.takeRunOut'))
    expect(records.filter(({ outcome }) => outcome === 'done')).toHaveLength(5)
    expect((await pageOf(nadia)).text).toContain('No role held')
    expect((await runOut()).text).toContain('No expired roles')
    expect((await amelie.get(href('tenant', { tenantId }))).text).not.toMatch(/The roles of \d|Roles of \d/)
    const changeId = intents[0]?.changeId ?? ''
    const back = await amelie.get(href('usersRolesPuttingBack', { tenantId, changeId }))
    await (await back.submit(changeForm)).submit(changeForm, { press: apply })
    const page = await pageOf(paul)
    expect(page.text).toContain('Maple Ridge')
    expect(page.text).not.toContain('Expired')
    expect(await ends()).toEqual([])
  })

  test('a role that is given anew, without an end, stays', async () => {
    await give(nadia, laurier, { role: 'customer-user', until: day(2) })
    await give(nadia, laurier, { role: 'customer-user' })
    await passAll()
    expect((await pageOf(nadia)).text).not.toContain('Expired')
    expect((await runOut()).text).toContain('No expired roles')
  })

  test('nobody without the right is told or let in', async () => {
    const usha = await englishReader(product, 'usha')
    expect((await usha.get(href('usersRunOut', { tenantId }))).status).toBe(403)
  })
})
