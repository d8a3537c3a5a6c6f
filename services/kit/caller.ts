/**
 * What a caller may do where: the permission matrix applied to somebody's roles (spec §4, §6, domain §9.3, §9.4).
 * Outside one's tenant or customer everything is 404, so that nothing can be found out by asking; inside, what one
 * may not do is 403.
 */
import { type Capability, type Reach, type RoleName, reach } from '../contracts/permissions'
import { refuse } from './refusal'
import type { Scope } from './scope'

export interface Caller {
  /** Null for somebody who fits no record. */
  personId: string | null
  issuer: string
  subject: string
  fullName: string
  /** Tenant → the caller's user record there; disabled tenants left out. */
  records: ReadonlyMap<string, string>
  disabledTenants: ReadonlySet<string>
  /** Tenant → role ids. */
  tenantRoles: ReadonlyMap<string, ReadonlySet<string>>
  /** Customer → the role there. */
  customerRoles: ReadonlyMap<string, { tenantId: string; role: 'admin' | 'user' }>
  adminRoleId: string
  /** Admin in the root tenant. */
  isSuper: boolean
  /** What the headers of the call name: whatever is elsewhere is hidden from it, whoever calls (kit/identify). */
  addressed: Partial<Scope>
}

/** A place, and with `userId` a person there. */
export interface Target extends Scope {
  userId?: string
}

const asked = new WeakSet<Caller>()

/** Whether anybody asked what this caller may do; a call that never did is not answered. */
export const wasAsked = (caller: Caller) => asked.has(caller)

/** Customer permissions in a tenant make its tenant-level role noAccess (spec §4). */
const isCustomerLevel = (caller: Caller, tenantId: string) =>
  [...caller.customerRoles.values()].some((role) => role.tenantId === tenantId)

/** The role that decides at a place; undefined outside. At tenant level, the strongest customer role. */
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

/** Whether a place is where the headers say that the call is about; what belongs to the tenant as a whole fits each of its customers. */
export function isAddressed({ addressed }: Caller, { tenantId, customerId }: Scope): boolean {
  const fits = (named: string | undefined, own: string | undefined) => !named || !own || named === own
  return fits(addressed.tenantId, tenantId) && fits(addressed.customerId, customerId)
}

/** How far a capability reaches at a place; undefined outside, and outside of what the headers name. */
export function reachOf(caller: Caller, capability: Capability, target: Target): Reach | undefined {
  asked.add(caller)
  if (!isAddressed(caller, target)) return undefined
  const role = roleAt(caller, target)
  return role && reach(role, capability)
}

/** Refuses unless the caller may: 404 outside (or when `target` is unknown), 403 inside without the capability. */
export function require(caller: Caller, capability: Capability, target: Target | undefined): void {
  asked.add(caller)
  if (!target || !isAddressed(caller, target)) refuse(4005)
  if (!caller.isSuper && caller.disabledTenants.has(target.tenantId)) refuse(4905)
  const far = reachOf(caller, capability, target)
  if (far === undefined) refuse(4005)
  if (far === '-') refuse(4003)
  if (far === 'S' && target.userId !== caller.records.get(target.tenantId)) refuse(4003)
}

/** For what belongs to no place, such as catalogues: somebody who may anywhere, may. */
export function requireSomewhere(caller: Caller, capability: Capability): void {
  asked.add(caller)
  if (reach('no-access', capability) !== '-') return
  const { everything, tenantIds, customerIds } = territoryOf(caller, capability)
  if (everything || tenantIds.length || customerIds.length) return
  refuse(caller.disabledTenants.size && !caller.records.size ? 4905 : 4003)
}

/** Everywhere a capability holds: whole tenants, and single customers beside them. */
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

/** The territory of a list that names no place, inside the tenant the headers name; refuses who may see none of it anywhere. */
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

/** The same as a condition on a table with `tenant_id` and `customer_id` (or the column named); one parameter each. */
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
