/**
 * Ends of roles. An end applies to the role that it was set with, and has no effect once the person has another role,
 * or none, in its place.
 */
import type { PlanField } from '~/change/plan'
import type { RoleAssignments } from '~/domain/role-changes'

/** The place of a role: a customer, or the tenant if null. */
export interface RolePlace {
  customerId: string | null
}

/** A role granted to a person. */
export interface GrantedRole extends RolePlace {
  role: string
}

export interface RoleEnd extends GrantedRole {
  userId: string
  /** The last day as requested (`2026-12-31`). */
  lastDay: string
  /** When that day ends in the requester's time zone, in ISO time. */
  endsAt: string
  /** The change that granted it. */
  changeId: string
}

/** The last day of a role in a place; null if it has no end. */
export interface LastDayInPlace extends RolePlace {
  lastDay: string | null
}

/** Whether the person has exactly this role. */
export function hasRole(roles: RoleAssignments, { customerId, role }: GrantedRole): boolean {
  if (customerId === null) return roles.tenantRole === role
  return roles.customerRoles.some((one) => one.customerId === customerId && one.role === role)
}

/** Returns the person's role in a place. */
export function roleInPlace({ tenantRole, customerRoles }: RoleAssignments, { customerId }: RolePlace): string | null {
  return customerId === null ? tenantRole : (customerRoles.find((one) => one.customerId === customerId)?.role ?? null)
}

/** Returns the last day of the person's current role in a place. */
export function lastDayInPlace(ends: readonly RoleEnd[], roles: RoleAssignments, place: RolePlace): string | null {
  return ends.find((end) => end.customerId === place.customerId && hasRole(roles, end))?.lastDay ?? null
}

export const hasEnded = ({ endsAt }: Pick<RoleEnd, 'endsAt'>) => Date.parse(endsAt) <= Date.now()

/**
 * Returns a change of last days: its line in the plan, and the before and after of the trail; null if they are
 * unchanged.
 */
export function lastDayChange(
  before: readonly LastDayInPlace[],
  after: readonly LastDayInPlace[],
  names: ReadonlyMap<string, string>,
) {
  const isSame = before.every(({ lastDay }, at) => lastDay === after[at]?.lastDay)
  if (isSame) return null
  return { line: lineOf(before, after), before: lastDaysForTrail(before, names), after: lastDaysForTrail(after, names) }
}

/** Returns one line for all places, with the different days in one list. */
function lineOf(before: readonly LastDayInPlace[], after: readonly LastDayInPlace[]): PlanField {
  const days = (some: readonly LastDayInPlace[]) =>
    [...new Set(some.flatMap(({ lastDay }) => lastDay ?? []))].sort().join(', ') || null
  return { name: 'until', from: days(before), to: days(after) }
}

/**
 * Returns the last days as the trail stores them: a single value for the tenant, else by the name and id of each
 * customer.
 */
export function lastDaysForTrail(days: readonly LastDayInPlace[], names: ReadonlyMap<string, string>) {
  const ofTenant = days.find(({ customerId }) => customerId === null)
  if (ofTenant) return ofTenant.lastDay
  return Object.fromEntries(
    days.map(({ customerId, lastDay }) => [`${names.get(customerId ?? '') ?? ''} (${customerId})`.trim(), lastDay]),
  )
}

/** Parses the last days of a record; empty if its change set none. */
export function parseLastDays(record: unknown): LastDayInPlace[] {
  const { until } = (record ?? {}) as { until?: string | null | Record<string, string | null> }
  if (until === undefined) return []
  if (until === null || typeof until === 'string') return [{ customerId: null, lastDay: until }]
  return Object.entries(until).flatMap(([name, lastDay]) => {
    const customerId = name.match(/\(([^()]+)\)$/)?.[1]
    return customerId ? [{ customerId, lastDay }] : []
  })
}
