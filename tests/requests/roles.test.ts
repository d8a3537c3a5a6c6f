/** Who may do what: a change of roles as a difference, carried out in its order and never by halves unseen (spec §4, §6; domain §16). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import words from '../../app/i18n/en/common'
import { roleIds } from '../../services/contracts/permissions'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Page, Visitor } from '../harness/visitor'

let product: Console
let tenantId: string
let amelie: Visitor
let marcus: Visitor
let claire: Visitor
let usha: Visitor
beforeAll(async () => {
  product = await startTestConsole()
  tenantId = tenantIdOf(product.services.world, 'boreal')
  ;[amelie, marcus, claire, usha] = (await Promise.all(['amelie', 'marcus', 'claire', 'usha'].map(signedIn))) as [
    Visitor,
    Visitor,
    Visitor,
    Visitor,
  ]
})
afterAll(() => product.close())

/** Somebody who reads English, whatever their profile says. */
async function signedIn(login: string): Promise<Visitor> {
  const visitor = await product.signedIn(login)
  visitor.setCookie('lng', 'en')
  return visitor
}

/** By sign-in name, or by the first part of the address of somebody who has none. */
const person = (name: string) => userIdOf(name.includes('.') ? `${name}@boreal.example` : name)
const rolesOf = (name: string) => href('userRoles', { tenantId, userId: person(name) })
const pageOf = (name: string) => href('user', { tenantId, userId: person(name) })
const form = 'main form[method=post]'
const laurier = customerIdOf('CUS1001')
const maple = customerIdOf('CUS1002')
const academie = customerIdOf('CUS1003')

const inTenant = (role: string) => ({ level: 'tenant', tenantRole: role })
/** The choices of the form, by customer instead of by their place in it. */
function inCustomers(page: Page, roles: Record<string, string>): Record<string, string> {
  const chosen = Object.entries(roles).map(([customerId, role]) => {
    const select = page.root
      .querySelectorAll('select')
      .find((one) =>
        one.querySelectorAll('option').some((option) => option.getAttribute('value') === `${customerId}:${role}`),
      )
    if (!select) throw new Error(`${role} is not offered in ${customerId}`)
    return [select.getAttribute('name') ?? '', `${customerId}:${role}`]
  })
  return { level: 'customer', ...Object.fromEntries(chosen) }
}

/** Changes somebody's roles through form and plan. */
async function change(visitor: Visitor, name: string, fill: (page: Page) => Record<string, string>): Promise<Page> {
  const page = await visitor.get(rolesOf(name))
  const plan = await page.submit(form, { fill: fill(page) })
  return plan.submit(form, { fill: { reason: 'Asked for by the team' }, press: '_stage=apply' })
}

/** What the tenant service was made to do while `work` ran: method and path below the tenant. */
async function performed(work: () => Promise<unknown>): Promise<string[]> {
  const journal = async (since: number) =>
    (await product.services.control(`GET /journal?since=${since}`)).body as {
      seq: number
      method: string
      path: string
    }[]
  const last = (await journal(0)).at(-1)?.seq ?? 0
  await work()
  return (await journal(last)).map(({ method, path }) => `${method} ${path.split(`/tenants/${tenantId}/`)[1]}`)
}

describe('a form with more customers than a page of it shows', () => {
  test('is refused before any of them is read, with what was chosen', async () => {
    const upstream = listenUpstream(product.services)
    const choices = Array.from({ length: 1_900 }, (_, at) => ['customerRole', `made-${at}:customer-user`])
    const refused = await amelie.post(rolesOf('etienne.roy'), [['level', 'customer'], ...choices] as [string, string][])
    const read = upstream.heard().filter(({ url }) => url.includes('/customers/made-'))
    upstream.stop()
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Change the roles in at most 200 customers at a time')
    expect(read).toEqual([])
  })
})

describe('the page of a person', () => {
  const own = 'main form#roles'

  test('has the form of their roles, which is answered as on its own page', async () => {
    const page = await amelie.get(pageOf('sofia.marchetti'))
    expect(page.root.querySelector(own)?.getAttribute('action')).toBe(rolesOf('sofia.marchetti'))
    expect(page.root.querySelector('main details form#roles')).not.toBeNull()
    const both = { ...inCustomers(page, { [laurier]: 'customer-admin' }), tenantRole: 'admin', until: '2026-12-31' }
    const refused = await page.submit(own, { fill: both })
    expect([refused.status, refused.address]).toEqual([422, rolesOf('sofia.marchetti')])
    const kept = refused.root.querySelectorAll(`${own} option[selected]`).map((one) => one.getAttribute('value'))
    expect(kept).toEqual(expect.arrayContaining(['admin', `${laurier}:customer-admin`]))
    expect(refused.root.querySelector('[name=until]')?.getAttribute('value')).toBe('2026-12-31')
    const review = await page.submit(own, { fill: inCustomers(page, { [laurier]: 'customer-admin' }) })
    expect([review.status, review.address.split('?')[0]]).toEqual([200, rolesOf('sofia.marchetti')])
    expect(review.text).toContain('Assign the role “Customer administrator” in Groupe Immobilier Laurier.')
  })

  test('has none for who may not change them, and for oneself', async () => {
    expect((await usha.get(pageOf('sofia.marchetti'))).status).toBe(403)
    const self = await amelie.get(pageOf('amelie'))
    expect([self.status, self.root.querySelector(own)]).toEqual([200, null])
  })
})

