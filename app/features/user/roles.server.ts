/** The roles that people have, for plans of changes and the trail (domain §16). */
import { type CustomerPermission, type Permission, tenant } from '#contracts/tenant'
import type { PlanContext } from '~/change/plan-context'
import { config } from '~/config.server'
import { customerRole, tenantRole } from '~/domain/effective-role'
import type { RoleAssignments } from '~/domain/role-changes'

/** Returns a person's roles from the permissions of the tenant service. */
export function rolesFromPermissions(
  permissions: readonly Permission[],
  customerPermissions: readonly CustomerPermission[],
): RoleAssignments {
  const { roleIds } = config()
  const tenantRoles = permissions.map(({ roleId }) => tenantRole(roleId, roleIds))
  const isAdmin = tenantRoles.includes('admin')
  const isUser = tenantRoles.includes('user')
  return {
    tenantRole: isAdmin ? 'admin' : isUser ? 'user' : null,
    leftOver: isAdmin && isUser ? 'user' : null,
    customerRoles: customerPermissions.flatMap(({ customerId, roleId }) => {
      const role = customerRole(roleId, roleIds)
      return role ? [{ customerId, role }] : []
    }),
  }
}

/** Returns the name of the tenant; it is read where the person has no record in it. */
export async function tenantNameOf(
  { person, read }: Pick<PlanContext<unknown>, 'person' | 'read'>,
  tenantId: string,
): Promise<string> {
  const own = person.info.tenants.find((one) => one.tenantId === tenantId)
  return own?.name ?? (await read(tenant.getTenant, { path: { id: tenantId } })).name
}

/** Returns the customers in which the person may grant roles; null for all customers of the tenant. */
export function grantableCustomers({ may, person }: Pick<PlanContext<unknown>, 'may' | 'person'>): string[] | null {
  if (may('role.manage')) return null
  const { admin } = config().roleIds
  return person.info.customerUserPermissions
    .filter(({ roleId }) => roleId === admin)
    .map(({ customerId }) => customerId)
}

/** Whether the person is the only administrator of the tenant (4908). */
export function isLastAdmin(permissions: readonly Permission[], userId: string): boolean {
  const admins = new Set(permissions.filter(({ roleId }) => roleId === config().roleIds.admin).map((one) => one.userId))
  return admins.size === 1 && admins.has(userId)
}

/** Returns the roles as the trail stores them, with each customer's current name and id. */
export function rolesForTrail({ tenantRole, customerRoles }: RoleAssignments, names: ReadonlyMap<string, string>) {
  const roles = customerRoles.map(({ customerId, role }) => [
    `${names.get(customerId) ?? ''} (${customerId})`.trim(),
    role,
  ])
  return { tenantRole, customerRoles: Object.fromEntries(roles) as Record<string, string> }
}

/** Returns a function for each person's roles, from the permissions of all. */
export function rolesByPerson(
  permissions: readonly Permission[],
  customerPermissions: readonly CustomerPermission[],
): (userId: string) => RoleAssignments {
  const ofTenant = byPerson(permissions)
  const ofCustomers = byPerson(customerPermissions)
  return (userId) => rolesFromPermissions(ofTenant.get(userId) ?? [], ofCustomers.get(userId) ?? [])
}

function byPerson<T extends { userId: string }>(permissions: readonly T[]): Map<string, T[]> {
  const byUser = new Map<string, T[]>()
  for (const one of permissions) {
    const own = byUser.get(one.userId)
    if (own) own.push(one)
    else byUser.set(one.userId, [one])
  }
  return byUser
}
