import { describe, expect, test } from 'vitest'
import type { Customer, TenantUser, UsersInfo } from '#contracts/tenant'
import { deriveCurrentUser, displayName, initialsOf, shouldRetryCurrentUser } from '~/domain/current-user'

const standing = { rootTenantId: 'root', roleIds: { user: 'role-user', admin: 'role-admin' }, superCheck: true }

const person = (rest: Partial<TenantUser> = {}): TenantUser => ({
  id: 'claire-boreal',
  tenantId: 'boreal',
  email: 'claire@boreal.example',
  firstName: 'Claire',
  lastName: 'Fontaine',
  initials: null,
  unit: 'metric',
  language: 'fr',
  ...rest,
})
const customer = (id: string, tenantId = 'boreal'): Customer => ({
  id,
  customerId: `CUS-${id}`,
  name: `Customer ${id}`,
  tenantId,
  siteCount: 0,
  projectCount: 0,
  siteGroupCount: 0,
  description: '',
  archived: false,
})
const info = (rest: Partial<UsersInfo> = {}): UsersInfo => ({
  userPermissions: [],
  tenantUsers: [person()],
  customers: [],
  customerUserPermissions: [],
  tenants: [{ tenantId: 'boreal', name: 'Boréal Facilities' }],
  ...rest,
})
const held = (customerId: string, roleId = 'role-user', userId = 'claire-boreal') => ({ customerId, userId, roleId })

describe('the derived current user (spec §3, §4)', () => {
  const claire = info({
    customers: [customer('laurier'), customer('maple')],
    customerUserPermissions: [held('maple', 'role-admin'), held('laurier')],
  })

  test('carries who they are, where they are and what they may be there', () => {
    expect(deriveCurrentUser(claire, { ...standing, tenantId: 'boreal', customerId: 'laurier' })).toMatchObject({
      id: 'claire-boreal',
      fullName: 'Claire Fontaine',
      initials: 'CF',
      unit: 'metric',
      language: 'fr',
      tenantId: 'boreal',
      tenantName: 'Boréal Facilities',
      customerId: 'laurier',
      customerName: 'Customer laurier',
      role: 'customer-user',
      because: 'customerUser',
    })
  })

  test('the default customer is picked from the customer permissions when none is stored', () => {
    expect(deriveCurrentUser(claire, standing)).toMatchObject({ customerId: 'maple', role: 'customer-admin' })
    expect(deriveCurrentUser(claire, { ...standing, customerId: 'of-somebody-else' }).customerId).toBe('maple')
  })

  test('the default customer is known by its permission while the customers are still missing', () => {
    const early = info({ customerUserPermissions: [{ ...held('maple'), customerName: 'Maple Ridge' }] })
    expect(deriveCurrentUser(early, standing)).toMatchObject({ customerId: 'maple', customerName: 'Maple Ridge' })
  })

  test('a selected tenant that is missing or invalid gives way to the first available', () => {
    expect(deriveCurrentUser(claire, standing).tenantId).toBe('boreal')
    expect(deriveCurrentUser(claire, { ...standing, tenantId: 'elsewhere' }).tenantId).toBe('boreal')
    expect(deriveCurrentUser(claire, { ...standing, tenantId: '00000000-0000-0000-0000-000000000000' }).tenantId).toBe(
      'boreal',
    )
  })

  test('people of the tenant level have no customer until they choose one', () => {
    const admin = info({
      customers: [customer('laurier'), customer('other', 'summit')],
      userPermissions: [{ tenantId: 'boreal', userId: 'claire-boreal', roleId: 'role-admin' }],
    })
    expect(deriveCurrentUser(admin, standing)).toMatchObject({ customerId: null, customerName: '', role: 'admin' })
    expect(deriveCurrentUser(admin, standing).customers.map(({ id }) => id)).toEqual(['laurier'])
    expect(deriveCurrentUser(admin, { ...standing, customerId: 'laurier' }).customerId).toBe('laurier')
    expect(deriveCurrentUser(admin, { ...standing, customerId: 'other' }).customerId).toBeNull()
  })

  test('a super-admin may be in a tenant that is not listed', () => {
    const marcus = info({
      tenants: [{ tenantId: 'root', name: 'Nordhaven' }],
      tenantUsers: [person({ id: 'marcus', tenantId: 'root' })],
      userPermissions: [{ tenantId: 'root', userId: 'marcus', roleId: 'role-admin' }],
    })
    expect(deriveCurrentUser(marcus, { ...standing, tenantId: 'summit', customerId: 'any' })).toMatchObject({
      tenantId: 'summit',
      customerId: 'any',
      role: 'super-admin',
      because: 'rootTenantAdmin',
    })
  })

  test('somebody unknown has no access, and the defaults UU and metric', () => {
    expect(deriveCurrentUser(info({ tenantUsers: [], tenants: [] }), standing)).toMatchObject({
      id: '',
      initials: 'UU',
      unit: 'metric',
      tenantId: null,
      customerId: null,
      role: 'no-access',
      because: 'noRole',
    })
  })
})

describe('the current user is fetched again (spec §4)', () => {
  test('while a customer-role user with customer permissions has no customers yet', () => {
    expect(shouldRetryCurrentUser(info({ customerUserPermissions: [held('laurier')] }))).toBe(true)
  })

  test('while a customer-role user with several tenants has no customers yet', () => {
    const tenants = [...info().tenants, { tenantId: 'summit', name: 'Summit' }]
    expect(shouldRetryCurrentUser(info({ tenants, tenantUsers: [person({ role: 'customer-user' })] }))).toBe(true)
    expect(shouldRetryCurrentUser(info({ tenants, tenantUsers: [person({ role: 'user' })] }))).toBe(false)
  })

  test('but not once customers are there, nor for people of the tenant level', () => {
    expect(
      shouldRetryCurrentUser(info({ customers: [customer('laurier')], customerUserPermissions: [held('laurier')] })),
    ).toBe(false)
    expect(shouldRetryCurrentUser(info())).toBe(false)
  })
})

test('the display name is first name and last name joined and trimmed (spec §3)', () => {
  expect(displayName({ firstName: 'Amélie', lastName: 'Tremblay' })).toBe('Amélie Tremblay')
  expect(displayName({ firstName: 'Usha', lastName: '' })).toBe('Usha')
  expect(displayName({ firstName: '', lastName: 'Reid' })).toBe('Reid')
})

test('initials default to the first letters of first and last name, and to UU (spec §5, §9)', () => {
  expect(initialsOf({ firstName: 'Élodie', lastName: 'de Brie' })).toBe('ÉD')
  expect(initialsOf({ initials: ' XY ', firstName: 'Paul', lastName: 'Gagné' })).toBe('XY')
  expect(initialsOf({ initials: '', firstName: 'Paul' })).toBe('P')
  expect(initialsOf({ firstName: ' ', lastName: null })).toBe('UU')
})