describe('somebody with a role in the tenant', () => {
  let plan: Page

  test('is offered roles in customers, and sees what will happen in its order first', async () => {
    const page = await amelie.get(rolesOf('usha'))
    expect(page.text).toContain('Role in Boréal Facilities')
    const calls = await performed(async () => {
      plan = await page.submit(form, {
        fill: inCustomers(page, { [laurier]: 'customer-user', [maple]: 'customer-admin' }),
      })
    })
    expect(calls).toEqual([])
    expect(plan.status).toBe(200)
    expect(plan.text).toContain('only the customers named here stay accessible')
    expect(plan.root.querySelectorAll('main ol.list-decimal li').map((one) => one.text)).toEqual([
      'Remove the role “User” in Boréal Facilities.',
      'Assign the role “Customer user” in Groupe Immobilier Laurier.',
      'Assign the role “Customer administrator” in Maple Ridge Health Network.',
    ])
  })

  test('loses nothing typed on the way back to the form', async () => {
    const page = await plan.submit(form, { press: 'Edit' })
    const chosen = page.root.querySelectorAll(`${form} option[selected]`).map((one) => one.getAttribute('value'))
    expect(chosen).toContain(`${laurier}:customer-user`)
    expect(chosen).toContain(`${maple}:customer-admin`)
  })

  test('keeps every role until a reason is given', async () => {
    const calls = await performed(async () => {
      const refused = await plan.submit(form, { press: 'Change roles' })
      expect(refused.status).toBe(422)
      expect(refused.title).toContain('Error:')
      expect(refused.text).toContain('Enter a reason')
    })
    expect(calls).toEqual([])
  })

  test('changes in the order that was shown, once, however often the form is sent', async () => {
    const fill = { reason: 'Looks after two customers' }
    let done: Page | undefined
    const calls = await performed(async () => {
      done = await plan.submit(form, { fill, press: 'Change roles' })
      expect((await plan.submit(form, { fill, press: 'Change roles' })).address).toBe(done.address)
    })
    expect(calls).toEqual([
      `DELETE users/roles/${roleIds.user}`,
      'POST customer-permissions',
      'POST customer-permissions',
    ])
    expect(done?.address).toContain(pageOf('usha'))
    expect(done?.text).toContain('Saved')
    expect(done?.text).toContain('The highest of them is customer administrator')
  })

  test('is on record with before, after, reason and calls', async () => {
    const page = await amelie.get(pageOf('usha'))
    const trail = await page.follow('History')
    const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    expect(record.text).toContain('Looks after two customers')
    expect(record.text).toContain(`Groupe Immobilier Laurier (${laurier})`)
    expect(record.text).toMatch(/Role User/)
    expect(record.text).toContain(`DELETE /tenants/${tenantId}/users/roles/${roleIds.user}`)
  })

  test('can do at once what the new roles allow, and no more', async () => {
    expect((await usha.get(href('customer', { tenantId, customerId: maple }))).status).toBe(200)
    expect((await usha.get(href('customer', { tenantId, customerId: academie }))).status).toBe(404)
  })
})

describe('somebody with roles in customers', () => {
  test('keeps those of customers that are not mentioned', async () => {
    await change(amelie, 'usha', (page) => inCustomers(page, { [laurier]: 'remove' }))
    const page = await amelie.get(pageOf('usha'))
    const held = page.root
      .querySelectorAll('main table')
      .find((table) => table.querySelector('caption')?.text === 'Roles this person holds')?.structuredText
    expect(held).not.toContain('Groupe Immobilier Laurier')
    expect(held).toContain('Maple Ridge Health Network')
  })

  test('is offboarded with the last role, and is told so beforehand', async () => {
    const page = await amelie.get(rolesOf('usha'))
    const plan = await page.submit(form, { fill: inCustomers(page, { [maple]: 'remove' }) })
    expect(plan.text).toContain('No role is left, so this person’s access ends.')
    const calls = await performed(() =>
      plan.submit(form, { fill: { reason: 'Left' }, press: 'Change roles and end access' }),
    )
    expect(calls).toEqual(['DELETE customer-permissions', 'DELETE users'])
    expect((await usha.get('/')).text).toContain('You have no access yet')
  })

  test('comes back to the tenant by a super-admin', async () => {
    const calls = await performed(() => change(marcus, 'usha', () => inTenant('user')))
    expect(calls).toEqual([`POST users/roles/${roleIds.user}`])
    expect((await usha.get('/')).address).toContain(href('tenant', { tenantId }))
  })
})

