/**
 * Permissions of a caller: the permission matrix applied to their roles (spec §4, §6, domain §9.3, §9.4). Outside one's
 * tenant or customer everything is 404, so that existence is not revealed; inside, a missing capability is 403.
 */
import { type Capability, type Reach, type RoleName, reach } from '../contracts/permissions'
import { fail } from './api-error'
import type { TenantScope } from './scope'

export interface Caller {
  /** Null for a person without a record. */
  personId: string | null
  issuer: string
  subject: string
  fullName: string
  /** May only read. */
  isGuest: boolean
  /** Tenant → the caller's user record there, without disabled tenants. */
  records: ReadonlyMap<string, string>
  disabledTenants: ReadonlySet<string>
  /** Tenant → role ids. */
  tenantRoles: ReadonlyMap<string, ReadonlySet<string>>
  /** Customer → the role there. */
  customerRoles: ReadonlyMap<string, { tenantId: string; role: 'admin' | 'user' }>
  adminRoleId: string
  /** Admin in the root tenant. */
  isSuper: boolean
  /** The scope named in the headers of the call: everything outside it is hidden (kit/identify). */
  requestedScope: Partial<TenantScope>
}

/** A scope, and with `userId` a person there. */
export interface PermissionTarget extends TenantScope {
  userId?: string
}

const checkedCallers = new WeakSet<Caller>()

/** Whether any permission of this caller was checked; a call without a check gets no reply. */
export const wasChecked = (caller: Caller) => checkedCallers.has(caller)

/** With customer permissions in a tenant, its tenant-level role is noAccess (spec §4). */
const isCustomerLevel = (caller: Caller, tenantId: string) =>
  [...caller.customerRoles.values()].some((role) => role.tenantId === tenantId)

/** Returns the effective role at a scope; undefined outside. At tenant level, the strongest customer role. */
export function effectiveRoleAt(caller: Caller, { tenantId, customerId }: TenantScope): RoleName | undefined {
  if (caller.isSuper) return 'super-admin'
  if (isCustomerLevel(caller, tenantId)) {
    const inScope = [...caller.customerRoles].filter(
      ([id, role]) => role.tenantId === tenantId && (!customerId || id === customerId),
    )
    if (!inScope.length) return undefined
    return inScope.some(([, { role }]) => role === 'admin') ? 'customer-admin' : 'customer-user'
  }
  const roles = caller.tenantRoles.get(tenantId)
  if (roles?.size) return roles.has(caller.adminRoleId) ? 'admin' : 'user'
  return caller.records.has(tenantId) ? 'no-access' : undefined
}

/**
 * Whether a scope is inside the one named in the headers; what belongs to the tenant as a whole matches each of its
 * customers.
 */
export function isInRequestedScope({ requestedScope }: Caller, { tenantId, customerId }: TenantScope): boolean {
  const matches = (named: string | undefined, own: string | undefined) => !named || !own || named === own
  return matches(requestedScope.tenantId, tenantId) && matches(requestedScope.customerId, customerId)
}

/** Returns the reach of a capability at a scope; undefined outside, and outside the scope named in the headers. */
export function reachOf(caller: Caller, capability: Capability, target: PermissionTarget): Reach | undefined {
  checkedCallers.add(caller)
  if (!isInRequestedScope(caller, target)) return undefined
  const role = effectiveRoleAt(caller, target)
  return role && reach(role, capability)
}

/** Throws unless the caller has the capability: 404 outside (or when `target` is undefined), 403 inside. */
export function require(caller: Caller, capability: Capability, target: PermissionTarget | undefined): void {
  checkedCallers.add(caller)
  if (!target || !isInRequestedScope(caller, target)) fail(4005)
  if (!caller.isSuper && caller.disabledTenants.has(target.tenantId)) fail(4905)
  const far = reachOf(caller, capability, target)
  if (far === undefined) fail(4005)
  if (far === '-') fail(4003)
  if (far === 'S' && target.userId !== caller.records.get(target.tenantId)) fail(4003)
}

/** For data without a scope, such as catalogues: requires the capability in any scope. */
export function requireSomewhere(caller: Caller, capability: Capability): void {
  checkedCallers.add(caller)
  if (reach('no-access', capability) !== '-') return
  const { everything, tenantIds, customerIds } = territoryOf(caller, capability)
  if (everything || tenantIds.length || customerIds.length) return
  fail(caller.disabledTenants.size && !caller.records.size ? 4905 : 4003)
}

/** Everything a capability covers: whole tenants, and single customers besides. */
export interface Territory {
  everything: boolean
  tenantIds: string[]
  customerIds: string[]
}

export function territoryOf(caller: Caller, capability: Capability): Territory {
  checkedCallers.add(caller)
  const hasCapability = (role: RoleName) => ['A', 'T', 'C'].includes(reach(role, capability))
  return {
    everything: caller.isSuper && hasCapability('super-admin'),
    tenantIds: [...caller.tenantRoles.keys()].filter((tenantId) => {
      const role = effectiveRoleAt(caller, { tenantId })
      return (role === 'admin' || role === 'user') && hasCapability(role)
    }),
    customerIds: [...caller.customerRoles]
      .filter(([, { role }]) => hasCapability(role === 'admin' ? 'customer-admin' : 'customer-user'))
      .map(([customerId]) => customerId),
  }
}

/**
 * Returns the territory of a list without a place, within the tenant of the headers; throws when the caller may see
 * none of it.
 */
export function listTerritory(caller: Caller, capability: Capability): Territory {
  requireSomewhere(caller, capability)
  const territory = territoryOf(caller, capability)
  const { tenantId: requestedTenant } = caller.requestedScope
  if (!requestedTenant) return territory
  const isNamed = (tenantId: string | undefined) => tenantId === requestedTenant
  return {
    everything: false,
    tenantIds: territory.everything ? [requestedTenant] : territory.tenantIds.filter(isNamed),
    customerIds: territory.customerIds.filter((id) => isNamed(caller.customerRoles.get(id)?.tenantId)),
  }
}

/**
 * Returns the territory as a condition on a table with `tenant_id` and `customer_id` (or the named column); one
 * parameter each.
 */
export function territorySql(
  territory: Territory,
  customerColumn = 'customer_id',
): { sql: string; parameters: [number, string, string] } {
  return {
    sql: `(? OR tenant_id IN (SELECT value FROM json_each(?)) OR ${customerColumn} IN (SELECT value FROM json_each(?)))`,
    parameters: [
      territory.everything ? 1 : 0,
      JSON.stringify(territory.tenantIds),
      JSON.stringify(territory.customerIds),
    ],
  }
}
