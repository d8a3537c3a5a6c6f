/**
 * A change of roles as a difference: what is added, removed and unchanged, and the calls that apply it, in order (spec
 * §4, §6; domain §16).
 */
import type { CustomerRole, TenantRole } from '~/domain/effective-role'

export interface CustomerRoleAssignment {
  customerId: string
  role: CustomerRole
}

/** The current roles of a person. Both levels at once are not legal, but are repaired when found. */
export interface RoleAssignments {
  tenantRole: TenantRole | null
  /** A second, weaker tenant role, after a change that stopped between adding and removing. */
  leftOver?: TenantRole | null
  customerRoles: readonly CustomerRoleAssignment[]
}

/**
 * The roles requested in a form. A person is of the tenant level or of the customer level, never both (spec §6).
 *
 * At the customer level `no-change` and `no-access` are ignored, and customers not mentioned keep their role (spec §6);
 * `remove` is therefore a separate value. At the tenant level `no-access` removes everything, customer roles too, and
 * `no-change` changes nothing.
 */
export type RoleRequest =
  | { level: 'tenant'; role: TenantRole | 'no-access' | 'no-change' }
  | { level: 'customer'; roles: readonly CustomerRoleRequest[] }

export interface CustomerRoleRequest {
  customerId: string
  role: CustomerRole | 'remove' | 'no-access' | 'no-change'
}

export type RoleCall =
  | { call: 'addRole'; role: TenantRole }
  | { call: 'removeRole'; role: TenantRole }
  | { call: 'removeCustomerPermissions'; permissions: CustomerRoleAssignment[] }
  | { call: 'addCustomerPermissions'; customerId: string; roleInCustomer: CustomerRole }
  | { call: 'offboard' }

/** One row of the difference. */
export type RoleDifference = { kind: 'added' | 'removed' | 'changed' | 'unchanged' } & (
  | { scope: 'tenant'; before: TenantRole | null; after: TenantRole | null }
  | { scope: 'customer'; customerId: string; before: CustomerRole | null; after: CustomerRole | null }
)

export interface RoleChanges {
  difference: RoleDifference[]
  /** Empty when nothing changes. */
  calls: RoleCall[]
  after: RoleAssignments
  /** The last role is removed and the person is offboarded. */
  offboards: boolean
  /** The last role is removed but the actor may not offboard: the person stays, without access. */
  leavesWithoutAccess: boolean
}

export interface RoleChangeOptions {
  /** Whether the actor may offboard people (`user.manage`). */
  mayOffboard: boolean
  /** An earlier attempt removed the last role and then failed: a person without roles still has to be offboarded. */
  offboardPending?: boolean
}

/**
 * Returns the difference between the current and the requested roles, and the calls that apply it (domain §16).
 * Customer permissions are removed first and then added; a new tenant role is added before the old one is removed;
 * removing the last role ends in offboarding (spec §4). After a failure, applying it again computes the rest.
 */
export function roleChanges(current: RoleAssignments, requested: RoleRequest, options: RoleChangeOptions): RoleChanges {
  const after = rolesAfter(current, requested)
  const calls = callsBetween(current, after)
  const requestsRemoval =
    requested.level === 'tenant'
      ? requested.role === 'no-access'
      : requested.roles.some(({ role }) => role === 'remove')
  const removesLastRole =
    hasNoRole(after) &&
    (calls.length > 0 || (requestsRemoval && hasNoRole(current) && options.offboardPending === true))
  const offboards = removesLastRole && options.mayOffboard
  if (offboards) calls.push({ call: 'offboard' })
  return {
    difference: differenceBetween(current, after),
    calls,
    after,
    offboards,
    leavesWithoutAccess: removesLastRole && !offboards,
  }
}

function rolesAfter(current: RoleAssignments, requested: RoleRequest): RoleAssignments {
  if (requested.level === 'tenant') {
    if (requested.role === 'no-change') return current
    return { tenantRole: requested.role === 'no-access' ? null : requested.role, customerRoles: [] }
  }
  const set = new Map<string, CustomerRole | null>()
  for (const { customerId, role } of requested.roles) {
    if (role === 'no-change' || role === 'no-access') continue
    set.set(customerId, role === 'remove' ? null : role)
  }
  const added = [...set].flatMap(([customerId, role]) => (role ? [{ customerId, role }] : []))
  const unchanged = current.customerRoles.filter(({ customerId }) => !set.has(customerId))
  return { tenantRole: added.length > 0 ? null : current.tenantRole, customerRoles: [...unchanged, ...added] }
}

function callsBetween(before: RoleAssignments, after: RoleAssignments): RoleCall[] {
  const calls: RoleCall[] = []
  const removed = before.customerRoles.filter((assignment) => !includesRole(after, assignment))
  const added = after.customerRoles.filter((assignment) => !includesRole(before, assignment))
  const tenantRoleChanges = before.tenantRole !== after.tenantRole

  if (removed.length > 0) calls.push({ call: 'removeCustomerPermissions', permissions: removed })
  const leftOver = leftOverToRemove(before, after)
  if (tenantRoleChanges && after.tenantRole && after.tenantRole !== before.leftOver)
    calls.push({ call: 'addRole', role: after.tenantRole })
  if (tenantRoleChanges && before.tenantRole) calls.push({ call: 'removeRole', role: before.tenantRole })
  if (leftOver) calls.push({ call: 'removeRole', role: leftOver })
  for (const { customerId, role } of added)
    calls.push({ call: 'addCustomerPermissions', customerId, roleInCustomer: role })
  return calls
}

/**
 * Returns the second tenant role to remove; null when the tenant level does not change, or it is the requested role.
 */
function leftOverToRemove(before: RoleAssignments, after: RoleAssignments): TenantRole | null {
  return before.leftOver && !after.leftOver && before.leftOver !== after.tenantRole ? before.leftOver : null
}

function differenceBetween(before: RoleAssignments, after: RoleAssignments): RoleDifference[] {
  const rows: RoleDifference[] = []
  if (before.tenantRole || after.tenantRole) {
    const roles = { before: before.tenantRole, after: after.tenantRole }
    rows.push({ scope: 'tenant', ...roles, kind: kindOf(roles.before, roles.after) })
  }
  const leftOver = leftOverToRemove(before, after)
  if (leftOver) rows.push({ scope: 'tenant', before: leftOver, after: null, kind: 'removed' })
  const customerIds = new Set([...before.customerRoles, ...after.customerRoles].map(({ customerId }) => customerId))
  for (const customerId of customerIds) {
    const roles = { before: roleIn(before, customerId), after: roleIn(after, customerId) }
    rows.push({ scope: 'customer', customerId, ...roles, kind: kindOf(roles.before, roles.after) })
  }
  return rows
}

function kindOf(before: string | null, after: string | null): RoleDifference['kind'] {
  if (before === after) return 'unchanged'
  if (!before) return 'added'
  return after ? 'changed' : 'removed'
}

function includesRole(roles: RoleAssignments, { customerId, role }: CustomerRoleAssignment): boolean {
  return roles.customerRoles.some((assignment) => assignment.customerId === customerId && assignment.role === role)
}

/** Returns the role in a customer; the stronger one when a backend lists two. */
function roleIn(roles: RoleAssignments, customerId: string): CustomerRole | null {
  const inCustomer = roles.customerRoles.filter((role) => role.customerId === customerId).map(({ role }) => role)
  return inCustomer.includes('customer-admin') ? 'customer-admin' : (inCustomer[0] ?? null)
}

function hasNoRole(roles: RoleAssignments): boolean {
  return roles.tenantRole === null && roles.customerRoles.length === 0
}
