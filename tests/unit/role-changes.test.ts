import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CustomerRole, TenantRole } from '~/domain/effective-role'
import {
  type CustomerRoleRequest,
  type RoleAssignments,
  type RoleCall,
  type RoleRequest,
  roleChanges,
} from '~/domain/role-changes'

const mayOffboard = { mayOffboard: true }
const none: RoleAssignments = { tenantRole: null, customerRoles: [] }
const inTenant = (tenantRole: TenantRole): RoleAssignments => ({ tenantRole, customerRoles: [] })
const inCustomers = (...roles: [string, CustomerRole][]): RoleAssignments => ({
  tenantRole: null,
  customerRoles: roles.map(([customerId, role]) => ({ customerId, role })),
})
const tenant = (role: Extract<RoleRequest, { level: 'tenant' }>['role']): RoleRequest => ({ level: 'tenant', role })
const customers = (...roles: [string, CustomerRoleRequest['role']][]): RoleRequest => ({
  level: 'customer',
  roles: roles.map(([customerId, role]) => ({ customerId, role })),
})
const names = (calls: RoleCall[]) => calls.map(({ call }) => call)

describe('the calls of a change of roles, in their order (domain §16)', () => {
  test('nothing changes: none', () => {
    expect(roleChanges(inTenant('user'), tenant('user'), mayOffboard).calls).toEqual([])
    expect(roleChanges(inTenant('user'), tenant('no-change'), mayOffboard).calls).toEqual([])
    expect(roleChanges(none, tenant('no-access'), mayOffboard).calls).toEqual([])
    expect(
      roleChanges(inCustomers(['a', 'customer-user']), customers(['a', 'customer-user']), mayOffboard).calls,
    ).toEqual([])
  })

  test('none → tenant role: POST roles/R', () => {
    expect(roleChanges(none, tenant('admin'), mayOffboard).calls).toEqual([{ call: 'addRole', role: 'admin' }])
  })

  test('tenant R1 → R2: POST roles/R2, then DELETE roles/R1', () => {
    expect(roleChanges(inTenant('user'), tenant('admin'), mayOffboard).calls).toEqual([
      { call: 'addRole', role: 'admin' },
      { call: 'removeRole', role: 'user' },
    ])
  })

  test('tenant R → none: DELETE roles/R, then offboard', () => {
    const changes = roleChanges(inTenant('user'), tenant('no-access'), mayOffboard)
    expect(changes.calls).toEqual([{ call: 'removeRole', role: 'user' }, { call: 'offboard' }])
    expect(changes).toMatchObject({ offboards: true, leavesWithoutAccess: false })
  })

  test('none → customer roles: one POST per role and customer', () => {
    expect(roleChanges(none, customers(['a', 'customer-user'], ['b', 'customer-admin']), mayOffboard).calls).toEqual([
      { call: 'addCustomerPermissions', customerId: 'a', roleInCustomer: 'customer-user' },
      { call: 'addCustomerPermissions', customerId: 'b', roleInCustomer: 'customer-admin' },
    ])
  })

  test('customer roles P1 → P2: DELETE gone and changed, then POST new and changed; not mentioned stay', () => {
    const current = inCustomers(['a', 'customer-user'], ['b', 'customer-user'], ['kept', 'customer-admin'])
    const wanted = customers(['a', 'customer-admin'], ['b', 'remove'], ['c', 'customer-user'])
    const changes = roleChanges(current, wanted, mayOffboard)
    expect(changes.calls).toEqual([
      {
        call: 'removeCustomerPermissions',
        permissions: [
          { customerId: 'a', role: 'customer-user' },
          { customerId: 'b', role: 'customer-user' },
        ],
      },
      { call: 'addCustomerPermissions', customerId: 'a', roleInCustomer: 'customer-admin' },
      { call: 'addCustomerPermissions', customerId: 'c', roleInCustomer: 'customer-user' },
    ])
    expect(changes.difference).toEqual([
      { scope: 'customer', customerId: 'a', before: 'customer-user', after: 'customer-admin', kind: 'changed' },
      { scope: 'customer', customerId: 'b', before: 'customer-user', after: null, kind: 'removed' },
      { scope: 'customer', customerId: 'kept', before: 'customer-admin', after: 'customer-admin', kind: 'unchanged' },
      { scope: 'customer', customerId: 'c', before: null, after: 'customer-user', kind: 'added' },
    ])
  })

  test('customer roles → none: DELETE customer-permissions, then offboard if the actor may', () => {
    const current = inCustomers(['a', 'customer-user'])
    expect(names(roleChanges(current, customers(['a', 'remove']), mayOffboard).calls)).toEqual([
      'removeCustomerPermissions',
      'offboard',
    ])
    const left = roleChanges(current, customers(['a', 'remove']), { mayOffboard: false })
    expect(names(left.calls)).toEqual(['removeCustomerPermissions'])
    expect(left).toMatchObject({ offboards: false, leavesWithoutAccess: true })
  })

  test('tenant R → customer roles: DELETE roles/R, then POST customer-permissions', () => {
    expect(names(roleChanges(inTenant('admin'), customers(['a', 'customer-user']), mayOffboard).calls)).toEqual([
      'removeRole',
      'addCustomerPermissions',
    ])
  })

  test('customer roles → tenant R: DELETE customer-permissions, then POST roles/R', () => {
    expect(names(roleChanges(inCustomers(['a', 'customer-user']), tenant('user'), mayOffboard).calls)).toEqual([
      'removeCustomerPermissions',
      'addRole',
    ])
  })

  test('entries marked no-change or no-access are ignored (spec §6)', () => {
    const current = inCustomers(['a', 'customer-user'], ['b', 'customer-admin'])
    expect(roleChanges(current, customers(['a', 'no-change'], ['b', 'no-access']), mayOffboard).calls).toEqual([])
    expect(roleChanges(inTenant('user'), customers(['a', 'no-access']), mayOffboard).calls).toEqual([])
  })

  test('an offboarding that failed after the last role went is finished on the next try', () => {
    const pending = { mayOffboard: true, offboardPending: true }
    expect(names(roleChanges(none, tenant('no-access'), pending).calls)).toEqual(['offboard'])
    expect(names(roleChanges(none, customers(['a', 'remove']), pending).calls)).toEqual(['offboard'])
    expect(roleChanges(none, tenant('no-change'), pending).calls).toEqual([])
  })
})

