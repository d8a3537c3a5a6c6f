/**
 * Until when a role is held. An end counts for the role that it was given with: who holds another one in its place by
 * now, or none, is not touched by it.
 */
import type { PlanField } from '~/change/plan'
import type { RolesHeld } from '~/domain/role-changes'

/** A place where a role is held: a customer, or the tenant where it is null. */
export interface RolePlace {
  customerId: string | null
}

/** A role somebody is given. */
export interface GivenRole extends RolePlace {
  role: string
}

export interface RoleEnd extends GivenRole {
  userId: string
  /** As it was asked for (`2026-12-31`). */
  lastDay: string
  /** The moment at which that day is over for whoever asked, in ISO time. */
  endsAt: string
  /** The change that gave it. */
  changeId: string
}

/** The last day of a role in a place; null where it has none. */
export interface LastDayThere extends RolePlace {
  lastDay: string | null
}

/** Whether somebody holds this very role. */
export function holdsRole(held: RolesHeld, { customerId, role }: GivenRole): boolean {
  if (customerId === null) return held.tenantRole === role
  return held.customerRoles.some((one) => one.customerId === customerId && one.role === role)
}

/** The role somebody holds in a place. */
export function roleThere({ tenantRole, customerRoles }: RolesHeld, { customerId }: RolePlace): string | null {
  return customerId === null ? tenantRole : (customerRoles.find((one) => one.customerId === customerId)?.role ?? null)
}

/** Until when somebody holds what they hold in a place. */
export function lastDayThere(ends: readonly RoleEnd[], held: RolesHeld, place: RolePlace): string | null {
  return ends.find((end) => end.customerId === place.customerId && holdsRole(held, end))?.lastDay ?? null
}

export const isPassed = ({ endsAt }: Pick<RoleEnd, 'endsAt'>) => Date.parse(endsAt) <= Date.now()

/** A change of last days: its line in the plan, and what the trail keeps before and after; null where they stay. */
export function changeOfDays(
  before: readonly LastDayThere[],
  after: readonly LastDayThere[],
  names: ReadonlyMap<string, string>,
) {
  const isSame = before.every(({ lastDay }, at) => lastDay === after[at]?.lastDay)
  if (isSame) return null
  return { line: lineOf(before, after), before: daysTold(before, names), after: daysTold(after, names) }
}

/** One line for all places: several days stand beside one another. */
function lineOf(before: readonly LastDayThere[], after: readonly LastDayThere[]): PlanField {
  const days = (some: readonly LastDayThere[]) =>
    [...new Set(some.flatMap(({ lastDay }) => lastDay ?? []))].sort().join(', ') || null
  return { name: 'until', from: days(before), to: days(after) }
}

/** The last days as the trail keeps them, beside the roles: the tenant's as it is, a customer's by its name and id. */
export function daysTold(days: readonly LastDayThere[], names: ReadonlyMap<string, string>) {
  const ofTenant = days.find(({ customerId }) => customerId === null)
  if (ofTenant) return ofTenant.lastDay
  return Object.fromEntries(
    days.map(({ customerId, lastDay }) => [`${names.get(customerId ?? '') ?? ''} (${customerId})`.trim(), lastDay]),
  )
}

/** The last days that a record keeps; none where its change set none. */
export function daysIn(told: unknown): LastDayThere[] {
  const { until } = (told ?? {}) as { until?: string | null | Record<string, string | null> }
  if (until === undefined) return []
  if (until === null || typeof until === 'string') return [{ customerId: null, lastDay: until }]
  return Object.entries(until).flatMap(([name, lastDay]) => {
    const customerId = name.match(/\(([^()]+)\)$/)?.[1]
    return customerId ? [{ customerId, lastDay }] : []
  })
}
