/** Scope of lists for a caller, and the places of a filter (domain §0, §9.3). */

import type { AnyEndpoint } from '../contracts/endpoint'
import type { Capability } from '../contracts/permissions'
import type { Call } from '../kit/call'
import { type Caller, reachOf, requireSomewhere, territoryOf, within } from '../kit/caller'
import { leftOut } from '../kit/left-out'
import { refuse } from '../kit/refusal'
import {
  type Scope,
  scopeOfBuilding,
  scopeOfDevice,
  scopeOfEquipment,
  scopeOfSite,
  scopeOfSiteGroup,
} from '../kit/scope'
import type { World } from '../kit/world'
import type { Condition } from './listing'

type Asked = Pick<Call<AnyEndpoint>, 'caller' | 'world' | 'customerId'>

/**
 * Returns the condition that limits a list to the caller's territory, and to the customer or tenant of the headers.
 * Throws when the caller may see nothing anywhere.
 */
export function territoryCondition(
  { caller, world, customerId }: Asked,
  { table, capability }: { table: string; capability: Capability },
): Condition {
  requireSomewhere(caller, capability)
  const territory = territoryOf(caller, capability)
  const { tenantId } = caller.addressed
  const inTenant = tenantId !== undefined && (territory.everything || territory.tenantIds.includes(tenantId))
  if (customerId) {
    const tenantOfCustomer = world.store.get<{ tenant_id: string }>(
      'SELECT tenant_id FROM customer WHERE id = ?',
      customerId,
    )?.tenant_id
    const mine =
      territory.everything ||
      territory.customerIds.includes(customerId) ||
      (tenantOfCustomer !== undefined && territory.tenantIds.includes(tenantOfCustomer))
    if (!mine) refuse(4003)
    return [`${table}.customer_id = ?`, customerId]
  }
  if (inTenant) return [`${table}.tenant_id = ?`, tenantId]
  const { sql, parameters } = within(territory, `${table}.customer_id`)
  const here = sql.replace('tenant_id', `${table}.tenant_id`)
  if (tenantId === undefined) return [here, ...parameters]
  return [`${here} AND ${table}.tenant_id = ?`, ...parameters, tenantId]
}

const scopes = {
  siteIds: scopeOfSite,
  siteGroupIds: scopeOfSiteGroup,
  buildingIds: scopeOfBuilding,
  deviceIds: scopeOfDevice,
  equipmentIds: scopeOfEquipment,
} as const

export type Places = { [Name in keyof typeof scopes]?: readonly string[] | null }

const placeSql: Record<keyof Places, string> = {
  siteIds: 'site_id IN (SELECT value FROM json_each(?))',
  siteGroupIds: 'site_id IN (SELECT id FROM site WHERE site_group_id IN (SELECT value FROM json_each(?)))',
  buildingIds: 'building_id IN (SELECT value FROM json_each(?))',
  deviceIds: 'device_id IN (SELECT value FROM json_each(?))',
  equipmentIds: 'equipment_id IN (SELECT value FROM json_each(?))',
}

/** Returns one condition per kind of place in a filter; the caller must be allowed to see each place. */
export function placeConditions(
  { world, require }: { world: World; require: Call<AnyEndpoint>['require'] },
  table: string,
  places: Places,
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
export function asksToLeaveOut({
  body,
  world,
  customerId,
}: {
  body: { withoutProducts?: string | null | undefined }
  world: World
  customerId: string | undefined
}): string | null {
  const withoutProducts = body.withoutProducts ?? undefined
  return (withoutProducts && leftOut(world.store, { withoutProducts, customerId }) && withoutProducts) || null
}

/** Returns the condition that excludes rows about controllers of these products. */
export function notAbout(table: 'alarm' | 'fault', withoutProducts: string | null | undefined): Condition[] {
  if (!withoutProducts) return []
  const sql = `NOT EXISTS (SELECT 1 FROM device WHERE device.id = ${table}.device_id AND device.model_type IN (
    SELECT product.model_type FROM product WHERE product.id IN (SELECT value FROM json_each(?))))`
  return [[sql, JSON.stringify(withoutProducts.split(','))]]
}

/** Throws when the caller has the capability on none of the entities: 403 when at least one is visible, else 404. */
export function requireOnSome(caller: Caller, capability: Capability, things: Iterable<Scope | undefined>): void {
  let visible = false
  for (const scope of things) {
    const far = scope && reachOf(caller, capability, scope)
    if (far !== undefined && far !== '-') return
    visible ||= far === '-'
  }
  refuse(visible ? 4003 : 4005)
}

/** Returns the caller's displayed record in a tenant; that of the root tenant for a super-admin. */
export function personIn(caller: Caller, tenantId: string): { id: string; fullName: string } {
  const id = caller.records.get(tenantId) ?? [...caller.records.values()][0] ?? caller.subject
  return { id, fullName: caller.fullName }
}
