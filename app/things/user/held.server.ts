/** The roles that people have, for plans of changes and the trail (domain §16). */
import type { CustomerPermission, Permission } from '#contracts/tenant'
import type { Desk } from '~/change/desk'
import { config } from '~/config.server'
import { customerRole, tenantRole } from '~/domain/effective-role'
import type { RolesHeld } from '~/domain/role-changes'

/** Returns a person's roles from the permissions of the tenant service. */
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

/** Returns the customers in which the person may grant roles; null for all customers of the tenant. */
export function ownCustomers({ may, person }: Pick<Desk<unknown>, 'may' | 'person'>): string[] | null {
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
export function told({ tenantRole, customerRoles }: RolesHeld, names: ReadonlyMap<string, string>) {
  const roles = customerRoles.map(({ customerId, role }) => [
    `${names.get(customerId) ?? ''} (${customerId})`.trim(),
    role,
  ])
  return { tenantRole, customerRoles: Object.fromEntries(roles) as Record<string, string> }
}

/** Returns a function for each person's roles, from the permissions of all. */
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
