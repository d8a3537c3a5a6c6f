import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nilId, roleIds, rootTenantId } from '../../services/contracts/permissions'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type CallOptions, type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
beforeEach(() => services.reset())
afterAll(() => services.close())

const boreal = seedId('tenant', 'boreal')
const lakeshore = seedId('tenant', 'lakeshore')
const [laurier, maple, academie, montcalm] = ['CUS1001', 'CUS1002', 'CUS1003', 'CUS1004'].map(customerIdOf) as [
  string,
  string,
  string,
  string,
]
const [amelie, usha, claire, paul, nadia] = ['amelie', 'usha', 'claire', 'paul', 'nadia'].map(userIdOf) as [
  string,
  string,
  string,
  string,
  string,
]
const [olivier, grace, hugo, mei] = ['olivier.bergeron', 'grace.okafor', 'hugo.lapointe', 'mei.chen'].map((name) =>
  userIdOf(`${name}@boreal.example`),
) as [string, string, string, string]

const call = (line: string, options?: CallOptions) => services.call('tenant', line, options)
const codeOf = async (line: string, options?: CallOptions) => {
  const { status, body } = await call(line, options)
  return [status, body.errorCode]
}
const give = (role: keyof typeof roleIds, body: string[], as = 'amelie') =>
  call(`POST /tenants/${boreal}/users/roles/${roleIds[role]}`, { as, body })
const take = (role: keyof typeof roleIds, body: string[], as = 'amelie') =>
  call(`DELETE /tenants/${boreal}/users/roles/${roleIds[role]}`, { as, body })
const permissions = `/tenants/${boreal}/customer-permissions`

describe('users info', () => {
  const info = async (as: string, query = '') => (await call(`GET /users/info${query}`, { as })).body

  it('tells a tenant admin their role and every customer of the tenant', async () => {
    const { userPermissions, tenantUsers, customers, customerUserPermissions, tenants } = await info('amelie')
    expect(userPermissions).toEqual([{ tenantId: boreal, userId: amelie, roleId: roleIds.admin }])
    expect(tenantUsers).toMatchObject([
      { id: amelie, fullName: 'Amélie Tremblay', initials: 'AT', language: 'fr', unit: 'metric', role: 'admin' },
    ])
    expect(customers.map((customer: { customerId: string }) => customer.customerId).sort()).toEqual([
      'CUS1001',
      'CUS1002',
      'CUS1003',
      'CUS1004',
    ])
    expect(customerUserPermissions).toEqual([])
    expect(tenants).toEqual([{ id: boreal, tenantId: boreal, code: 'boreal', name: 'Boréal Facilities' }])
  })

  it('tells a customer-level person only their customers', async () => {
    const { userPermissions, customers, customerUserPermissions } = await info('claire')
    expect(userPermissions).toEqual([])
    expect(customers.map(({ id }: { id: string }) => id).sort()).toEqual([laurier, maple].sort())
    expect(customerUserPermissions).toEqual([
      { customerId: laurier, userId: claire, roleId: roleIds.user, customerName: 'Groupe Immobilier Laurier' },
      { customerId: maple, userId: claire, roleId: roleIds.admin, customerName: 'Maple Ridge Health Network' },
    ])
  })

  it('tells a super-admin all tenants when the super check is asked, the root first', async () => {
    expect((await info('marcus')).tenants).toHaveLength(1)
    const { tenants } = await info('marcus', '?super=true')
    expect(tenants).toHaveLength(10)
    expect(tenants[0].id).toBe(rootTenantId)
    expect((await info('amelie', '?super=true')).tenants).toHaveLength(1)
  })

  it('tells somebody without a role who they are, and no more', async () => {
    const told = await info('nadia')
    expect(told.tenantUsers).toMatchObject([{ id: nadia, role: 'no-access', unit: 'us' }])
    expect([told.userPermissions, told.customers, told.customerUserPermissions]).toEqual([[], [], []])
  })
})

