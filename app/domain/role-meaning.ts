/** What a role permits, task by task, and why not where it does not (spec §6, domain §9.4). */
import { type Capability, type Reach, type RoleName, reach } from '#contracts/permissions'
import type { CustomerRole } from '~/domain/effective-role'
import type { RoleAssignments } from '~/domain/role-changes'

/** The tasks of a role in display order, and the capability of each. */
const capabilityOf = {
  look: 'hierarchy.read',
  acknowledge: 'alarm.ack',
  override: 'point.override',
  schedule: 'schedule.write',
  writePoints: 'point.write',
  configure: 'config.write',
  deploy: 'deploy.run',
  onboard: 'device.onboard',
  tunnel: 'tunnel.manage',
  build: 'hierarchy.write',
  trail: 'trail.read',
  customerRoles: 'custperm.manage',
  people: 'user.manage',
  tenants: 'tenant.create',
} as const satisfies Record<string, Capability>

export type RoleTask = keyof typeof capabilityOf

/** The role of a person: in the tenant, or in the named customers. */
export interface AssignedRole {
  role: RoleName
  /** The customers whose role decides; none for people of the tenant level. */
  customers: readonly { name: string; role: CustomerRole }[]
}

export type DenialReason = 'noRole' | 'superAdminOnly' | 'tenantAdminOnly' | 'adminOnly' | 'notCustomerUser'

/** Tasks with the same permission. */
export interface RoleMeaning {
  tasks: RoleTask[]
  /** The extent of the permission; null when there is none. */
  where: 'everywhere' | 'tenant' | 'customers' | null
  /** The customers in which they are permitted, when customer roles decide. */
  mayIn: string[]
  /** The customers in which they are not. */
  notIn: string[]
  /** Set when there is a place where they are not permitted. */
  whyNot: DenialReason | null
}

/**
 * Returns the role of a person: customer roles decide when there are any, represented by the strongest, and an admin of
 * the root tenant is super-admin (spec §4, §6).
 */
export function assignedRole(
  { tenantRole, customerRoles }: RoleAssignments,
  { names, isRootTenant }: { names: ReadonlyMap<string, string>; isRootTenant: boolean },
): AssignedRole {
  const customers = customerRoles.map(({ customerId, role }) => ({ name: names.get(customerId) ?? customerId, role }))
  if (customers.some(({ role }) => role === 'customer-admin')) return { role: 'customer-admin', customers }
  if (customers.length > 0) return { role: 'customer-user', customers }
  if (tenantRole === 'admin' && isRootTenant) return { role: 'super-admin', customers }
  return { role: tenantRole ?? 'no-access', customers }
}

/**
 * Returns the extent of each task's permission, and why it is limited; tasks with equal results are grouped, permitted
 * ones first.
 */
export function roleMeaning(assigned: AssignedRole): RoleMeaning[] {
  const groups = new Map<string, RoleMeaning>()
  for (const task of Object.keys(capabilityOf) as RoleTask[]) {
    const extent = extentOf(capabilityOf[task], assigned)
    const key = JSON.stringify(extent)
    const group = groups.get(key)
    if (group) group.tasks.push(task)
    else groups.set(key, { tasks: [task], ...extent })
  }
  return [...groups.values()].sort((a, b) => rank(a) - rank(b))
}

function rank({ where, notIn }: RoleMeaning): number {
  if (where === null) return 2
  return notIn.length > 0 ? 1 : 0
}

function extentOf(capability: Capability, { role, customers }: AssignedRole): Omit<RoleMeaning, 'tasks'> {
  const allowed = (one: { role: RoleName }) => !['-', 'S'].includes(reach(one.role, capability))
  const mayIn = customers.filter(allowed).map(({ name }) => name)
  const notIn = customers.filter((one) => !allowed(one)).map(({ name }) => name)
  const where = customers.length > 0 ? (mayIn.length > 0 ? 'customers' : null) : placeOf(reach(role, capability))
  const isWhole = where !== null && notIn.length === 0
  return { where, mayIn, notIn, whyNot: isWhole ? null : whyNot(role, capability) }
}

/** Returns the tasks that become possible somewhere, and those that are no longer possible anywhere. */
export function taskDifference(before: AssignedRole, after: AssignedRole): { gained: RoleTask[]; lost: RoleTask[] } {
  const had = new Set(permittedTasks(before))
  const has = new Set(permittedTasks(after))
  return {
    gained: [...has].filter((task) => !had.has(task)),
    lost: [...had].filter((task) => !has.has(task)),
  }
}

function permittedTasks(assigned: AssignedRole): RoleTask[] {
  return roleMeaning(assigned).flatMap(({ tasks, where }) => (where ? tasks : []))
}

function placeOf(letter: Reach): RoleMeaning['where'] {
  if (letter === 'A') return 'everywhere'
  return letter === 'T' ? 'tenant' : null
}

function whyNot(role: RoleName, capability: Capability): DenialReason {
  if (role === 'no-access') return 'noRole'
  if (reach('admin', capability) === '-') return 'superAdminOnly'
  if (reach('customer-admin', capability) === '-') return 'tenantAdminOnly'
  return reach('user', capability) === '-' ? 'adminOnly' : 'notCustomerUser'
}