describe('what is chosen in a part of the form', () => {
  const nobody = () => amelie.get(rolesOf('nadia'))

  test('chooses that part, wherever the dot was beforehand', async () => {
    const page = await nobody()
    expect(page.root.querySelector(`${form} [name=level][checked]`)?.getAttribute('value')).toBe('tenant')
    const inMaple = { ...inCustomers(page, { [maple]: 'customer-user' }), level: 'tenant' }
    const plan = await page.submit(form, { fill: inMaple })
    expect(plan.text).toContain('Assign the role “Customer user” in Maple Ridge Health Network.')
    const other = await page.submit(form, { fill: { level: 'customer', tenantRole: 'user' } })
    expect(other.text).toContain('Assign the role “User” in Boréal Facilities.')
  })

  test('of both parts is told at once, and stays chosen', async () => {
    const page = await nobody()
    const fill = { ...inCustomers(page, { [maple]: 'customer-user' }), ...inTenant('user') }
    const refused = await page.submit(form, { fill })
    expect(refused.status).toBe(422)
    expect(refused.root.querySelector('#error-summary')?.text).toContain('a role in the tenant and roles in customers')
    const chosen = refused.root.querySelectorAll(`${form} option[selected]`).map((one) => one.getAttribute('value'))
    expect(chosen).toEqual(expect.arrayContaining(['user', `${maple}:customer-user`]))
  })
})

describe('an administrator of one customer', () => {
  beforeAll(() =>
    change(amelie, 'daniel.whitehorse', (page) =>
      inCustomers(page, { [maple]: 'customer-user', [academie]: 'customer-user' }),
    ),
  )

  test('meets the people of that customer alone', async () => {
    const list = await claire.get(href('users', { tenantId }))
    const names = list.root.querySelectorAll('main tbody th a').map((one) => one.text)
    expect(names.sort()).toEqual(['Claire Fontaine', 'Daniel Whitehorse'])
    expect(list.text).not.toContain('Académie Saint-Rémi')
    expect((await claire.get(pageOf('mei.chen'))).status).toBe(404)
  })

  test('is offered that customer alone', async () => {
    const page = await claire.get(rolesOf('daniel.whitehorse'))
    expect(page.root.querySelectorAll('select[name=tenantRole]')).toHaveLength(0)
    expect(page.root.querySelectorAll(`${form} select`)).toHaveLength(1)
    expect(page.text).toContain('Maple Ridge Health Network')
  })

  test('cannot post roles of other customers or of the tenant', async () => {
    for (const fields of [inTenant('admin'), { level: 'customer', 'customerRole[0]': `${laurier}:customer-admin` }]) {
      const calls = await performed(async () => {
        const answer = await claire.post(rolesOf('daniel.whitehorse'), Object.entries(fields))
        expect(answer.text).toContain('you may not change these roles')
        expect(answer.root.querySelector('button[value=apply]')).toBeNull()
        await claire.post(rolesOf('daniel.whitehorse'), [
          ...Object.entries(fields),
          ['_stage', 'apply'],
          ['_key', 'by-hand'],
          ['reason', 'x'],
        ])
      })
      expect(calls).toEqual([])
    }
  })

  test('leaves people of the tenant alone, even those who hold both', async () => {
    const { store, settings } = product.services.world
    const held = [tenantId, person('daniel.whitehorse'), settings.roleIds.user]
    store.run('INSERT INTO permission (tenant_id, user_id, role_id) VALUES (?,?,?)', ...held)
    const page = await claire.get(rolesOf('daniel.whitehorse'))
    const plan = await page.submit(form, { fill: inCustomers(page, { [maple]: 'customer-admin' }) })
    store.run('DELETE FROM permission WHERE tenant_id = ? AND user_id = ? AND role_id = ?', ...held)
    expect(plan.text).toContain('you may not change these roles')
    expect(plan.root.querySelector('button[value=apply]')).toBeNull()
  })

  test('takes the last role away without offboarding: that is for the tenant', async () => {
    const page = await claire.get(rolesOf('daniel.whitehorse'))
    const plan = await page.submit(form, { fill: inCustomers(page, { [maple]: 'remove' }) })
    expect(plan.text).toContain('No role is left in the customers you administer.')
    const calls = await performed(() => plan.submit(form, { fill: { reason: 'Moved on' }, press: 'Change roles' }))
    expect(calls).toEqual(['DELETE customer-permissions'])
    expect((await amelie.get(pageOf('daniel.whitehorse'))).text).toContain('Académie Saint-Rémi')
  })
})

