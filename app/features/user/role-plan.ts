/**
 * A change of roles as lines of its plan: `tenant`, `leftOver`, `customer:<id>` for each customer, and `access` if it
 * ends. The display, the calls and the record are derived from the same lines (domain §16).
 */
import type { PlanField } from '~/change/plan'
import type { CustomerRole, TenantRole } from '~/domain/effective-role'
import {
  type RoleAssignments,
  type RoleCall,
  type RoleChanges,
  type RoleRequest,
  roleChanges,
} from '~/domain/role-changes'

const customerPrefix = 'customer:'

/** Returns the customer id of a line; null for other lines. */
export function customerOfLine(field: string): string | null {
  return field.startsWith(customerPrefix) ? field.slice(customerPrefix.length) : null
}

/** Returns the differences as lines; roles are their names on the wire. */
export function roleLinesOf({ difference, offboards }: RoleChanges): PlanField[] {
  const lines = difference.map((row, at) => ({
    // A second line of the tenant is the role that a change left behind when it stopped half-way.
    name: row.scope === 'customer' ? `${customerPrefix}${row.customerId}` : at === 0 ? 'tenant' : 'leftOver',
    from: row.before,
    to: row.after,
  }))
  return offboards ? [...lines, { name: 'access', from: 'open', to: 'ended' }] : lines
}

/** Returns the roles before or after the change. */
export function rolesFromLines(lines: readonly PlanField[], side: 'from' | 'to'): RoleAssignments {
  const roleAt = (name: string) => (lines.find((line) => line.name === name)?.[side] ?? null) as TenantRole | null
  const leftOver = roleAt('leftOver')
  return {
    tenantRole: roleAt('tenant'),
    ...(leftOver ? { leftOver } : {}),
    customerRoles: lines.flatMap((line) => {
      const customerId = customerOfLine(line.name)
      const role = line[side] as CustomerRole | null
      return customerId && role ? [{ customerId, role }] : []
    }),
  }
}

/** Returns the calls from one side to the other, in order. */
export function roleCallsIn(lines: readonly PlanField[]): RoleCall[] {
  const options = { mayOffboard: lines.some((line) => line.name === 'access'), offboardPending: true }
  return roleChanges(rolesFromLines(lines, 'from'), targetRolesIn(lines), options).calls
}

function targetRolesIn(lines: readonly PlanField[]): RoleRequest {
  const { tenantRole, customerRoles } = rolesFromLines(lines, 'to')
  if (tenantRole) return { level: 'tenant', role: tenantRole }
  if (customerRoles.length === 0) return { level: 'tenant', role: 'no-access' }
  const removed = rolesFromLines(lines, 'from').customerRoles.filter(
    (previous) => !customerRoles.some((current) => current.customerId === previous.customerId),
  )
  return {
    level: 'customer',
    roles: [...customerRoles, ...removed.map(({ customerId }) => ({ customerId, role: 'remove' as const }))],
  }
}
