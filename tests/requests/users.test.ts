/** The people of a tenant: found, made, edited, and changed together (spec §5, §7; domain §9.2, §16). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { roleIds } from '../../services/contracts/permissions'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader, trailOf, watch } from './on-record'

let product: Console
let tenantId: string
let amelie: Visitor
let marcus: Visitor
beforeAll(async () => {
  product = await startTestConsole()
  tenantId = tenantIdOf(product.services.world, 'boreal')
  amelie = await englishReader(product, 'amelie')
  marcus = await englishReader(product, 'marcus')
})
afterAll(() => product.close())

const form = 'main form[method=post]'
const person = (name: string) => userIdOf(name.includes('.') ? `${name}@boreal.example` : name)
const namesIn = (page: Page) => page.root.querySelectorAll('main tbody th a').map((one) => one.text)
const list = (search = {}) => href('users', { tenantId }, search)

describe('the list of people', () => {
  test('is narrowed by role, customer, initials and name, as its address says', async () => {
    expect(namesIn(await amelie.get(list({ role: 'admin' })))).toHaveLength(3)
    expect(namesIn(await amelie.get(list({ customer: customerIdOf('CUS1002') })))).toEqual(['Claire Fontaine'])
    expect(namesIn(await amelie.get(list({ initials: 'm' })))).toEqual(['Mei Chen'])
    expect(namesIn(await amelie.get(list({ q: 'usha' })))).toEqual(['Usha Raman'])
    expect((await amelie.get(list({ q: 'nobody at all' }))).text).toContain('Nobody matches')
  })

  test('is sorted by a click on a heading, and back', async () => {
    const up = await (await amelie.get(list())).follow('E-mail')
    expect(up.address).toContain('sort=email')
    expect(namesIn(up)[0]).toBe('Amélie Tremblay')
    expect(namesIn(await up.follow('E-mail')).slice(0, 2)).toEqual(['Wall Guest', 'Usha Raman'])
  })

  test('has a column for until when a role is held only where somebody holds one so', async () => {
    const page = await amelie.get(list())
    const columns = page.root.querySelectorAll('main table.rows thead th').map((one) => one.text.trim())
    expect(columns).toContain('E-mail')
    expect(columns).not.toContain('Until')
    expect(page.root.querySelectorAll('main [name=column][value=until]')).toHaveLength(1)
  })

  test('is a file as well, with the same filter', async () => {
    const answer = await amelie.raw('GET', href('usersCsv', { tenantId }, { role: 'admin' }))
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('Olivier Bergeron')
  })

  test('of all tenants is a super-admin’s alone', async () => {
    const page = await marcus.get(href('allUsers', {}))
    expect(page.text).toContain('Nordhaven Platform')
    expect(namesIn(page)).toContain('Usha Raman')
    expect((await amelie.get(href('allUsers', {}))).status).toBe(403)
  })

  test('speaks French', async () => {
    const reader = await product.signedIn('amelie')
    expect((await reader.get(list())).text).toContain('Sélection :')
  })
})

test('an e-mail address may break after its @ and at its dots', async () => {
  const page = await amelie.get(list())
  const cells = page.root
    .querySelectorAll('main tbody td')
    .filter(({ text }) => text.trim() === 'usha.raman@boreal.example')
  expect(cells.map(({ innerHTML }) => innerHTML.split('<wbr>').length)).toEqual([4])
})

const ada = { email: 'ada.lovelace@boreal.example', firstName: 'Ada', lastName: 'Lovelace' }

describe('somebody new', () => {
  test('is made in one post, with the initials of the rule and the first role, and is on record', async () => {
    const seen = await watch(product, amelie)
    const page = await (await amelie.get(list())).follow('Create person')
    const done = await page.submit(form, { fill: { ...ada, role: 'user', language: 'fr' } })
    expect(done.status).toBe(200)
    expect(done.text).toContain('Ada Lovelace')
    expect(done.text).toContain('holds the user role in Boréal Facilities')
    expect(done.text).toContain('AL')
    const performed = await seen.performed()
    expect(performed.map(({ method, path }) => `${method} ${path.split(tenantId)[1]}`)).toEqual([
      'POST /users',
      `POST /users/roles/${roleIds.user}`,
    ])
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    const [, outcome] = await seen.records()
    expect(done.address).toContain(outcome?.subject.id ?? 'nobody')
  })

  test('outside the domains, or twice, is refused by the service and the form is kept', async () => {
    const page = await amelie.get(href('newUser', { tenantId }))
    const twice = await page.submit(form, { fill: { ...ada, role: 'no-access' } })
    expect(twice.status).toBe(409)
    expect(twice.text).toContain('This e-mail address is already used in the tenant')
    expect(twice.root.querySelector('input[name=email]')?.getAttribute('value')).toBe(ada.email)
    const outside = await page.submit(form, { fill: { ...ada, email: 'ada@elsewhere.example', role: 'no-access' } })
    expect(outside.text).toContain('outside the domains of the tenant')
  })

  test('without a name, or with a customer’s role and no customer, is told at the fields', async () => {
    const page = await amelie.get(href('newUser', { tenantId }))
    const refused = await page.submit(form, {
      fill: { email: 'x', firstName: ' ', lastName: 'B', initials: 'A1B', role: 'customer-user' },
    })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Enter the first name')
    expect(refused.text).toContain('Enter an e-mail address')
    expect(refused.text).toContain('Enter one to three letters')
    const other = await page.submit(form, { fill: { ...ada, email: 'b@boreal.example', role: 'customer-user' } })
    expect(other.status).toBe(422)
    expect(other.root.querySelector('#error-summary a')?.getAttribute('href')).toBe('#field-customer')
  })

  test('with a role in the whole tenant and a customer is asked which of them it is', async () => {
    const page = await amelie.get(href('newUser', { tenantId }))
    const fill = { ...ada, email: 'both@boreal.example', role: 'user', customer: customerIdOf('CUS1001') }
    const asked = await page.submit(form, { fill })
    expect(asked.status).toBe(422)
    expect(asked.text).toContain('Choose a role in this customer, or leave the customer empty')
    expect((await page.submit(form, { fill: { ...fill, customer: '' } })).status).toBe(200)
  })

  test('is not a user’s to make, and the attempt is on record', async () => {
    const usha = await englishReader(product, 'usha')
    const seen = await watch(product, amelie)
    expect((await usha.post(href('newUser', { tenantId }), Object.entries(ada))).status).toBe(403)
    expect(await seen.performed()).toEqual([])
    expect((await seen.records()).map(({ outcome }) => outcome)).toEqual(['denied'])
  })
})

describe('a record', () => {
  const settings = () => href('userSettings', { tenantId, userId: person('etienne.roy') })

  test('is saved in one post, with before and after', async () => {
    const seen = await watch(product, amelie)
    const page = await amelie.get(settings())
    const done = await page.submit(form, { fill: { lastName: 'Roy-Gagnon', unit: 'us' } })
    expect(done.address).toContain('changed=')
    expect(done.text).toContain('Étienne Roy-Gagnon')
    const [intent] = await seen.records()
    expect(intent?.before).toMatchObject({ lastName: 'Roy', unit: 'metric' })
    expect(intent?.after).toMatchObject({ lastName: 'Roy-Gagnon', unit: 'us', firstName: 'Étienne' })
  })

  test('takes the initials of the rule when they are emptied', async () => {
    const page = await amelie.get(settings())
    expect(page.text).toContain('Leave empty to use ÉR')
    const done = await page.submit(form, { fill: { firstName: 'Marc', initials: '' } })
    expect(done.text).toContain('MR')
  })

  test('that others changed meanwhile asks which value to keep', async () => {
    const [mine, theirs] = [await amelie.get(settings()), await marcus.get(settings())]
    await theirs.submit(form, { fill: { lastName: 'Roy-Tremblay' } })
    const seen = await watch(product, amelie)
    const conflict = await mine.submit(form, { fill: { lastName: 'Roy-Lavoie' } })
    expect(conflict.status).toBe(409)
    expect(conflict.text).toContain('Roy-Tremblay')
    expect(conflict.text).toContain('Roy-Lavoie')
    expect(await seen.performed()).toEqual([])
    const done = await conflict.submit(form, { fill: { '_take.lastName': 'yours' } })
    expect(done.text).toContain('Marc Roy-Lavoie')
  })

  test('of another tenant does not exist here', async () => {
    const elsewhere = href('userSettings', { tenantId, userId: person('marcus') })
    expect((await amelie.get(elsewhere)).status).toBe(404)
  })

  test('is kept as typed while the service is down', async () => {
    const page = await amelie.get(settings())
    await product.services.control('POST /services/tenant/inject', {
      match: 'PUT /tenants',
      kind: 'status',
      status: 503,
      errorCode: 5003,
      times: 1,
    })
    const failed = await page.submit(form, { fill: { firstName: 'Marc-André' } })
    await product.services.control('DELETE /services/tenant/inject')
    expect(failed.status).toBe(503)
    expect(failed.root.querySelector('input[name=firstName]')?.getAttribute('value')).toBe('Marc-André')
  })
})

describe('several people', () => {
  const chosen = (...names: string[]) => ({ user: names.map(person) })

  test('are led by each button of the list to what it says', async () => {
    const page = await amelie.get(list({ sort: '-name', role: 'no-access' }))
    const fill = chosen('nadia')
    const led = async (press: string) => (await page.submit('main form:has(table)', { press, fill })).address
    expect(await led('Offboard')).toBe(href('usersOffboarding', { tenantId }, { role: 'no-access', ...fill }))
    expect(await led('Remove role')).toMatch(/\/users\/role-taking\?.*user=/)
    expect(await led('Delete')).toMatch(/\/users\/deletion\?.*user=/)
    expect((await amelie.get(list({ to: 'elsewhere' }))).address).toBe(list({ to: 'elsewhere' }))
  })

  test('have their roles a link away from the list, but for who looks at it', async () => {
    const page = await amelie.get(list())
    const way = (login: string) =>
      page.root.querySelector(`main tbody a[href="${href('userRoles', { tenantId, userId: person(login) })}"]`)
    expect(way('nadia')?.text).toBe('No access: change the roles of Nadia Haddad')
    expect(way('amelie')).toBeNull()
    const plan = await (await amelie.get(way('nadia')?.getAttribute('href') ?? '')).submit('main form[method=post]', {
      fill: { tenantRole: 'user' },
    })
    expect(plan.text).toContain('Nadia Haddad')
  })

  test('are chosen in the list and given a role, in one call for all', async () => {
    const page = await amelie.get(list())
    const asked = await page.submit('main form:has(table)', {
      fill: { user: [person('nadia'), person('paul')] },
      press: 'Assign role',
    })
    expect(asked.text).toContain('2 people')
    const plan = await asked.submit(form, { fill: { role: 'user' } })
    expect(plan.text).toContain('Nadia Haddad')
    const seen = await watch(product, amelie)
    const done = await plan.submit(form, { fill: { reason: 'New team' }, press: '_stage=apply' })
    expect(done.text).toContain('All changes were made.')
    expect((await seen.performed()).map(({ method, path }) => `${method} ${path.split(tenantId)[1]}`)).toEqual([
      'DELETE /customer-permissions',
      `POST /users/roles/${roleIds.user}`,
    ])
    expect((await seen.records()).filter(({ outcome }) => outcome === 'done')).toHaveLength(2)
  })

  test('are all that match, but for the own account and the last administrator', async () => {
    const asked = await amelie.get(href('usersRoleTaking', { tenantId }, { all: 1, role: 'admin' }))
    const plan = await asked.submit(form, { fill: { role: 'admin' } })
    expect(plan.text).toContain('your own account')
    const foreign = await marcus.get(href('usersRoleTaking', { tenantId }, { all: 1, role: 'admin' }))
    const last = await foreign.submit(form, { fill: { role: 'admin' } })
    expect(last.text).toContain('the tenant keeps one administrator')
    expect(last.text).toContain('Remove role from 2 people')
  })

  test('are offboarded after the name of the tenant was typed, role first and access last', async () => {
    const asked = await amelie.get(
      href('usersOffboarding', { tenantId }, chosen('hugo.lapointe', 'sofia.marchetti', 'amelie')),
    )
    expect(asked.text).toContain('your own account')
    const seen = await watch(product, amelie)
    const refused = await asked.submit(form, { press: '_stage=apply', fill: { confirmName: 'boreal' } })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Type the name exactly as it is shown')
    const fill = { confirmName: 'Boréal Facilities' }
    const without = await refused.submit(form, { press: '_stage=apply', fill })
    expect(without.text).toContain('Enter a reason')
    expect(await seen.performed()).toEqual([])
    const done = await without.submit(form, { fill: { reason: 'Left' }, press: '_stage=apply' })
    expect(done.text).toContain('2 of 2 done')
    expect((await seen.performed()).map(({ method, path }) => `${method} ${path.split(tenantId)[1]}`)).toEqual([
      `DELETE /users/roles/${roleIds.user}`,
      'DELETE /users',
    ])
    const list = await amelie.get(href('trail', { tenantId }, { mutation: 'user.offboard' }))
    const change = await list.follow('Offboard people')
    const record = await amelie.get(change.root.querySelector('main a[href*="/trail/"]')?.getAttribute('href') ?? '')
    expect(record.text).toContain('The record of the person stays: assign a role again')
    expect(record.text).not.toContain('invited again')
  })

  test('who is one alone begins with what becomes of them, and is offboarded from there', async () => {
    const page = await amelie.get(href('user', { tenantId, userId: person('mei.chen') }))
    const plan = await page.follow('Offboard')
    expect(plan.root.querySelectorAll('main tbody tr').length).toBeGreaterThan(0)
    expect(plan.root.querySelector('[value=plan], [value=edit]')).toBeNull()
    const without = await plan.submit(form, { press: '_stage=apply' })
    expect(without.status).toBe(422)
    expect(without.text).toContain('Enter a reason')
  })

  test('are deleted once they hold no role, and the trail keeps who they were', async () => {
    const asked = await amelie.get(href('usersDeletion', { tenantId }, chosen('hugo.lapointe', 'mei.chen')))
    expect(asked.text).toContain('still holds roles')
    const done = await asked.submit(form, {
      fill: { reason: 'Asked to be forgotten', confirmName: 'Boréal Facilities' },
      press: '_stage=apply',
    })
    expect(done.text).toContain('1 of 1 done')
    expect((await amelie.get(href('user', { tenantId, userId: person('hugo.lapointe') }))).status).toBe(404)
    const intent = (await trailOf(amelie, tenantId)).find(({ mutation }) => mutation === 'user.delete')
    expect(intent?.before).toMatchObject({ lastName: 'Lapointe', email: 'hugo.lapointe@boreal.example' })
    expect(intent?.after).toBeNull()
  })

  test('that one call refuses are told one by one, and the others go on', async () => {
    const asked = await amelie.get(href('usersRoleGiving', { tenantId }, chosen('mei.chen', 'fatou.diallo')))
    const plan = await asked.submit(form, { fill: { role: 'admin' } })
    const { store } = product.services.world
    store.run(
      'INSERT INTO customer_permission (tenant_id, customer_id, user_id, role_id) VALUES (?,?,?,?)',
      tenantId,
      customerIdOf('CUS1001'),
      person('mei.chen'),
      roleIds.user,
    )
    store.run('DELETE FROM permission WHERE user_id = ?', person('mei.chen'))
    const moved = await plan.submit(form, { fill: { reason: 'x' }, press: '_stage=apply' })
    expect(moved.status).toBe(409)
    expect(moved.text).toContain('Changed meanwhile')
  })

  test('half of whom a failing call leaves, are not known, and nothing more is sent for them', async () => {
    const asked = await amelie.get(href('usersRoleGiving', { tenantId }, chosen('fatou.diallo', 'mei.chen')))
    const plan = await asked.submit(form, { fill: { role: 'admin' } })
    await product.services.control('POST /services/tenant/inject', {
      match: `POST /tenants/${tenantId}/users/roles`,
      kind: 'status',
      status: 500,
      times: 1,
    })
    const seen = await watch(product, amelie)
    const failed = await plan.submit(form, { fill: { reason: 'x' }, press: '_stage=apply' })
    await product.services.control('DELETE /services/tenant/inject')
    expect(failed.text).toContain('Unknown')
    const paths = (await seen.performed()).map(({ method, path }) => `${method} ${path.split(tenantId)[1]}`)
    expect(paths).not.toContain(`DELETE /users/roles/${roleIds.user}`)
  })

  test('are nobody, where nobody is chosen', async () => {
    expect((await amelie.get(href('usersOffboarding', { tenantId }))).text).toContain('Nobody is selected')
    const posted = await amelie.post(href('usersOffboarding', { tenantId }), [['confirmName', 'x']])
    expect(posted.status).toBe(422)
  })
})
