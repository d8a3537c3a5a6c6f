/**
 * A change of roles as lines of its plan: `tenant`, `leftOver`, `customer:<id>` for each customer, and `access` if it
 * ends. The display, the calls and the record are derived from the same lines (domain §16).
 */
import type { PlanField } from '~/change/plan'
import type { CustomerRole, TenantRole } from '~/domain/effective-role'
import { type RoleCall, type RoleChanges, type RolesHeld, type RolesWanted, roleChanges } from '~/domain/role-changes'

const customerPrefix = 'customer:'

/** Returns the customer id of a line; null for other lines. */
export function customerOf(field: string): string | null {
  return field.startsWith(customerPrefix) ? field.slice(customerPrefix.length) : null
}

/** Returns the differences as lines; roles are their names on the wire. */
export function linesOf({ difference, offboards }: RoleChanges): PlanField[] {
  const lines = difference.map((row, at) => ({
    // A second line of the tenant is the role that a change left behind when it stopped half-way.
    name: row.scope === 'customer' ? `${customerPrefix}${row.customerId}` : at === 0 ? 'tenant' : 'leftOver',
    from: row.before,
    to: row.after,
  }))
  return offboards ? [...lines, { name: 'access', from: 'open', to: 'ended' }] : lines
}

/** Returns the roles before or after the change. */
export function rolesIn(lines: readonly PlanField[], side: 'from' | 'to'): RolesHeld {
  const roleAt = (name: string) => (lines.find((line) => line.name === name)?.[side] ?? null) as TenantRole | null
  const leftOver = roleAt('leftOver')
  return {
    tenantRole: roleAt('tenant'),
    ...(leftOver ? { leftOver } : {}),
    customerRoles: lines.flatMap((line) => {
      const customerId = customerOf(line.name)
      const role = line[side] as CustomerRole | null
      return customerId && role ? [{ customerId, role }] : []
    }),
  }
}

/** Returns the calls from one side to the other, in order. */
export function callsIn(lines: readonly PlanField[]): RoleCall[] {
  const options = { mayOffboard: lines.some((line) => line.name === 'access'), offboardPending: true }
  return roleChanges(rolesIn(lines, 'from'), wantedIn(lines), options).calls
}

function wantedIn(lines: readonly PlanField[]): RolesWanted {
  const { tenantRole, customerRoles } = rolesIn(lines, 'to')
  if (tenantRole) return { level: 'tenant', role: tenantRole }
  if (customerRoles.length === 0) return { level: 'tenant', role: 'no-access' }
  const removed = rolesIn(lines, 'from').customerRoles.filter(
    (held) => !customerRoles.some((kept) => kept.customerId === held.customerId),
  )
  return {
    level: 'customer',
    roles: [...customerRoles, ...removed.map(({ customerId }) => ({ customerId, role: 'remove' as const }))],
  }
}
