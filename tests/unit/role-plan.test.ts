import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RoleAssignments, type RoleCall, type RoleRequest, roleChanges } from '~/domain/role-changes'
import { roleCallsIn, roleLinesOf, rolesFromLines } from '~/features/user/role-plan'

const customerIds = ['a', 'b', 'c', 'd']
const customerRole = fc.constantFrom('customer-user' as const, 'customer-admin' as const)
const held: fc.Arbitrary<RoleAssignments> = fc.oneof(
  fc.record({ tenantRole: fc.constantFrom(null, 'user' as const, 'admin' as const), customerRoles: fc.constant([]) }),
  fc
    .uniqueArray(fc.record({ customerId: fc.constantFrom(...customerIds), role: customerRole }), {
      selector: (one) => one.customerId,
    })
    .map((customerRoles) => ({ tenantRole: null, customerRoles })),
)
const wanted: fc.Arbitrary<RoleRequest> = fc.oneof(
  fc.record({
    level: fc.constant('tenant' as const),
    role: fc.constantFrom('user', 'admin', 'no-access', 'no-change'),
  }),
  fc.record({
    level: fc.constant('customer' as const),
    roles: fc.uniqueArray(
      fc.record({
        customerId: fc.constantFrom(...customerIds),
        role: fc.constantFrom('customer-user', 'customer-admin', 'remove', 'no-change'),
      }),
      { selector: (one) => one.customerId },
    ),
  }),
) as fc.Arbitrary<RoleRequest>

test('the lines of a plan say the calls that carry it out, whoever plans it', () => {
  fc.assert(
    fc.property(held, wanted, fc.boolean(), (current, asked, mayOffboard) => {
      const changes = roleChanges(current, asked, { mayOffboard, offboardPending: true })
      const lines = roleLinesOf(changes)
      fc.pre(changes.calls.length > 0)
      expect(sorted(rolesFromLines(lines, 'from'))).toEqual(sorted(current))
      expect(sorted(rolesFromLines(lines, 'to'))).toEqual(sorted(changes.after))
      expect(roleCallsIn(lines).map(({ call }) => call)).toEqual(changes.calls.map(({ call }) => call))
      expect(roleCallsIn(lines).map(told).sort()).toEqual(changes.calls.map(told).sort())
    }),
    { numRuns: 500 },
  )
})

const sorted = (roles: RoleAssignments) => ({ ...roles, customerRoles: byCustomer(roles.customerRoles) })
const byCustomer = <T extends { customerId: string }>(some: readonly T[]) =>
  [...some].sort((one, other) => one.customerId.localeCompare(other.customerId))
/** Which customer's role is given first is nobody's business. */
const told = (call: RoleCall) =>
  JSON.stringify(
    call.call === 'removeCustomerPermissions' ? { ...call, permissions: byCustomer(call.permissions) } : call,
  )
