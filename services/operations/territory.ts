/** Scope of lists for a caller, and the places of a filter (domain §0, §9.3). */

import type { AnyEndpoint } from '../contracts/endpoint'
import type { Capability } from '../contracts/permissions'
import { fail } from '../kit/api-error'
import type { ServiceCall } from '../kit/call'
import { type Caller, reachOf, requireSomewhere, territoryOf, territorySql } from '../kit/caller'
import { excludedModels } from '../kit/excluded-models'
import {
  scopeOfBuilding,
  scopeOfDevice,
  scopeOfEquipment,
  scopeOfSite,
  scopeOfSiteGroup,
  type TenantScope,
} from '../kit/scope'
import type { World } from '../kit/world'
import type { Condition } from './listing'

type ScopedCall = Pick<ServiceCall<AnyEndpoint>, 'caller' | 'world' | 'customerId'>

/**
 * Returns the condition that limits a list to the caller's territory, and to the customer or tenant of the headers.
 * Throws when the caller may see nothing anywhere.
 */
export function territoryCondition(
  { caller, world, customerId }: ScopedCall,
  { table, capability }: { table: string; capability: Capability },
): Condition {
  requireSomewhere(caller, capability)
  const territory = territoryOf(caller, capability)
  const { tenantId } = caller.requestedScope
  const inTenant = tenantId !== undefined && (territory.everything || territory.tenantIds.includes(tenantId))
  if (customerId) {
    const tenantOfCustomer = world.store.get<{ tenant_id: string }>(
      'SELECT tenant_id FROM customer WHERE id = ?',
      customerId,
    )?.tenant_id
    const isAllowed =
      territory.everything ||
      territory.customerIds.includes(customerId) ||
      (tenantOfCustomer !== undefined && territory.tenantIds.includes(tenantOfCustomer))
    if (!isAllowed) fail(4003)
    return [`${table}.customer_id = ?`, customerId]
  }
  if (inTenant) return [`${table}.tenant_id = ?`, tenantId]
  const { sql, parameters } = territorySql(territory, `${table}.customer_id`)
  const scoped = sql.replace('tenant_id', `${table}.tenant_id`)
  if (tenantId === undefined) return [scoped, ...parameters]
  return [`${scoped} AND ${table}.tenant_id = ?`, ...parameters, tenantId]
}

const scopes = {
  siteIds: scopeOfSite,
  siteGroupIds: scopeOfSiteGroup,
  buildingIds: scopeOfBuilding,
  deviceIds: scopeOfDevice,
  equipmentIds: scopeOfEquipment,
} as const

export type PlaceFilter = { [Name in keyof typeof scopes]?: readonly string[] | null }

const placeSql: Record<keyof PlaceFilter, string> = {
  siteIds: 'site_id IN (SELECT value FROM json_each(?))',
  siteGroupIds: 'site_id IN (SELECT id FROM site WHERE site_group_id IN (SELECT value FROM json_each(?)))',
  buildingIds: 'building_id IN (SELECT value FROM json_each(?))',
  deviceIds: 'device_id IN (SELECT value FROM json_each(?))',
  equipmentIds: 'equipment_id IN (SELECT value FROM json_each(?))',
}

/** Returns one condition per kind of place in a filter; the caller must be allowed to see each place. */
export function placeConditions(
  { world, require }: { world: World; require: ServiceCall<AnyEndpoint>['require'] },
  table: string,
  places: PlaceFilter,
): Condition[] {
  return (Object.keys(scopes) as (keyof typeof scopes)[]).flatMap((name): Condition[] => {
    const ids = places[name]
    if (!ids?.length) return []
    for (const id of ids) require(scopes[name](world.store, id))
    // One place is by far the most frequent filter, and an equality preserves the order of the list.
    if (ids.length === 1 && name !== 'siteGroupIds') {
      return [[`${table}.${placeSql[name].split(' ')[0]} = ?`, ids[0] ?? '']]
    }
    return [[`${table}.${placeSql[name]}`, JSON.stringify(ids)]]
  })
}

/**
 * Returns the products whose controllers a filter excludes, limited to those the customer has; null when nothing is
 * excluded.
 */
export function excludedProductsIn({
  body,
  world,
  customerId,
}: {
  body: { withoutProducts?: string | null | undefined }
  world: World
  customerId: string | undefined
}): string | null {
  const withoutProducts = body.withoutProducts ?? undefined
  return (withoutProducts && excludedModels(world.store, { withoutProducts, customerId }) && withoutProducts) || null
}

/** Returns the condition that excludes rows about controllers of these products. */
export function excludeProducts(table: 'alarm' | 'fault', withoutProducts: string | null | undefined): Condition[] {
  if (!withoutProducts) return []
  const sql = `NOT EXISTS (SELECT 1 FROM device WHERE device.id = ${table}.device_id AND device.model_type IN (
    SELECT product.model_type FROM product WHERE product.id IN (SELECT value FROM json_each(?))))`
  return [[sql, JSON.stringify(withoutProducts.split(','))]]
}

/** Throws when the caller has the capability on none of the entities: 403 when at least one is visible, else 404. */
export function requireOnSomeScope(
  caller: Caller,
  capability: Capability,
  things: Iterable<TenantScope | undefined>,
): void {
  let visible = false
  for (const scope of things) {
    const far = scope && reachOf(caller, capability, scope)
    if (far !== undefined && far !== '-') return
    visible ||= far === '-'
  }
  fail(visible ? 4003 : 4005)
}

/** Returns the caller's displayed record in a tenant; that of the root tenant for a super-admin. */
export function personInTenant(caller: Caller, tenantId: string): { id: string; fullName: string } {
  const id = caller.records.get(tenantId) ?? [...caller.records.values()][0] ?? caller.subject
  return { id, fullName: caller.fullName }
}
