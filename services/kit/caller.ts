/**
 * Permissions of a caller: the permission matrix applied to their roles (spec §4, §6, domain §9.3, §9.4). Outside one's
 * tenant or customer everything is 404, so that existence is not revealed; inside, a missing capability is 403.
 */
import { type Capability, type Reach, type RoleName, reach } from '../contracts/permissions'
import { refuse } from './refusal'
import type { Scope } from './scope'

export interface Caller {
  /** Null for a person without a record. */
  personId: string | null
  issuer: string
  subject: string
  fullName: string
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
  addressed: Partial<Scope>
}

/** A scope, and with `userId` a person there. */
export interface Target extends Scope {
  userId?: string
}

const asked = new WeakSet<Caller>()

/** Whether any permission of this caller was checked; a call without a check gets no reply. */
export const wasAsked = (caller: Caller) => asked.has(caller)

/** With customer permissions in a tenant, its tenant-level role is noAccess (spec §4). */
const isCustomerLevel = (caller: Caller, tenantId: string) =>
  [...caller.customerRoles.values()].some((role) => role.tenantId === tenantId)

/** Returns the effective role at a scope; undefined outside. At tenant level, the strongest customer role. */
export function roleAt(caller: Caller, { tenantId, customerId }: Scope): RoleName | undefined {
  if (caller.isSuper) return 'super-admin'
  if (isCustomerLevel(caller, tenantId)) {
    const here = [...caller.customerRoles].filter(
      ([id, role]) => role.tenantId === tenantId && (!customerId || id === customerId),
    )
    if (!here.length) return undefined
    return here.some(([, { role }]) => role === 'admin') ? 'customer-admin' : 'customer-user'
  }
  const roles = caller.tenantRoles.get(tenantId)
  if (roles?.size) return roles.has(caller.adminRoleId) ? 'admin' : 'user'
  return caller.records.has(tenantId) ? 'no-access' : undefined
}

/**
 * Whether a scope is inside the one named in the headers; what belongs to the tenant as a whole matches each of its
 * customers.
 */
export function isAddressed({ addressed }: Caller, { tenantId, customerId }: Scope): boolean {
  const fits = (named: string | undefined, own: string | undefined) => !named || !own || named === own
  return fits(addressed.tenantId, tenantId) && fits(addressed.customerId, customerId)
}

/** Returns the reach of a capability at a scope; undefined outside, and outside the scope named in the headers. */
export function reachOf(caller: Caller, capability: Capability, target: Target): Reach | undefined {
  asked.add(caller)
  if (!isAddressed(caller, target)) return undefined
  const role = roleAt(caller, target)
  return role && reach(role, capability)
}

/** Throws unless the caller has the capability: 404 outside (or when `target` is undefined), 403 inside. */
export function require(caller: Caller, capability: Capability, target: Target | undefined): void {
  asked.add(caller)
  if (!target || !isAddressed(caller, target)) refuse(4005)
  if (!caller.isSuper && caller.disabledTenants.has(target.tenantId)) refuse(4905)
  const far = reachOf(caller, capability, target)
  if (far === undefined) refuse(4005)
  if (far === '-') refuse(4003)
  if (far === 'S' && target.userId !== caller.records.get(target.tenantId)) refuse(4003)
}

/** For data without a scope, such as catalogues: requires the capability in any scope. */
export function requireSomewhere(caller: Caller, capability: Capability): void {
  asked.add(caller)
  if (reach('no-access', capability) !== '-') return
  const { everything, tenantIds, customerIds } = territoryOf(caller, capability)
  if (everything || tenantIds.length || customerIds.length) return
  refuse(caller.disabledTenants.size && !caller.records.size ? 4905 : 4003)
}

/** Everything a capability covers: whole tenants, and single customers besides. */
export interface Territory {
  everything: boolean
  tenantIds: string[]
  customerIds: string[]
}

export function territoryOf(caller: Caller, capability: Capability): Territory {
  asked.add(caller)
  const holds = (role: RoleName) => ['A', 'T', 'C'].includes(reach(role, capability))
  return {
    everything: caller.isSuper && holds('super-admin'),
    tenantIds: [...caller.tenantRoles.keys()].filter((tenantId) => {
      const role = roleAt(caller, { tenantId })
      return (role === 'admin' || role === 'user') && holds(role)
    }),
    customerIds: [...caller.customerRoles]
      .filter(([, { role }]) => holds(role === 'admin' ? 'customer-admin' : 'customer-user'))
      .map(([customerId]) => customerId),
  }
}

/**
 * Returns the territory of a list without a place, within the tenant of the headers; throws when the caller may see
 * none of it.
 */
export function territoryToList(caller: Caller, capability: Capability): Territory {
  requireSomewhere(caller, capability)
  const territory = territoryOf(caller, capability)
  const { tenantId: named } = caller.addressed
  if (!named) return territory
  const isNamed = (tenantId: string | undefined) => tenantId === named
  return {
    everything: false,
    tenantIds: territory.everything ? [named] : territory.tenantIds.filter(isNamed),
    customerIds: territory.customerIds.filter((id) => isNamed(caller.customerRoles.get(id)?.tenantId)),
  }
}

/**
 * Returns the territory as a condition on a table with `tenant_id` and `customer_id` (or the named column); one
 * parameter each.
 */
export function within(
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
