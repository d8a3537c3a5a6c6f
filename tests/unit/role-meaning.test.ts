import { describe, expect, test } from 'vitest'
import { roleEffect, siteCountOf } from '~/domain/role-effect'
import { type AssignedRole, assignedRole, type RoleTask, roleMeaning, taskDifference } from '~/domain/role-meaning'

const tenantLevel = (role: AssignedRole['role']): AssignedRole => ({ role, customers: [] })
const meaningOf = (standing: AssignedRole, deed: RoleTask) =>
  roleMeaning(standing).find(({ tasks }) => tasks.includes(deed))

describe('what a role means', () => {
  test('an administrator deploys in all of the tenant, and manages no tenants', () => {
    expect(meaningOf(tenantLevel('admin'), 'deploy')).toMatchObject({ where: 'tenant', whyNot: null })
    expect(meaningOf(tenantLevel('admin'), 'tenants')).toMatchObject({ where: null, whyNot: 'superAdminOnly' })
  })

  test('a user changes schedules but does not deploy: only administrators may', () => {
    expect(meaningOf(tenantLevel('user'), 'schedule')).toMatchObject({ where: 'tenant' })
    expect(meaningOf(tenantLevel('user'), 'deploy')).toMatchObject({ where: null, whyNot: 'adminOnly' })
  })

  test('an administrator of one customer and user of another deploys in the first alone', () => {
    const standing: AssignedRole = {
      role: 'customer-admin',
      customers: [
        { name: 'Laurier', role: 'customer-user' },
        { name: 'Maple Ridge', role: 'customer-admin' },
      ],
    }
    expect(meaningOf(standing, 'deploy')).toMatchObject({
      where: 'customers',
      mayIn: ['Maple Ridge'],
      notIn: ['Laurier'],
      whyNot: 'adminOnly',
    })
    expect(meaningOf(standing, 'schedule')).toMatchObject({ notIn: ['Laurier'], whyNot: 'notCustomerUser' })
    expect(meaningOf(standing, 'people')).toMatchObject({ where: null, whyNot: 'tenantAdminOnly' })
  })

  test('somebody without access may do nothing, because no role is held', () => {
    const meanings = roleMeaning(tenantLevel('no-access'))
    expect(meanings).toHaveLength(1)
    expect(meanings[0]).toMatchObject({ where: null, whyNot: 'noRole' })
  })

  test('roles in customers stand before a role in the tenant; an admin of the root tenant is super-admin', () => {
    const names = new Map([['a', 'Laurier']])
    const at = { names, isRootTenant: true }
    expect(assignedRole({ tenantRole: 'admin', customerRoles: [] }, at).role).toBe('super-admin')
    expect(
      assignedRole({ tenantRole: 'admin', customerRoles: [{ customerId: 'a', role: 'customer-user' }] }, at),
    ).toEqual({
      role: 'customer-user',
      customers: [{ name: 'Laurier', role: 'customer-user' }],
    })
  })

  test('a change tells what becomes possible and what no longer is', () => {
    const { gained, lost } = taskDifference(tenantLevel('user'), {
      role: 'customer-admin',
      customers: [{ name: 'Laurier', role: 'customer-admin' }],
    })
    expect(gained).toContain('deploy')
    expect(lost).toEqual([])
    expect(taskDifference(tenantLevel('user'), tenantLevel('no-access')).lost).toContain('look')
  })
})

describe('the effect of a change of roles', () => {
  const customers = [
    { id: 'a', name: 'Laurier', siteCount: 3 },
    { id: 'b', name: 'Maple Ridge', siteCount: 9 },
    { id: 'c', name: 'Saint-Rémi', siteCount: 2 },
  ]
  const inTenant = { tenantRole: 'user' as const, customerRoles: [] }
  const inCustomer = (...ids: string[]) => ({
    tenantRole: null,
    customerRoles: ids.map((customerId) => ({ customerId, role: 'customer-user' as const })),
  })

  test('a role in the tenant opens every customer; roles in customers open those alone', () => {
    const { gained, lost } = roleEffect(inTenant, inCustomer('a'), customers)
    expect(gained).toEqual([])
    expect(lost.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(siteCountOf(lost)).toBe(11)
  })

  test('another customer gains its sites, the one left loses them', () => {
    const { gained, lost } = roleEffect(inCustomer('a'), inCustomer('b'), customers)
    expect([siteCountOf(gained), siteCountOf(lost)]).toEqual([9, 3])
  })

  test('without any role nothing is open', () => {
    expect(roleEffect({ tenantRole: null, customerRoles: [] }, inTenant, customers).gained).toHaveLength(3)
  })
})
