/** The role of a person in a tenant or a customer, derived from their permissions (spec §4, §6; domain §9.3, §16). */
import type { RoleName } from '#contracts/permissions'
import type { CustomerPermission, Permission } from '#contracts/tenant'

/** The two fixed role ids of the tenant service; configurable for other backends. */
export interface RoleIds {
  user: string
  admin: string
}

export type TenantRole = 'user' | 'admin'
export type CustomerRole = 'customer-user' | 'customer-admin'
export type RoleLevel = 'noAccess' | 'user' | 'admin' | 'superAdmin' | 'customerAdmin' | 'customerUser'

/** The reason for a role; the page that shows the role explains it. */
export type RoleReason =
  | 'rootTenantAdmin'
  | 'tenantAdmin'
  | 'tenantUser'
  | 'customerAdmin'
  | 'customerUser'
  | 'noRole'
  | 'customerPermissionsElsewhere'

export interface EffectiveRole {
  role: RoleName
  because: RoleReason
}

/** A record that belongs to a tenant: a user record, a customer. */
export interface TenantOwned {
  id: string
  tenantId: string
}

export interface RoleQuery {
  /** Tenant roles of any tenants and people; only those of `userIds` count. */
  userPermissions: readonly Pick<Permission, 'tenantId' | 'userId' | 'roleId'>[]
  /** Customer roles; only those of `userIds` in `tenantId` count. */
  customerUserPermissions: readonly Pick<CustomerPermission, 'customerId' | 'userId' | 'roleId'>[]
  /** The tenants of user records and customers; without both, every customer role counts as one in `tenantId`. */
  tenantUsers?: readonly TenantOwned[]
  customers?: readonly TenantOwned[]
  /** Every user id of the person: one record per tenant. */
  userIds: readonly string[]
  tenantId: string
  /** The customer; without it, the role in the tenant as a whole. */
  customerId?: string | null
  rootTenantId: string
  roleIds: RoleIds
  superCheck: boolean
}

/**
 * Returns the effective role of a person in a tenant, or in one customer of it.
 *
 * - An admin of the root tenant is super-admin, in every tenant, with `superCheck`; customer permissions in the root
 *   tenant end that everywhere, as they end any tenant-level role.
 * - With customer permissions the tenant-level role counts as noAccess, and the customer's role decides; for the tenant
 *   as a whole, it is the strongest of the customer roles.
 * - Otherwise the admin role is admin, the user role is user, and no role is no-access.
 *
 * (spec §4, §6; domain §9.3)
 */
export function effectiveRole(query: RoleQuery): EffectiveRole {
  const { tenantId, customerId, rootTenantId, roleIds, superCheck } = query
  const people = new Set(query.userIds)
  const customerPermissions = customerPermissionsIn(query, tenantId).filter(({ userId }) => people.has(userId))
  const hasRole = (roleId: string, tenant: string) =>
    query.userPermissions.some(
      (permission) => permission.roleId === roleId && permission.tenantId === tenant && people.has(permission.userId),
    )

  const isRootRoleOver = (hasTenantInfo(query) || tenantId === rootTenantId) && hasCustomerRoleIn(query, rootTenantId)
  if (superCheck && !isRootRoleOver && hasRole(roleIds.admin, rootTenantId)) {
    return { role: 'super-admin', because: 'rootTenantAdmin' }
  }
  if (customerPermissions.length > 0) {
    const relevant = customerId
      ? customerPermissions.filter((permission) => permission.customerId === customerId)
      : customerPermissions
    return strongestCustomerRole(relevant, roleIds)
  }
  if (hasRole(roleIds.admin, tenantId)) return { role: 'admin', because: 'tenantAdmin' }
  if (hasRole(roleIds.user, tenantId)) return { role: 'user', because: 'tenantUser' }
  return { role: 'no-access', because: 'noRole' }
}

/** Returns whether the tenant of a customer permission can be determined. */
function hasTenantInfo({ tenantUsers, customers }: Pick<RoleQuery, 'tenantUsers' | 'customers'>): boolean {
  return tenantUsers !== undefined || customers !== undefined
}

function hasCustomerRoleIn(query: RoleQuery, tenantId: string): boolean {
  return customerPermissionsIn(query, tenantId).some(({ userId }) => query.userIds.includes(userId))
}

function strongestCustomerRole(permissions: readonly { roleId: string }[], roleIds: RoleIds): EffectiveRole {
  const roles = permissions.map((permission) => customerRole(permission.roleId, roleIds))
  if (roles.includes('customer-admin')) return { role: 'customer-admin', because: 'customerAdmin' }
  if (roles.includes('customer-user')) return { role: 'customer-user', because: 'customerUser' }
  return { role: 'no-access', because: 'customerPermissionsElsewhere' }
}

/**
 * Returns the customer permissions that belong to a tenant. A permission has no tenant, so the tenant of its customer
 * decides, else that of its user record; without both lists all of them belong.
 */
export function customerPermissionsIn<T extends { customerId: string; userId: string }>(
  source: {
    customerUserPermissions: readonly T[]
    tenantUsers?: readonly TenantOwned[]
    customers?: readonly TenantOwned[]
  },
  tenantId: string,
): T[] {
  const { customerUserPermissions, tenantUsers, customers } = source
  if (!tenantUsers && !customers) return [...customerUserPermissions]
  const tenantOf = new Map(customers?.map((customer) => [customer.id, customer.tenantId]))
  return customerUserPermissions.filter(({ customerId, userId }) => {
    const customerTenant = tenantOf.get(customerId)
    if (customerTenant) return customerTenant === tenantId
    return tenantUsers?.some((record) => record.id === userId && record.tenantId === tenantId) ?? false
  })
}

/** Returns the tenant role of a role id; null for any other id. */
export function tenantRole(roleId: string, roleIds: RoleIds): TenantRole | null {
  if (roleId === roleIds.admin) return 'admin'
  return roleId === roleIds.user ? 'user' : null
}

/** Returns the customer role of a role id: admin is customer-admin, user is customer-user (spec §6). */
export function customerRole(roleId: string, roleIds: RoleIds): CustomerRole | null {
  const role = tenantRole(roleId, roleIds)
  return role && (role === 'admin' ? 'customer-admin' : 'customer-user')
}

/** Returns the id of a role: customer-admin maps to admin and customer-user to user (spec §6). */
export function roleIdOf(role: TenantRole | CustomerRole, roleIds: RoleIds): string {
  return role === 'admin' || role === 'customer-admin' ? roleIds.admin : roleIds.user
}

const levels = {
  'super-admin': 'superAdmin',
  admin: 'admin',
  user: 'user',
  'customer-admin': 'customerAdmin',
  'customer-user': 'customerUser',
  'no-access': 'noAccess',
} as const satisfies Record<RoleName, RoleLevel>

/** Returns the level value of a role (spec §4). */
export function roleLevel(role: RoleName): RoleLevel {
  return levels[role]
}
