/** Rows of the tenant service as stored and as returned (domain §9.1, §9.2, §15). */
import type { Customer, CustomerPermission, Permission, Tenant, TenantUser } from '../contracts/tenant'
import { fail } from '../kit/api-error'
import { timestamp } from '../kit/clock'
import type { Store } from '../kit/store'
import type { World } from '../kit/world'

export const versionETagOf = ({ version }: { version: number }) => `v${version}`

export interface TenantRecord {
  id: string
  code: string
  name: string
  onboarding_status: NonNullable<Tenant['onboardingStatus']>
  is_disabled: number
  default_customer_id: string
  domains: string
  version: number
  initials: string
}

/** All columns of a tenant, and the initials of its people. */
export const tenantColumns = `t.*, (SELECT json_group_array(initials) FROM (
  SELECT u.initials FROM tenant_user u WHERE u.tenant_id = t.id ORDER BY u.initials)) AS initials`

/** Returns a tenant that is known to exist. */
export const findTenant = (store: Store, id: string): TenantRecord =>
  store.get<TenantRecord>(`SELECT ${tenantColumns} FROM tenant t WHERE t.id = ?`, id) ?? fail(4005)

export function toTenant(row: TenantRecord): Tenant {
  const allInitials = JSON.parse(row.initials) as string[]
  return {
    id: row.id,
    tenantId: row.code,
    name: row.name,
    totalUsers: allInitials.length,
    allInitials,
    customerId: row.default_customer_id,
    onboardingStatus: row.onboarding_status,
    isDisabled: row.is_disabled === 1,
    isOnboarded: row.onboarding_status === 'onboarded',
    domains: JSON.parse(row.domains) as string[],
    eTag: versionETagOf(row),
  }
}

export interface CustomerRecord {
  id: string
  tenant_id: string
  code: string
  name: string
  description: string
  archived: number
  version: number
  site_count: number
  site_group_count: number
  project_count: number
}

/** All columns of a customer, and its counts. */
export const customerColumns = `c.*,
  (SELECT count(*) FROM site s WHERE s.customer_id = c.id) AS site_count,
  (SELECT count(*) FROM site_group g WHERE g.customer_id = c.id) AS site_group_count,
  (SELECT count(*) FROM designer_project p WHERE p.customer_id = c.id) AS project_count`

/** Returns a customer that is known to exist. */
export const findCustomer = (store: Store, id: string): CustomerRecord =>
  store.get<CustomerRecord>(`SELECT ${customerColumns} FROM customer c WHERE c.id = ?`, id) ?? fail(4005)

export const toCustomer = (row: CustomerRecord): Customer => ({
  id: row.id,
  customerId: row.code,
  name: row.name,
  tenantId: row.tenant_id,
  eTag: versionETagOf(row),
  siteCount: row.site_count,
  projectCount: row.project_count,
  siteGroupCount: row.site_group_count,
  description: row.description,
  archived: row.archived === 1,
})

export interface UserRecord {
  id: string
  tenant_id: string
  email: string
  first_name: string
  last_name: string
  initials: string
  language: 'en' | 'fr'
  region: string | null
  unit: 'metric' | 'us'
  created_at: number
  version: number
  role: string
}

/**
 * The name of a person's role in the tenant; customer permissions override tenant roles (domain §9.3, §16). Binds the
 * admin role's id twice.
 */
const roleName = `CASE
  WHEN EXISTS (SELECT 1 FROM customer_permission cp WHERE cp.user_id = u.id AND cp.role_id = ?) THEN 'customer-admin'
  WHEN EXISTS (SELECT 1 FROM customer_permission cp WHERE cp.user_id = u.id) THEN 'customer-user'
  WHEN EXISTS (SELECT 1 FROM permission p WHERE p.user_id = u.id AND p.role_id = ?) THEN 'admin'
  WHEN EXISTS (SELECT 1 FROM permission p WHERE p.user_id = u.id) THEN 'user'
  ELSE 'no-access' END`

/** A table expression of people with their role's name; binds the admin role's id twice. */
export const usersWithRole = `(SELECT u.*, ${roleName} AS role FROM tenant_user u)`

export function toUser({ store }: Pick<World, 'store'>, row: UserRecord): TenantUser {
  return {
    id: row.id,
    created: timestamp(row.created_at),
    tenantId: row.tenant_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    initials: row.initials,
    language: row.language,
    region: row.region,
    unit: row.unit,
    fullName: `${row.first_name} ${row.last_name}`.trim(),
    role: row.role,
    customerPermissions: customerPermissionsOf({ store }, row.id),
    eTag: versionETagOf(row),
  }
}

export const permissionsOf = ({ store }: Pick<World, 'store'>, userId: string) =>
  store.all<Permission>(
    'SELECT tenant_id AS tenantId, user_id AS userId, role_id AS roleId FROM permission WHERE user_id = ? ORDER BY role_id',
    userId,
  )

/** The beginning of a query on `customer_permission cp` and its customer `c`, with the contract's field names. */
export const selectCustomerPermissions = `SELECT cp.customer_id AS customerId, cp.user_id AS userId, cp.role_id AS roleId, c.name AS customerName
  FROM customer_permission cp JOIN customer c ON c.id = cp.customer_id`

export const customerPermissionsOf = ({ store }: Pick<World, 'store'>, userId: string) =>
  store.all<CustomerPermission>(`${selectCustomerPermissions} WHERE cp.user_id = ? ORDER BY c.name, c.id`, userId)
