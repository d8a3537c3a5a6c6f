/** The roles people hold, as plans of changes read them and as the trail keeps them (domain §16). */
import type { CustomerPermission, Permission } from '#contracts/tenant'
import type { Desk } from '~/change/desk'
import { config } from '~/config.server'
import { customerRole, tenantRole } from '~/domain/effective-role'
import type { RolesHeld } from '~/domain/role-changes'

/** The roles somebody holds, from what the tenant service lists of them. */
export function rolesHeld(
  permissions: readonly Permission[],
  customerPermissions: readonly CustomerPermission[],
): RolesHeld {
  const { roleIds } = config()
  const held = permissions.map(({ roleId }) => tenantRole(roleId, roleIds))
  const isAdmin = held.includes('admin')
  const isUser = held.includes('user')
  return {
    tenantRole: isAdmin ? 'admin' : isUser ? 'user' : null,
    leftOver: isAdmin && isUser ? 'user' : null,
    customerRoles: customerPermissions.flatMap(({ customerId, roleId }) => {
      const role = customerRole(roleId, roleIds)
      return role ? [{ customerId, role }] : []
    }),
  }
}

/** The customers in which the person at the desk may give roles; null for all of the tenant's. */
export function ownCustomers({ may, person }: Pick<Desk<unknown>, 'may' | 'person'>): string[] | null {
  if (may('role.manage')) return null
  const { admin } = config().roleIds
  return person.info.customerUserPermissions
    .filter(({ roleId }) => roleId === admin)
    .map(({ customerId }) => customerId)
}

/** Whether somebody is the only administrator of the tenant (4908). */
export function isLastAdmin(permissions: readonly Permission[], userId: string): boolean {
  const admins = new Set(permissions.filter(({ roleId }) => roleId === config().roleIds.admin).map((one) => one.userId))
  return admins.size === 1 && admins.has(userId)
}

/** The roles as the trail keeps them: each customer by its name as it was, and its id. */
export function told({ tenantRole, customerRoles }: RolesHeld, names: ReadonlyMap<string, string>) {
  const roles = customerRoles.map(({ customerId, role }) => [
    `${names.get(customerId) ?? ''} (${customerId})`.trim(),
    role,
  ])
  return { tenantRole, customerRoles: Object.fromEntries(roles) as Record<string, string> }
}

/** What each of the people holds, of the roles that a service lists in one. */
export function heldByPerson(
  permissions: readonly Permission[],
  customerPermissions: readonly CustomerPermission[],
): (userId: string) => RolesHeld {
  const ofTenant = byPerson(permissions)
  const ofCustomers = byPerson(customerPermissions)
  return (userId) => rolesHeld(ofTenant.get(userId) ?? [], ofCustomers.get(userId) ?? [])
}

function byPerson<T extends { userId: string }>(held: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const one of held) {
    const own = found.get(one.userId)
    if (own) own.push(one)
    else found.set(one.userId, [one])
  }
  return found
}
