/** Tenant and customer of an entity; undefined when there is no such entity. */
import type { Store } from './store'

export interface TenantScope {
  tenantId: string
  /** Absent for what belongs to the tenant as a whole. */
  customerId?: string
}

const lookup = (sql: string) => (store: Store, id: string) => store.get<TenantScope>(sql, id)
const below = (table: string) =>
  lookup(`SELECT tenant_id AS tenantId, customer_id AS customerId FROM ${table} WHERE id = ?`)

export const scopeOfTenant = lookup('SELECT id AS tenantId FROM tenant WHERE id = ?')
export const scopeOfCustomer = lookup('SELECT tenant_id AS tenantId, id AS customerId FROM customer WHERE id = ?')
export const scopeOfSiteGroup = below('site_group')
export const scopeOfSite = below('site')
export const scopeOfBuilding = below('building')
export const scopeOfSpace = below('space')
export const scopeOfDevice = below('device')
export const scopeOfEquipment = below('equipment')
export const scopeOfPoint = below('point')
