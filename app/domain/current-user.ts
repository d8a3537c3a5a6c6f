/** The current user, derived from the loaded data (spec §3, §4). */
import { nilId, type RoleName } from '#contracts/permissions'
import type { Customer, CustomerPermission, TenantUser, UsersInfo } from '#contracts/tenant'
import { customerPermissionsIn, effectiveRole, type RoleIds, type RoleReason } from '~/domain/effective-role'

/** Tenant and customer of the URL or the last visit, and the settings that distinguish roles. */
export interface CurrentPlace {
  tenantId?: string | null
  customerId?: string | null
  rootTenantId: string
  roleIds: RoleIds
  superCheck: boolean
}

export interface CurrentUser {
  /** Id of the person's user record in the tenant; empty when they have none anywhere. */
  id: string
  fullName: string
  initials: string
  unit: 'metric' | 'us'
  language: 'en' | 'fr'
  tenants: UsersInfo['tenants']
  /** Null only when no tenant is available at all. */
  tenantId: string | null
  tenantName: string
  /** The customers of the tenant that the person may enter. */
  customers: Customer[]
  customerId: string | null
  customerName: string
  role: RoleName
  because: RoleReason
}

/**
 * Returns the current user (spec §3). A missing or invalid tenant is replaced by the first available one; a missing or
 * invalid customer by the first of the person's customer permissions, and by none for people of the tenant level. A
 * super-admin may be in any tenant and customer, listed or not. The role is the one inside `customerId`.
 */
export function deriveCurrentUser(info: UsersInfo, place: CurrentPlace): CurrentUser {
  const userIds = info.tenantUsers.map((user) => user.id)
  const roleIn = (tenantId: string, customerId: string | null) =>
    effectiveRole({
      ...place,
      ...info,
      userIds,
      tenantId,
      customerId,
    })

  const tenantId = selectedTenant(info, place.tenantId, (id) => roleIn(id, null).role === 'super-admin')
  const permissions = tenantId ? customerPermissionsIn(info, tenantId) : []
  const tenantLevel = tenantId ? roleIn(tenantId, null) : ({ role: 'no-access', because: 'noRole' } as const)
  const customers = info.customers.filter(
    (customer) =>
      customer.tenantId === tenantId &&
      (tenantLevel.role === 'super-admin' ||
        permissions.length === 0 ||
        permissions.some((permission) => permission.customerId === customer.id)),
  )
  const customerId = selectedCustomer({
    requested: place.customerId,
    customers,
    permissions: tenantLevel.role === 'super-admin' ? [] : permissions,
    any: tenantLevel.role === 'super-admin',
  })
  const record = info.tenantUsers.find((user) => user.tenantId === tenantId) ?? info.tenantUsers[0]

  return {
    id: record?.id ?? '',
    fullName: record ? displayName(record) : '',
    initials: initialsOf(record ?? {}),
    unit: record?.unit ?? 'metric',
    language: record?.language ?? 'en',
    tenants: info.tenants,
    tenantId,
    tenantName: info.tenants.find((tenant) => tenant.tenantId === tenantId)?.name ?? '',
    customers,
    customerId,
    customerName:
      customers.find((customer) => customer.id === customerId)?.name ??
      permissions.find((permission) => permission.customerId === customerId)?.customerName ??
      '',
    ...(tenantId ? roleIn(tenantId, customerId) : tenantLevel),
  }
}

/**
 * Returns the requested tenant when it is one of the person's or they may enter any; else the first available (spec
 * §4).
 */
function selectedTenant(info: UsersInfo, requested: string | null | undefined, mayEnterAny: (id: string) => boolean) {
  if (isRealId(requested) && (info.tenants.some((tenant) => tenant.tenantId === requested) || mayEnterAny(requested)))
    return requested
  return info.tenants[0]?.tenantId ?? null
}

interface CustomerChoice {
  requested: string | null | undefined
  customers: readonly Customer[]
  permissions: readonly CustomerPermission[]
  any: boolean
}

/** Returns the requested customer when the person may enter it; else their first customer permission (spec §4). */
function selectedCustomer({ requested, customers, permissions, any }: CustomerChoice): string | null {
  const listed =
    customers.some((customer) => customer.id === requested) ||
    permissions.some((permission) => permission.customerId === requested)
  if (isRealId(requested) && (any || listed)) return requested
  return permissions[0]?.customerId ?? null
}

function isRealId(id: string | null | undefined): id is string {
  return Boolean(id) && id !== nilId
}

/**
 * Returns whether to request the user once more: a person of the customer level, with several tenants or customer
 * permissions, whose customers are missing (spec §4).
 */
export function shouldRetryCurrentUser(info: UsersInfo): boolean {
  if (info.customers.length > 0) return false
  const hasCustomerPermissions = info.customerUserPermissions.length > 0
  const hasCustomerRole = hasCustomerPermissions || info.tenantUsers.some((user) => user.role?.startsWith('customer-'))
  return hasCustomerRole && (info.tenants.length > 1 || hasCustomerPermissions)
}

/** Returns first name and last name joined and trimmed (spec §3). */
export function displayName(user: Pick<TenantUser, 'firstName' | 'lastName'>): string {
  return `${user.firstName} ${user.lastName}`.trim()
}

/** Returns the recorded initials, else the first letters of first and last name, else UU (spec §5, §9). */
export function initialsOf(user: {
  initials?: string | null
  firstName?: string | null
  lastName?: string | null
}): string {
  const own = user.initials?.trim()
  if (own) return own
  return `${firstLetter(user.firstName)}${firstLetter(user.lastName)}` || 'UU'
}

function firstLetter(name: string | null | undefined): string {
  return name?.match(/\p{L}/u)?.[0].toUpperCase() ?? ''
}