describe('what is refused', () => {
  test('a user of the tenant: the page, and the change with a record of the attempt', async () => {
    expect((await usha.get(rolesOf('mei.chen'))).status).toBe(403)
    const calls = await performed(async () => {
      expect((await usha.post(rolesOf('mei.chen'), Object.entries(inTenant('admin')))).status).toBe(403)
    })
    expect(calls).toEqual([])
    const trail = await amelie.get(href('trail', { tenantId }, { outcome: 'denied', mutation: 'user.changeRoles' }))
    expect(trail.text).toContain('Usha Raman')
    expect(trail.text).toContain('Not allowed')
  })

  test('one’s own role', async () => {
    expect((await amelie.get(rolesOf('amelie'))).root.querySelector(form)).toBeNull()
    const calls = await performed(async () => {
      await amelie.post(rolesOf('amelie'), [
        ...Object.entries(inTenant('user')),
        ['_stage', 'apply'],
        ['_key', 'own'],
        ['reason', 'x'],
      ])
    })
    expect(calls).toEqual([])
    expect((await amelie.get(pageOf('amelie'))).text).toContain('You cannot change your own roles.')
  })

  test('a person of another tenant, or of none', async () => {
    const elsewhere = href('userRoles', {
      tenantId: tenantIdOf(product.services.world, 'lakeshore'),
      userId: person('usha'),
    })
    expect((await amelie.get(elsewhere)).status).toBe(404)
    expect((await amelie.get(rolesOf('nobody'))).status).toBe(404)
  })

  test('a form that says nothing, or something odd', async () => {
    const empty = await amelie.post(rolesOf('mei.chen'), [])
    expect(empty.status).toBe(422)
    expect(empty.root.querySelector('#error-summary a')?.getAttribute('href')).toBe('#field-level')
    const odd = await amelie.post(rolesOf('mei.chen'), [
      ['level', 'customer'],
      ['customerRole[0]', `${maple}:owner`],
    ])
    expect(odd.status).toBe(422)
    const same = await amelie.post(rolesOf('mei.chen'), Object.entries(inTenant('user')))
    expect(same.text).toContain('Nothing would change.')
  })
})

describe('when the world moves or fails', () => {
  test('the plan comes back with what moved, and nothing is sent', async () => {
    const page = await amelie.get(rolesOf('hugo.lapointe'))
    const plan = await page.submit(form, { fill: inTenant('admin') })
    await change(marcus, 'hugo.lapointe', (one) => inCustomers(one, { [academie]: 'customer-user' }))
    const calls = await performed(async () => {
      const moved = await plan.submit(form, { fill: { reason: 'Promoted' }, press: 'Change roles' })
      expect(moved.status).toBe(409)
      expect(moved.text).toContain(words.difference.moved)
      expect(moved.root.querySelector('textarea')?.text).toContain('Promoted')
    })
    expect(calls).toEqual([])
  })

  test('a failure half-way is told, and the same form does the rest', async () => {
    await product.services.control('POST /services/tenant/inject', {
      match: 'POST /tenants',
      kind: 'status',
      status: 503,
      errorCode: 5003,
      times: 1,
    })
    const failed = await change(amelie, 'sofia.marchetti', (page) => inCustomers(page, { [academie]: 'customer-user' }))
    await product.services.control('DELETE /services/tenant/inject')
    expect(failed.address).toContain('/changes/')
    expect(failed.text).toContain('Failed')
    const calls = await performed(() =>
      change(amelie, 'sofia.marchetti', (page) => inCustomers(page, { [academie]: 'customer-user' })),
    )
    expect(calls).toEqual(['POST customer-permissions'])
    expect((await amelie.get(pageOf('sofia.marchetti'))).text).toContain('Académie Saint-Rémi')
  })

  test('a service that is down is named, and the choice is kept', async () => {
    const page = await amelie.get(rolesOf('mei.chen'))
    await product.services.control('POST /services/tenant/inject', { match: 'POST /tenants', kind: 'drop', times: 1 })
    const plan = await page.submit(form, { fill: inTenant('admin') })
    const unknown = await plan.submit(form, { fill: { reason: 'Promoted' }, press: 'Change roles' })
    await product.services.control('DELETE /services/tenant/inject')
    expect(unknown.address).toContain('/changes/')
    expect(unknown.text).toContain('Unknown')
  })

  test('the last administrator stays one', async () => {
    for (const name of ['olivier.bergeron', 'grace.okafor', 'mei.chen']) {
      const page = await amelie.get(pageOf(name))
      if (page.text.includes('holds the administrator role')) await change(amelie, name, () => inTenant('user'))
    }
    const page = await marcus.get(rolesOf('amelie'))
    expect(page.text).toContain('This is the last administrator of the tenant.')
    expect(
      page.root.querySelectorAll('select[name=tenantRole] option').map((one) => one.getAttribute('value')),
    ).toEqual(['no-change', 'admin'])
    const calls = await performed(async () => {
      const answer = await marcus.post(rolesOf('amelie'), Object.entries(inTenant('no-access')))
      expect(answer.text).toContain('this is the last administrator of the tenant')
      expect(answer.root.querySelector('button[value=apply]')).toBeNull()
    })
    expect(calls).toEqual([])
  })
})

