import { describe, expect, test } from 'vitest'
import { customerRole, effectiveRole, type RoleQuery, roleIdOf, roleLevel } from '~/domain/effective-role'

const roleIds = { user: 'role-user', admin: 'role-admin' }
const nobody: RoleQuery = {
  userPermissions: [],
  customerUserPermissions: [],
  userIds: ['me'],
  tenantId: 'boreal',
  rootTenantId: 'root',
  roleIds,
  superCheck: false,
}
const inTenant = (tenantId: string, roleId: string, userId = 'me') => ({ tenantId, userId, roleId })
const inCustomer = (customerId: string, roleId: string, userId = 'me') => ({ customerId, userId, roleId })

describe('the effective role (spec §4, §6)', () => {
  test('a user with the admin role in the tenant is admin', () => {
    const question = { ...nobody, userPermissions: [inTenant('boreal', 'role-admin'), inTenant('boreal', 'role-user')] }
    expect(effectiveRole(question)).toEqual({ role: 'admin', because: 'tenantAdmin' })
  })

  test('a user with the user role is user', () => {
    const question = { ...nobody, userPermissions: [inTenant('boreal', 'role-user')] }
    expect(effectiveRole(question)).toEqual({ role: 'user', because: 'tenantUser' })
  })

  test('an admin of the root tenant becomes super-admin only if the super check is requested', () => {
    const inRoot = { ...nobody, tenantId: 'root', userPermissions: [inTenant('root', 'role-admin')] }
    expect(effectiveRole(inRoot).role).toBe('admin')
    expect(effectiveRole({ ...inRoot, superCheck: true })).toEqual({ role: 'super-admin', because: 'rootTenantAdmin' })
  })

  test('a super-admin is one in every tenant', () => {
    const elsewhere = { ...nobody, userPermissions: [inTenant('root', 'role-admin')], superCheck: true }
    expect(effectiveRole(elsewhere).role).toBe('super-admin')
    expect(effectiveRole({ ...elsewhere, superCheck: false }).role).toBe('no-access')
  })

  test('an admin of any other tenant never becomes super-admin', () => {
    const question = { ...nobody, userPermissions: [inTenant('boreal', 'role-admin')], superCheck: true }
    expect(effectiveRole(question).role).toBe('admin')
  })

  test('with customer permissions the tenant-level role is treated as noAccess', () => {
    const both = {
      ...nobody,
      userPermissions: [inTenant('boreal', 'role-admin')],
      customerUserPermissions: [inCustomer('laurier', 'role-user')],
    }
    expect(effectiveRole(both)).toEqual({ role: 'customer-user', because: 'customerUser' })
    expect(effectiveRole({ ...both, customerId: 'maple' })).toEqual({
      role: 'no-access',
      because: 'customerPermissionsElsewhere',
    })
  })

  test('customer permissions in the root tenant end the super-admin there', () => {
    const question = {
      ...nobody,
      tenantId: 'root',
      userPermissions: [inTenant('root', 'role-admin')],
      customerUserPermissions: [inCustomer('laurier', 'role-user')],
      superCheck: true,
    }
    expect(effectiveRole(question).role).toBe('customer-user')
  })

  test('customer permissions in the root tenant end the super-admin in every tenant', () => {
    const question = {
      ...nobody,
      userPermissions: [inTenant('root', 'role-admin')],
      customerUserPermissions: [inCustomer('laurier', 'role-user')],
      customers: [{ id: 'laurier', tenantId: 'root' }],
      superCheck: true,
    }
    expect(effectiveRole(question).role).toBe('no-access')
    expect(effectiveRole({ ...question, customers: [{ id: 'laurier', tenantId: 'boreal' }] }).role).toBe('super-admin')
  })

  test('within a customer the role of that customer decides; in the tenant the strongest one', () => {
    const claire = {
      ...nobody,
      customerUserPermissions: [inCustomer('laurier', 'role-user'), inCustomer('maple', 'role-admin')],
    }
    expect(effectiveRole({ ...claire, customerId: 'laurier' }).role).toBe('customer-user')
    expect(effectiveRole({ ...claire, customerId: 'maple' }).role).toBe('customer-admin')
    expect(effectiveRole(claire)).toEqual({ role: 'customer-admin', because: 'customerAdmin' })
  })

  test('customer permissions of one tenant leave the role in another alone', () => {
    const question = {
      ...nobody,
      tenantId: 'summit',
      userIds: ['me', 'me-at-summit'],
      userPermissions: [inTenant('summit', 'role-admin', 'me-at-summit')],
      customerUserPermissions: [inCustomer('laurier', 'role-user')],
      tenantUsers: [
        { id: 'me', tenantId: 'boreal' },
        { id: 'me-at-summit', tenantId: 'summit' },
      ],
      customers: [],
    }
    expect(effectiveRole(question).role).toBe('admin')
    expect(effectiveRole({ ...question, tenantId: 'boreal' }).role).toBe('customer-user')
  })

  test('a user with no tenant role and no customer role gets no-access; roles of others do not count', () => {
    const question = {
      ...nobody,
      userPermissions: [inTenant('boreal', 'role-admin', 'another'), inTenant('boreal', 'role-unknown')],
      customerUserPermissions: [inCustomer('laurier', 'role-admin', 'another')],
    }
    expect(effectiveRole(question)).toEqual({ role: 'no-access', because: 'noRole' })
  })
})

test('customer-level roles map customer-admin to admin and customer-user to user (spec §6)', () => {
  expect(roleIdOf('customer-admin', roleIds)).toBe('role-admin')
  expect(roleIdOf('customer-user', roleIds)).toBe('role-user')
  expect(customerRole('role-admin', roleIds)).toBe('customer-admin')
  expect(customerRole('something', roleIds)).toBeNull()
})

test('role level values are noAccess, user, admin, superAdmin, customerAdmin, customerUser (spec §4)', () => {
  expect(roleLevel('no-access')).toBe('noAccess')
  expect(roleLevel('super-admin')).toBe('superAdmin')
})