describe('tenants and customers', () => {
  it('lists all tenants for a super-admin by pages, and of one’s own only id, code and name', async () => {
    const first = await call('GET /tenants?pageSize=4', { as: 'marcus' })
    expect(first.headers.get('x-total-count')).toBe('10')
    const next = /<[^>]*\?([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
    const second = await call(`GET /tenants?${next}`, { as: 'marcus' })
    const third = await call(`GET /tenants?${/\?([^>]+)>/.exec(second.headers.get('link') ?? '')?.[1]}`, {
      as: 'marcus',
    })
    expect(third.headers.get('link')).toBeNull()
    const names = [first, second, third].flatMap(({ body }) => body.map(({ name }: { name: string }) => name))
    expect(names).toEqual([...names].sort())
    expect(new Set(names).size).toBe(10)
    expect(first.body[0]).toMatchObject({
      tenantId: 'atlantic',
      onboardingStatus: 'failed',
      isOnboarded: false,
      domains: ['atlantic.example'],
    })
    expect((await call('GET /tenants', { as: 'usha' })).body).toEqual([
      { id: boreal, tenantId: 'boreal', name: 'Boréal Facilities' },
    ])
    expect(await codeOf('GET /tenants', { as: 'nadia' })).toEqual([403, 4003])
  })

  it('hides other tenants (404) and refuses inside one’s own without the capability (403)', async () => {
    expect((await call(`GET /tenants/${boreal}`, { as: 'amelie' })).body).toMatchObject({
      totalUsers: 14,
      customerId: laurier,
    })
    expect(await codeOf(`GET /tenants/${boreal}`, { as: 'usha' })).toEqual([403, 4003])
    for (const as of ['amelie', 'usha', 'claire', 'nadia']) {
      expect(await codeOf(`GET /tenants/${lakeshore}`, { as })).toEqual([404, 4005])
      expect(await codeOf('GET /tenants/unknown', { as })).toEqual([404, 4005])
    }
  })

  it('shows customers with their counts, to customer-level people only their own', async () => {
    const { body, headers } = await call(`GET /customers/${laurier}`, { as: 'claire' })
    expect(body).toMatchObject({
      customerId: 'CUS1001',
      tenantId: boreal,
      siteCount: 3,
      siteGroupCount: 1,
      archived: false,
    })
    expect(headers.get('etag')).toBe(`"${body.eTag}"`)
    expect(await codeOf(`GET /customers/${academie}`, { as: 'claire' })).toEqual([404, 4005])
    expect((await call(`GET /tenants/${boreal}/customers`, { as: 'claire' })).body).toHaveLength(2)
    expect(
      (await call(`GET /tenants/${boreal}/customers?search=mont`, { as: 'usha' })).body.map(
        ({ id }: { id: string }) => id,
      ),
    ).toEqual([montcalm])
    expect((await call(`GET /tenants/${boreal}/customers?search=%25`, { as: 'usha' })).body).toEqual([])
    expect(await codeOf(`GET /tenants/${boreal}/customers`, { as: 'nadia' })).toEqual([403, 4003])
  })

  it('shows archived customers only when asked for, and only to those who may change them', async () => {
    services.world.store.run('UPDATE customer SET archived = 1 WHERE id = ?', academie)
    expect((await call(`GET /tenants/${boreal}/customers`, { as: 'amelie' })).headers.get('x-total-count')).toBe('3')
    expect((await call(`GET /tenants/${boreal}/customers?archived=true`, { as: 'amelie' })).body).toMatchObject([
      { id: academie, archived: true },
    ])
    expect((await call(`GET /tenants/${boreal}/customers?archived=true`, { as: 'usha' })).body).toEqual([])
  })

  it('refuses every call of the people of a disabled tenant with 403, never 401', async () => {
    services.world.store.run('UPDATE tenant SET is_disabled = 1 WHERE id = ?', boreal)
    expect(await codeOf('GET /users/info', { as: 'amelie' })).toEqual([403, 4905])
    expect(await codeOf(`GET /customers/${laurier}`, { as: 'claire' })).toEqual([403, 4905])
    expect((await call(`GET /customers/${laurier}`, { as: 'marcus' })).status).toBe(200)
  })
})

describe('people', () => {
  const list = async (query: string, as = 'amelie') => (await call(`GET /tenants/${boreal}/users${query}`, { as })).body

  it('lists them with role and customer permissions, by name, searched and filtered', async () => {
    const people = await list('')
    expect(people).toHaveLength(14)
    expect(people.find(({ id }: { id: string }) => id === claire)).toMatchObject({
      role: 'customer-admin',
      customerPermissions: [{ customerId: laurier }, { customerId: maple }],
    })
    expect((await list('?role=admin')).map(({ id }: { id: string }) => id).sort()).toEqual(
      [amelie, olivier, grace].sort(),
    )
    expect(await list('?search=chen')).toMatchObject([{ id: mei, role: 'user', email: 'mei.chen@boreal.example' }])
    expect(await list('?role=no-access')).toMatchObject([{ id: nadia }])
  })

  it('lets a customer admin meet only the people of the own customers', async () => {
    expect((await list('', 'claire')).map(({ id }: { id: string }) => id)).toEqual([claire])
    expect((await list('', 'claire'))[0].customerPermissions).toMatchObject([{ customerId: maple }])
    expect(await codeOf(`GET /tenants/${boreal}/users/${paul}`, { as: 'claire' })).toEqual([404, 4005])
    expect(await codeOf(`GET /tenants/${boreal}/users`, { as: 'usha' })).toEqual([403, 4003])
  })

  it('lets everybody read their own permissions, and nobody without the right those of others', async () => {
    expect((await call(`GET /tenants/${boreal}/users/${usha}/permissions`, { as: 'usha' })).body).toHaveLength(1)
    expect((await call(`GET /tenants/${boreal}/users/${paul}/customer-permissions`, { as: 'paul' })).body).toHaveLength(
      1,
    )
    expect(
      (await call(`GET /tenants/${boreal}/users/${claire}/customer-permissions`, { as: 'claire' })).body,
    ).toHaveLength(2)
    expect((await call(`GET /tenants/${boreal}/users/${nadia}/permissions`, { as: 'nadia' })).body).toEqual([])
    expect(await codeOf(`GET /tenants/${boreal}/users/${amelie}/permissions`, { as: 'usha' })).toEqual([403, 4003])
    expect(await codeOf(`GET /tenants/${boreal}/users/${paul}/customer-permissions`, { as: 'claire' })).toEqual([
      404, 4005,
    ])
  })

  it('saves a person from the version it was made from, and says what is there otherwise', async () => {
    const path = `/tenants/${boreal}/users/${hugo}`
    const { body: before } = await call(`GET ${path}`, { as: 'amelie' })
    const saved = await call(`PUT ${path}`, {
      as: 'amelie',
      body: {
        eTag: before.eTag,
        firstName: ' Hugo ',
        lastName: 'Lapointe-Roy',
        initials: 'at',
        region: 'FR',
        unit: 'us',
      },
    })
    expect(saved.body).toMatchObject({
      firstName: 'Hugo',
      fullName: 'Hugo Lapointe-Roy',
      initials: 'AT2',
      region: 'FR',
      unit: 'us',
      language: 'fr',
    })

    const stale = await call(`PUT ${path}`, {
      as: 'amelie',
      body: { firstName: 'X', lastName: 'Y' },
      headers: { 'if-match': `"${before.eTag}"` },
    })
    expect([stale.status, stale.body.errorCode]).toEqual([409, 4009])
    expect(stale.body).toMatchObject({ currentETag: saved.body.eTag, current: { lastName: 'Lapointe-Roy' } })

    const wrong = await call(`PUT ${path}`, {
      as: 'amelie',
      body: { firstName: '', lastName: 'Y', initials: '1', region: 'xx' },
    })
    expect(wrong.body).toMatchObject({
      errorCode: 4000,
      errors: { firstName: ['errors.user.name'], initials: ['errors.user.initials'], region: ['errors.user.region'] },
    })
  })
})

describe('tenant roles', () => {
  it('are given and taken one person at a time, and told as they are afterwards', async () => {
    expect((await give('admin', [mei, hugo])).body).toEqual([
      { tenantId: boreal, userId: mei, roleId: roleIds.user },
      { tenantId: boreal, userId: mei, roleId: roleIds.admin },
      { tenantId: boreal, userId: hugo, roleId: roleIds.user },
      { tenantId: boreal, userId: hugo, roleId: roleIds.admin },
    ])
    expect((await take('user', [mei])).body).toEqual([{ tenantId: boreal, userId: mei, roleId: roleIds.admin }])
    expect((await give('admin', [mei])).status).toBe(200)
  })

  it('are not given beside customer roles (4907), nor to strangers, nor by those who may not', async () => {
    const both = await give('user', [claire])
    expect([both.status, both.body.errorCode]).toEqual([422, 4907])
    expect((await give('user', [userIdOf('marcus')])).status).toBe(404)
    expect((await give('user', [mei], 'usha')).status).toBe(403)
    expect((await give('user', [mei], 'claire')).status).toBe(403)
    expect(await codeOf(`POST /tenants/${boreal}/users/roles/unknown`, { as: 'amelie', body: [mei] })).toEqual([
      404, 4005,
    ])
    expect(
      await codeOf(`POST /tenants/${lakeshore}/users/roles/${roleIds.user}`, { as: 'amelie', body: [mei] }),
    ).toEqual([404, 4005])
  })

  it('are never one’s own to change (4909), and the last admin stays (4908)', async () => {
    expect((await give('user', [amelie])).body.errorCode).toBe(4909)
    expect((await take('admin', [olivier, grace])).status).toBe(200)
    const last = await take('admin', [amelie], 'marcus')
    expect([last.status, last.body.errorCode]).toEqual([409, 4908])
    expect(await codeOf(`DELETE /tenants/${boreal}/users`, { as: 'marcus', body: [amelie] })).toEqual([409, 4908])
  })

  it('fail person by person (4100): the others are done, and only they are in the journal', async () => {
    const { status, body } = await give('admin', [mei, claire, amelie, 'unknown'])
    expect([status, body.errorCode]).toEqual([422, 4100])
    expect(body.errors).toEqual([
      {
        entityId: claire,
        key: 'errors.roleExclusive',
        message: expect.any(String),
        details: { type: 'roleExclusive', errorCode: 4907 },
      },
      {
        entityId: amelie,
        key: 'errors.ownRole',
        message: expect.any(String),
        details: { type: 'ownRole', errorCode: 4909 },
      },
      {
        entityId: 'unknown',
        key: 'errors.notFound',
        message: expect.any(String),
        details: { type: 'notFound', errorCode: 4005 },
      },
    ])
    expect(body.data.map(({ userId }: { userId: string }) => userId)).toEqual([mei, mei])
    expect((await services.control('GET /journal')).body.at(-1)).toMatchObject({ entityIds: [mei], status: 422 })
  })
})

describe('customer roles', () => {
  it('are given per customer, named in the body or else in the header', async () => {
    await take('user', [hugo, mei])
    const inBody = await call(`POST ${permissions}`, {
      as: 'amelie',
      body: { roleInCustomer: 'customer-user', userIds: [hugo], customerId: laurier },
    })
    expect(inBody.body).toEqual([
      { customerId: laurier, userId: hugo, roleId: roleIds.user, customerName: 'Groupe Immobilier Laurier' },
    ])
    const inHeader = await call(`POST ${permissions}`, {
      as: 'amelie',
      body: { roleInCustomer: 'customer-admin', userIds: [mei] },
      headers: { 'x-customer-id': montcalm },
    })
    expect(inHeader.body).toMatchObject([{ customerId: montcalm, userId: mei, roleId: roleIds.admin }])
    expect(
      await codeOf(`POST ${permissions}`, {
        as: 'amelie',
        body: { roleInCustomer: 'customer-user', userIds: [mei] },
        headers: { 'x-customer-id': nilId },
      }),
    ).toEqual([422, 4906])
  })

  it('are not given beside a tenant role (4907), and leave those of other customers alone', async () => {
    const body = { roleInCustomer: 'customer-user', userIds: [usha], customerId: laurier }
    expect(await codeOf(`POST ${permissions}`, { as: 'amelie', body })).toEqual([422, 4907])
    await call(`DELETE ${permissions}`, {
      as: 'amelie',
      body: [{ customerId: laurier, userId: claire, roleId: roleIds.user }],
    })
    expect(
      (await call(`GET /tenants/${boreal}/users/${claire}/customer-permissions`, { as: 'amelie' })).body,
    ).toMatchObject([{ customerId: maple }])
  })

  it('are changed by a customer admin on the own customers only, never on themselves', async () => {
    services.world.store.run(
      'INSERT INTO customer_permission (tenant_id, customer_id, user_id, role_id) VALUES (?,?,?,?)',
      boreal,
      maple,
      paul,
      roleIds.user,
    )
    const asAdmin = { roleInCustomer: 'customer-admin', userIds: [paul] }
    expect((await call(`POST ${permissions}`, { as: 'claire', body: { ...asAdmin, customerId: maple } })).status).toBe(
      200,
    )
    expect(await codeOf(`POST ${permissions}`, { as: 'claire', body: { ...asAdmin, customerId: laurier } })).toEqual([
      403, 4003,
    ])
    expect(await codeOf(`POST ${permissions}`, { as: 'claire', body: { ...asAdmin, customerId: academie } })).toEqual([
      404, 4005,
    ])
    expect(
      await codeOf(`POST ${permissions}`, { as: 'claire', body: { ...asAdmin, userIds: [claire], customerId: maple } }),
    ).toEqual([403, 4909])
    expect(
      await codeOf(`POST ${permissions}`, {
        as: 'claire',
        body: { ...asAdmin, userIds: ['nobody'], customerId: maple },
      }),
    ).toEqual([404, 4005])
    const anew = { as: 'claire', body: { ...asAdmin, userIds: [nadia], customerId: maple } }
    expect((await call(`POST ${permissions}`, anew)).status, 'somebody who is in no customer yet').toBe(200)
    expect(
      (await call(`GET ${permissions}`, { as: 'claire' })).body.every(
        ({ customerId }: { customerId: string }) => customerId === maple,
      ),
    ).toBe(true)
    expect(await codeOf(`GET ${permissions}`, { as: 'paul' })).toEqual([200, undefined])
  })

  it('carry the permissions of the moment: what was taken no longer opens anything', async () => {
    expect((await call(`GET /customers/${academie}`, { as: 'paul' })).status).toBe(200)
    await call(`DELETE ${permissions}`, {
      as: 'amelie',
      body: [{ customerId: academie, userId: paul, roleId: roleIds.user }],
    })
    expect(await codeOf(`GET /customers/${academie}`, { as: 'paul' })).toEqual([403, 4003])
  })
})

describe('leaving', () => {
  const remove = (body: unknown[], as = 'amelie') => call(`DELETE /tenants/${boreal}/users`, { as, body })

  it('ends access and keeps the record; deleting wants a person without roles', async () => {
    expect((await remove([hugo, { userId: claire, mode: 'offboard' }])).status).toBe(204)
    expect((await call(`GET /tenants/${boreal}/users/${hugo}`, { as: 'amelie' })).body).toMatchObject({
      role: 'no-access',
      customerPermissions: [],
    })
    expect((await remove([{ userId: mei, mode: 'delete' }])).body).toMatchObject({
      errorCode: 4000,
      errors: { mode: 'errors.user.hasRoles' },
    })
    expect((await remove([{ userId: hugo, mode: 'delete' }])).status).toBe(204)
    expect(await codeOf(`GET /tenants/${boreal}/users/${hugo}`, { as: 'amelie' })).toEqual([404, 4005])
  })

  it('is nobody’s own doing (4909)', async () => {
    expect((await remove([amelie])).body.errorCode).toBe(4909)
  })
})

describe('names', () => {
  it('are ordered as people read them, and page by cursor in that order', async () => {
    const tenantId = tenantIdOf(services.world, 'boreal')
    for (const name of ['École 10', 'École 2', 'zoo', 'Zèbre', 'eclair']) {
      const made = await services.call('tenant', `POST /tenants/${tenantId}/customers`, {
        as: 'amelie',
        body: { name },
      })
      expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
    }
    const whole = await services.call('tenant', `GET /tenants/${tenantId}/customers?pageSize=100`, { as: 'amelie' })
    const names: string[] = whole.body.map(({ name }: { name: string }) => name)
    const own = ['eclair', 'École 2', 'École 10', 'Zèbre', 'zoo']
    expect(names.filter((name) => own.includes(name))).toEqual(own)
    const first = await services.call('tenant', `GET /tenants/${tenantId}/customers?pageSize=4`, { as: 'amelie' })
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const query = new URL(next, 'http://x').search
    const rest = await services.call('tenant', `GET /tenants/${tenantId}/customers${query}`, { as: 'amelie' })
    expect([...first.body, ...rest.body].map(({ name }) => name)).toEqual(names.slice(0, 8))
  })
})
describe('an admin of the root tenant', () => {
  it('with customer permissions there is no super-admin', async () => {
    const { world } = services
    const seen = async () =>
      (await services.call('tenant', 'GET /users/info?super=true', { as: 'marcus' })).body.tenants.length
    expect(await seen()).toBeGreaterThan(1)
    const grant = [
      world.settings.rootTenantId,
      customerIdOf('CUS1001'),
      userIdOf('marcus'),
      world.settings.roleIds.user,
    ]
    world.store.run(
      'INSERT INTO customer_permission (tenant_id, customer_id, user_id, role_id) VALUES (?,?,?,?)',
      ...grant,
    )
    expect(await seen()).toBe(1)
    world.store.run('DELETE FROM customer_permission WHERE user_id = ?', userIdOf('marcus'))
    expect(await seen()).toBeGreaterThan(1)
  })
})