describe('the way in', () => {
  test('leads to the last place, else to the only customer, else to the tenant', async () => {
    const paul = await signedIn('paul')
    expect((await paul.get('/')).address).toBe(href('customer', { tenantId, customerId: academie }))
    const admin = await signedIn('amelie')
    expect((await admin.get('/')).address).toBe(href('tenant', { tenantId }))
    await admin.get(href('customer', { tenantId, customerId: maple }))
    expect((await admin.get('/')).address).toBe(href('customer', { tenantId, customerId: maple }))
    expect((await admin.get('/?choose=1')).address).toBe(href('tenant', { tenantId }))
  })

  test('lets a super-admin choose among the tenants', async () => {
    const admin = await signedIn('marcus')
    const chooser = await admin.get('/?choose=1')
    expect(chooser.text).toContain('10 of 10')
    const found = await admin.get('/?choose=1&q=rive')
    expect(found.root.querySelectorAll('main tbody tr')).toHaveLength(1)
    expect((await found.follow('Rive Gauche Énergie')).text).toContain('No customer yet')
  })

  test('tells somebody without a role who they are and whom to ask', async () => {
    const nadia = await signedIn('nadia')
    const page = await nadia.get('/')
    expect(page.status).toBe(200)
    expect(page.text).toContain('nadia.haddad@boreal.example')
    expect(page.text).toContain('Ask an administrator of Boréal Facilities')
    expect((await nadia.get(href('tenant', { tenantId }))).status).toBe(403)
    expect(
      (await nadia.get(href('tenant', { tenantId: tenantIdOf(product.services.world, 'lakeshore') }))).status,
    ).toBe(404)
  })

  test('explains every role in the profile', async () => {
    const profile = await claire.get('/profile')
    expect(profile.text).toContain('claire.fontaine@boreal.example')
    expect(profile.text).toContain('Your roles in customers decide; the highest of them is customer administrator.')
    expect(profile.text).toMatch(
      /Groupe Immobilier Laurier ?Customer Customer user You hold the user role in this customer/,
    )
    expect((await marcus.get('/profile')).text).toContain('you may do everything in every tenant')
  })

  test('lists the customers somebody may enter, archived ones only when asked', async () => {
    expect((await claire.get(href('tenant', { tenantId }))).text).toContain('2 of 2')
    const found = await amelie.get(href('tenant', { tenantId }, { q: 'CUS1004' }))
    expect(found.text).toContain('Université Montcalm')
    expect((await amelie.get(href('tenant', { tenantId }, { archived: '1' }))).text).toContain('No archived customer')
  })
})

describe('without the flag for roles in customers', () => {
  beforeAll(async () => {
    await product.stop()
    await product.start({ ENVIRONMENT: 'qa' })
  })

  test('only roles in the tenant can be chosen, and those held are still shown', async () => {
    const page = await amelie.get(rolesOf('paul'))
    expect(page.text).toContain('Académie Saint-Rémi')
    expect(page.text).toContain('Roles in customers are switched off in this environment.')
    expect(page.root.querySelectorAll('input[value=customer]')).toHaveLength(0)
    const answer = await amelie.post(rolesOf('paul'), [
      ['level', 'customer'],
      ['customerRole[0]', `${maple}:customer-user`],
    ])
    expect(answer.text).toContain('roles in customers are switched off in this environment')
    expect((await claire.get(rolesOf('claire'))).status).toBe(404)
  })
})
