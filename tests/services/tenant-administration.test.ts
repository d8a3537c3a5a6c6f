import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nilId, roleIds, rootTenantId } from '../../services/contracts/permissions'
import { seedId } from '../../services/kit/deterministic'
import { domainOf, emailOf } from '../../services/kit/email-address'
import { customerIdOf, userIdOf } from '../../services/seed/people'
import { type CallOptions, type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
beforeEach(() => services.reset())
afterAll(() => services.close())

const boreal = seedId('tenant', 'boreal')
const lakeshore = seedId('tenant', 'lakeshore')
const [laurier, maple] = ['CUS1001', 'CUS1002'].map(customerIdOf) as [string, string]
const [amelie, usha, claire, nadia] = ['amelie', 'usha', 'claire', 'nadia'].map(userIdOf) as [
  string,
  string,
  string,
  string,
]

const call = (line: string, options?: CallOptions) => services.call('tenant', line, options)
const codeOf = async (line: string, options?: CallOptions) => {
  const { status, body } = await call(line, options)
  return [status, body.errorCode]
}
const advance = (advanceMs: number) => services.control('POST /clock', { advanceMs })
const statusOf = async (id: string) => (await call(`GET /tenants/${id}`, { as: 'marcus' })).body.onboardingStatus

describe('domains and addresses', () => {
  it.each([
    ['  @Example.COM ', 'example.com'],
    ['québec.example', 'xn--qubec-csa.example'],
    ['a-b.example', 'a-b.example'],
    ['example', null],
    ['-a.example', null],
    ['a_b.example', null],
    ['192.0.2.10', null],
    [`${'a'.repeat(64)}.example`, null],
    ['exa mple.com', null],
    ['http://example.com', null],
  ])('%s is stored as %s', (text, stored) => {
    expect(domainOf(text)).toBe(stored)
  })

  it.each([
    ['Jane.Doe@Boreal.example', 'jane.doe@boreal.example'],
    ['jane@doe@boreal.example', null],
    ['jane', null],
    ['.jane@boreal.example', null],
    [`${'j'.repeat(65)}@boreal.example`, null],
  ])('%s is the address %s', (text, stored) => {
    expect(emailOf(text)?.email ?? null).toBe(stored)
  })
})

describe('a tenant', () => {
  const create = (body: unknown, as = 'marcus') => call('POST /tenants', { as, body })

  it('is recorded by a super-admin only, its domains cleaned, its code made from its name', async () => {
    const { status, body } = await create({
      name: 'Éclair Énergie',
      domains: ['@Eclair.example', ' ', '--', 'gmail.com', '例え.テスト'],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      tenantId: 'eclair-energie',
      onboardingStatus: 'notOnboarded',
      isOnboarded: false,
      isDisabled: false,
      totalUsers: 0,
      customerId: nilId,
      domains: ['eclair.example', 'gmail.com', 'xn--r8jz45g.xn--zckzah'],
      warnings: [{ field: 'domains', key: 'errors.tenant.publicDomain', value: 'gmail.com' }],
    })
    expect((await create({ name: 'Another' }, 'amelie')).status).toBe(403)
    expect((await create({ name: 'Another' }, 'paul')).status).toBe(403)
  })

  it('has a name, a code and domains of its own', async () => {
    expect((await create({ name: 'summit CONTROLS group' })).body).toMatchObject({
      errorCode: 4008,
      errors: { name: 'errors.name.duplicate' },
    })
    expect((await create({ name: 'Summit Two', tenantId: 'summit' })).body).toMatchObject({
      errorCode: 4008,
      errors: { tenantId: 'errors.tenant.codeTaken' },
    })
    expect((await create({ name: 'Bad code', tenantId: 'Bad Code' })).body.errors).toEqual({
      tenantId: 'errors.tenant.code',
    })
    const taken = await create({ name: 'Third', domains: ['third.example', 'boreal.example', 'x'] })
    expect([taken.status, taken.body.errorCode]).toEqual([422, 4901])
    expect(taken.body.errors).toEqual({
      'domains.1': 'errors.tenant.domainTaken',
      'domains.2': 'errors.tenant.domain',
    })
    expect((await create({ name: 'X' })).body.errors).toEqual({ name: 'errors.tenant.name' })
  })

  it('is saved by its admin, from the version it was made from; disabling it is a super-admin’s', async () => {
    const path = `/tenants/${boreal}`
    const { body: before } = await call(`GET ${path}`, { as: 'amelie' })
    const domains = ['boreal.example', 'Boréal.example', '\t']
    const saved = await call(`PUT ${path}`, { as: 'amelie', body: { ...before, name: 'Boréal', domains } })
    expect(saved.body).toMatchObject({ name: 'Boréal', domains: ['boreal.example', 'xn--boral-dsa.example'] })
    expect(await codeOf(`PUT ${path}`, { as: 'amelie', body: { ...before, name: 'Later' } })).toEqual([409, 4009])
    expect(await codeOf(`PUT ${path}`, { as: 'amelie', body: { tenantId: 'other' } })).toEqual([422, 4000])
    expect(await codeOf(`PUT ${path}`, { as: 'amelie', body: { isDisabled: true } })).toEqual([403, 4003])
    expect(await codeOf(`PUT ${path}`, { as: 'usha', body: { name: 'Mine' } })).toEqual([403, 4003])
    expect(await codeOf(`PUT /tenants/${lakeshore}`, { as: 'amelie', body: { name: 'Mine' } })).toEqual([404, 4005])
    expect(await codeOf(`PUT /tenants/${rootTenantId}`, { as: 'marcus', body: { isDisabled: true } })).toEqual([
      403, 4904,
    ])
    expect((await call(`PUT ${path}`, { as: 'marcus', body: { isDisabled: true } })).status).toBe(200)
    expect(await codeOf('GET /users/info', { as: 'amelie' })).toEqual([403, 4905])
  })

  it('is onboarded in a few seconds: its administrator is invited and a failed one starts again', async () => {
    const onboard = (body: unknown, as = 'marcus') => call('POST /tenants/onboard', { as, body })
    const started = await onboard({
      tenantId: 'eclair',
      name: 'Éclair Énergie',
      domains: ['eclair.example'],
      adminEmail: 'Jane.Doe@eclair.example',
    })
    expect(started.status).toBe(202)
    expect(started.body.operationId).toEqual(expect.any(String))
    const { id } = started.body.data[0]
    expect(started.body.data).toMatchObject([
      { tenantId: 'eclair', onboardingStatus: 'inProgress', isOnboarded: false },
    ])
    expect((await call(`GET /tenants/${id}/users`, { as: 'marcus' })).body).toMatchObject([
      { email: 'jane.doe@eclair.example', firstName: 'Jane', lastName: 'Doe', initials: 'JD', role: 'admin' },
    ])
    await advance(5_000)
    expect(await statusOf(id)).toBe('onboarded')

    const again = { tenantId: 'eclair', adminEmail: 'jane.doe@eclair.example' }
    expect((await onboard(again)).body).toMatchObject({
      errorCode: 4008,
      errors: { tenantId: 'errors.tenant.alreadyOnboarded' },
    })
    expect((await onboard(again, 'amelie')).status).toBe(403)
    const outside = { tenantId: 'atlantic', adminEmail: 'a@elsewhere.example' }
    expect((await onboard(outside)).body.errors).toEqual({ adminEmail: 'errors.user.domain' })
    expect((await onboard({ tenantId: 'fresh', adminEmail: 'a@fresh.example' })).body.errors).toEqual({
      name: 'errors.field.required',
    })

    const atlantic = seedId('tenant', 'atlantic')
    expect(await statusOf(atlantic)).toBe('failed')
    expect(
      (await onboard({ tenantId: atlantic, domains: ['atlantic.invalid'], adminEmail: 'a@atlantic.invalid' })).status,
    ).toBe(202)
    await advance(5_000)
    expect(await statusOf(atlantic)).toBe('failed')
    expect(
      (await onboard({ ...outside, adminEmail: 'a@atlantic.example', domains: ['atlantic.example'] })).status,
    ).toBe(202)
    await advance(5_000)
    expect(await statusOf(atlantic)).toBe('onboarded')
  })

  it('is offboarded unless it is the root or has onboarded controllers that nobody forces', async () => {
    const offboard = (id: string, query = '', as = 'marcus') => call(`DELETE /tenants/${id}/offboard${query}`, { as })
    expect((await offboard(rootTenantId)).body.errorCode).toBe(4904)
    const held = await offboard(boreal)
    expect([held.status, held.body.errorCode]).toEqual([409, 4903])
    expect((await offboard(boreal, '?force=true', 'amelie')).status).toBe(403)
    expect((await offboard(lakeshore, '', 'amelie')).status).toBe(404)
    expect((await offboard(seedId('tenant', 'prairie'))).body.errors).toEqual({
      onboardingStatus: 'errors.tenant.notOnboarded',
    })
    expect((await offboard(boreal, '?force=true')).body.data).toMatchObject([{ onboardingStatus: 'offboarding' }])
    await advance(5_000)
    expect(await statusOf(boreal)).toBe('offboarded')
    expect(await codeOf('GET /users/info', { as: 'amelie' })).toEqual([403, 4905])
  })
})

describe('across tenants', () => {
  it('tells people, roles and initials as far as somebody may read people', async () => {
    const users = async (as: string) =>
      (await call('GET /tenants/users', { as })).body.map(({ id }: { id: string }) => id)
    expect(await users('marcus')).toHaveLength(15)
    expect(await users('amelie')).toHaveLength(14)
    expect(await users('claire')).toEqual([claire])
    expect(await codeOf('GET /tenants/users', { as: 'usha' })).toEqual([403, 4003])
    const paged = await call('GET /tenants/users?pageSize=5&role=user', { as: 'marcus' })
    expect([paged.body.length, paged.headers.get('x-total-count')]).toEqual([5, '7'])

    expect((await call('GET /tenants/permissions', { as: 'marcus' })).body).toHaveLength(11)
    expect((await call('GET /tenants/permissions', { as: 'amelie' })).body).toHaveLength(10)
    expect((await call('GET /tenants/permissions', { as: 'claire' })).body).toEqual([])
    expect(await codeOf('GET /tenants/permissions', { as: 'nadia' })).toEqual([403, 4003])

    const initials = await call(`GET /tenants/${boreal}/all-initials`, { as: 'amelie' })
    expect(initials.body).toHaveLength(14)
    expect(initials.body[0]).toEqual({ userId: amelie, initials: 'AT', fullName: 'Amélie Tremblay' })
    expect((await call(`GET /tenants/${boreal}/all-initials`, { as: 'claire' })).body).toHaveLength(1)
    expect(await codeOf(`GET /tenants/${boreal}/all-initials`, { as: 'usha' })).toEqual([403, 4003])
    expect(await codeOf(`GET /tenants/${lakeshore}/all-initials`, { as: 'amelie' })).toEqual([404, 4005])
  })
})

describe('a customer', () => {
  const create = (body: unknown, as = 'amelie') => call(`POST /tenants/${boreal}/customers`, { as, body })

  it('is created by an admin with the next code and a name of its own', async () => {
    const made = await create({ name: ' Fondation Argile ', description: 'Ateliers', customerId: 'CUS9999' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      customerId: 'CUS1005',
      name: 'Fondation Argile',
      tenantId: boreal,
      siteCount: 0,
      archived: false,
    })
    expect((await create({ name: 'fondation argile' })).body).toMatchObject({ errorCode: 4008 })
    expect((await create({ name: '' })).body.errors).toEqual({ name: 'errors.field.required' })
    expect((await create({})).body.errors).toEqual({ name: ['errors.field.required'] })
    expect((await create({ name: 'Other' }, 'usha')).status).toBe(403)
    expect((await create({ name: 'Other' }, 'claire')).status).toBe(403)
  })

  it('is renamed by its customer admin and archived by a tenant admin; then it can only be read (4202)', async () => {
    const path = `/customers/${maple}`
    const { body: before } = await call(`GET ${path}`, { as: 'claire' })
    const renamed = await call(`PUT ${path}`, { as: 'claire', body: { ...before, name: 'Maple Ridge' } })
    expect(renamed.body).toMatchObject({ name: 'Maple Ridge', description: before.description, siteCount: 3 })
    expect(await codeOf(`PUT ${path}`, { as: 'claire', body: before })).toEqual([409, 4009])
    expect(await codeOf(`PUT ${path}`, { as: 'claire', body: { archived: true } })).toEqual([403, 4003])
    expect(await codeOf(`PUT /customers/${laurier}`, { as: 'claire', body: { name: 'Mine' } })).toEqual([403, 4003])
    expect(await codeOf(`PUT ${path}`, { as: 'paul', body: { name: 'Mine' } })).toEqual([404, 4005])
    expect((await call(`PUT ${path}`, { as: 'amelie', body: {} })).body.errors).toEqual({
      name: ['errors.field.required'],
    })

    expect((await call(`PUT ${path}`, { as: 'amelie', body: { archived: true } })).body.archived).toBe(true)
    expect(await codeOf(`PUT ${path}`, { as: 'amelie', body: { name: 'Later' } })).toEqual([409, 4202])
    expect(await codeOf(`DELETE ${path}`, { as: 'amelie' })).toEqual([409, 4202])
    expect((await call(`PUT ${path}`, { as: 'amelie', body: { archived: false } })).body.archived).toBe(false)
  })

  it('is deleted only without sites (4201), with its groups and the roles in it', async () => {
    expect(await codeOf(`DELETE /customers/${laurier}`, { as: 'amelie' })).toEqual([409, 4201])
    expect(await codeOf(`DELETE /customers/${laurier}`, { as: 'claire' })).toEqual([403, 4003])
    const { body: made } = await create({ name: 'Fondation Argile' })
    await call(`POST /tenants/${boreal}/customer-permissions`, {
      as: 'amelie',
      body: { roleInCustomer: 'customer-user', userIds: [nadia], customerId: made.id },
    })
    expect((await call(`DELETE /customers/${made.id}`, { as: 'amelie' })).status).toBe(204)
    expect(await codeOf(`GET /customers/${made.id}`, { as: 'amelie' })).toEqual([404, 4005])
    expect((await call(`GET /tenants/${boreal}/users/${nadia}`, { as: 'amelie' })).body.role).toBe('no-access')
  })
})

describe('a person', () => {
  const person = { firstName: 'Ada', lastName: 'Tremblay', email: 'Ada.Tremblay@boreal.example' }
  const invite = (body: unknown, as = 'amelie') => call(`POST /tenants/${boreal}/users`, { as, body })

  it('is invited with an address of the tenant’s domains, once, and has no access yet', async () => {
    const made = await invite(person)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      email: 'ada.tremblay@boreal.example',
      initials: 'AT2',
      language: 'en',
      unit: 'metric',
      role: 'no-access',
      fullName: 'Ada Tremblay',
      created: expect.stringMatching(/^2026-03-09T12:/),
    })
    const twice = await invite({ ...person, email: 'ADA.tremblay@boreal.example' })
    expect([twice.status, twice.body.errorCode]).toEqual([409, 4902])
    expect((await invite({ ...person, email: 'ada@elsewhere.example' })).body.errors).toEqual({
      email: 'errors.user.domain',
    })
    expect((await invite({ ...person, email: 'nonsense' })).body.errors).toEqual({ email: 'errors.user.email' })
    expect((await invite({ ...person, firstName: ' ', language: 'de', unit: 'x', region: 'ca' })).body.errors).toEqual({
      firstName: ['errors.user.name'],
      language: ['errors.user.language'],
      unit: ['errors.user.unit'],
      region: ['errors.user.region'],
    })
    expect((await invite(person, 'usha')).status).toBe(403)
    expect((await invite(person, 'claire')).status).toBe(403)
    const roles = await call(`POST /tenants/${boreal}/users/roles/${roleIds.user}`, {
      as: 'amelie',
      body: [made.body.id],
    })
    expect(roles.body).toEqual([{ tenantId: boreal, userId: made.body.id, roleId: roleIds.user }])
  })

  it('saves their own profile, whatever their role, and nobody else’s', async () => {
    const save = (userId: string, as: string, body: unknown) =>
      call(`PUT /tenants/${boreal}/users/${userId}/update-profile`, { as, body })
    expect((await save(nadia, 'nadia', { language: 'fr', initials: '' })).body).toMatchObject({
      language: 'fr',
      firstName: 'Nadia',
      initials: 'NH',
      unit: 'us',
    })
    expect((await save(usha, 'usha', { unit: 'us', region: null })).body).toMatchObject({ unit: 'us', region: null })
    expect((await save(usha, 'usha', { eTag: 'v1', firstName: 'U' })).body.errorCode).toBe(4009)
    expect((await save(usha, 'usha', { firstName: '' })).body.errors).toEqual({ firstName: ['errors.user.name'] })
    for (const as of ['amelie', 'claire', 'nadia']) expect((await save(usha, as, { unit: 'us' })).status).toBe(403)
    expect((await save(usha, 'marcus', { unit: 'us' })).status).toBe(403)
  })
})

it('onboarding that was under way goes on after a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-onboarding-'))
  const before = await startTestServices({ dataDir })
  const { body } = await before.call('tenant', 'POST /tenants/onboard', {
    as: 'marcus',
    body: { tenantId: 'eclair', name: 'Éclair', domains: [], adminEmail: 'a@eclair.example' },
  })
  await before.close()
  const after = await startTestServices({ dataDir })
  await after.control('POST /clock', { advanceMs: 5_000 })
  expect(after.world.store.get('SELECT onboarding_status AS status FROM tenant WHERE id = ?', body.data[0].id)).toEqual(
    { status: 'onboarded' },
  )
  await after.close()
  await rm(dataDir, { recursive: true })
})