describe('for every state and every form', () => {
  const customerIds = ['a', 'b', 'c', 'd']
  const customerRole = fc.constantFrom<CustomerRole>('customer-user', 'customer-admin')
  const held: fc.Arbitrary<RoleAssignments> = fc.record({
    tenantRole: fc.constantFrom<TenantRole | null>('user', 'admin', null),
    customerRoles: fc.uniqueArray(fc.record({ customerId: fc.constantFrom(...customerIds), role: customerRole }), {
      selector: ({ customerId }) => customerId,
    }),
  })
  const wish = fc.constantFrom<CustomerRoleRequest['role']>(
    'customer-user',
    'customer-admin',
    'remove',
    'no-access',
    'no-change',
  )
  const wanted: fc.Arbitrary<RoleRequest> = fc.oneof(
    fc.constantFrom(tenant('user'), tenant('admin'), tenant('no-access'), tenant('no-change')),
    fc
      .uniqueArray(fc.record({ customerId: fc.constantFrom(...customerIds), role: wish }), {
        selector: ({ customerId }) => customerId,
      })
      .map((roles): RoleRequest => ({ level: 'customer', roles })),
  )

  test('applying the calls to the current state yields the wanted state, and asking again changes nothing', () => {
    fc.assert(
      fc.property(held, wanted, (current, form) => {
        const { calls, after } = roleChanges(current, form, mayOffboard)
        const reached = carryOut(current, calls)
        expect(normal(reached)).toEqual(normal(after))
        expect(roleChanges(reached, form, mayOffboard).calls).toEqual([])
      }),
    )
  })

  test('a failure at any call leaves a state from which the same form reaches the same end', () => {
    fc.assert(
      fc.property(held, wanted, fc.nat(8), (current, form, failsAt) => {
        const { calls, after } = roleChanges(current, form, mayOffboard)
        const halfway = carryOut(current, calls.slice(0, failsAt))
        expect(normal(carryOut(halfway, roleChanges(halfway, form, mayOffboard).calls))).toEqual(normal(after))
      }),
    )
  })

  test('what was given ends at one level only, and untouched customers keep their role', () => {
    fc.assert(
      fc.property(held, wanted, (current, form) => {
        const { after } = roleChanges(current, form, mayOffboard)
        const gives =
          form.level === 'tenant'
            ? form.role === 'user' || form.role === 'admin'
            : form.roles.some(({ role }) => role.startsWith('customer-'))
        if (gives) expect(after.tenantRole !== null && after.customerRoles.length > 0).toBe(false)
        if (form.level === 'tenant') return
        const mentioned = new Set(form.roles.map(({ customerId }) => customerId))
        const untouched = current.customerRoles.filter(({ customerId }) => !mentioned.has(customerId))
        expect(after.customerRoles).toEqual(expect.arrayContaining(untouched))
      }),
    )
  })

  function carryOut(current: RoleAssignments, calls: RoleCall[]): RoleAssignments {
    let { tenantRole } = current
    let customerRoles = [...current.customerRoles]
    for (const call of calls) {
      if (call.call === 'addRole') tenantRole = call.role
      if (call.call === 'removeRole' && tenantRole === call.role) tenantRole = null
      if (call.call === 'removeCustomerPermissions') {
        customerRoles = customerRoles.filter(
          (has) => !call.permissions.some((gone) => gone.customerId === has.customerId && gone.role === has.role),
        )
      }
      if (call.call === 'addCustomerPermissions') {
        customerRoles.push({ customerId: call.customerId, role: call.roleInCustomer })
      }
    }
    return { tenantRole, customerRoles }
  }

  function normal({ tenantRole, customerRoles }: RoleAssignments) {
    return { tenantRole, customerRoles: customerRoles.map(({ customerId, role }) => `${customerId} ${role}`).sort() }
  }
})

test('a role of the tenant that a stopped change left behind is taken with the next one', () => {
  const current: RoleAssignments = { tenantRole: 'admin', leftOver: 'user', customerRoles: [] }
  const options = { mayOffboard: true }
  expect(roleChanges(current, { level: 'tenant', role: 'admin' }, options).calls).toEqual([
    { call: 'removeRole', role: 'user' },
  ])
  expect(roleChanges(current, { level: 'tenant', role: 'user' }, options).calls).toEqual([
    { call: 'removeRole', role: 'admin' },
  ])
  expect(roleChanges(current, { level: 'tenant', role: 'no-access' }, options).calls).toEqual([
    { call: 'removeRole', role: 'admin' },
    { call: 'removeRole', role: 'user' },
    { call: 'offboard' },
  ])
  expect(roleChanges(current, { level: 'tenant', role: 'no-change' }, options).calls).toEqual([])
})
