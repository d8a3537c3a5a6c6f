/** Roles that have expired or expire soon, for people who may remove them. */
import { tenant } from '#contracts/tenant'
import { asPanel, type Reader } from '~/backend/reader.server'
import { capabilitiesFor } from '~/changes'
import { href } from '~/hrefs'
import { StoreUnavailable } from '~/store/store-unavailable'
import { deletePassedEnds, endsBefore } from '../role-ends.server'
import { grantableCustomers, rolesByPerson } from '../roles.server'
import { lastRemovalAttempt, type RemovalAttempt } from './removal-attempt.server'
import { hasEnded, hasRole, type RoleEnd } from './role-end'

const dayMs = 24 * 60 * 60_000
/** How early an end is announced, in ms. */
const soonMs = 14 * dayMs

export interface RoleEndsSummary {
  /** Number of people with an expired role, and the page that removes it. */
  expired: number
  expiredHref: string
  /** Number of people whose role expires soon, and the latest of these days. */
  upcoming: { count: number; lastDay: string } | null
  upcomingHref: string
  /** The automatic removal by the console; null if administrators have to remove roles. */
  attempt: RemovalAttempt | null
}

type RoleEndsReader = Pick<Reader, 'may' | 'call' | 'person'>

/** Returns the ends in a tenant or in one of its customers; null if there are none, or they cannot be read. */
export async function roleEndsSummary(
  reader: RoleEndsReader,
  { tenantId, customerId }: { tenantId: string; customerId?: string },
): Promise<RoleEndsSummary | null> {
  if (!capabilitiesFor('user.takeRunOut').some(reader.may)) return null
  const customerIds = grantableCustomers(reader)
  const ends = (await storedEnds(tenantId)).filter((end) => {
    const isHere = customerId === undefined || end.customerId === customerId
    return isHere && (customerIds === null || (end.customerId !== null && customerIds.includes(end.customerId)))
  })
  if (ends.length === 0) return null
  const path = { id: tenantId }
  const permissions = await asPanel(
    Promise.all([reader.call(tenant.listPermissions, { path }), reader.call(tenant.listCustomerPermissions, { path })]),
  )
  if (!permissions.ok) return null
  const rolesOf = rolesByPerson(...permissions.value)
  const current = ends.filter((end) => hasRole(rolesOf(end.userId), end))
  if (customerIds === null)
    await deleteUnusedEnds(
      tenantId,
      ends.filter((end) => !current.includes(end)),
    )
  const expired = peopleIn(current.filter(hasEnded))
  const upcoming = current.filter((end) => !hasEnded(end))
  const lastDay = upcoming
    .map((end) => end.lastDay)
    .sort()
    .at(-1)
  if (current.length === 0) return null
  return {
    expired,
    expiredHref: href('usersRunOut', { tenantId }),
    upcoming: lastDay === undefined ? null : { count: peopleIn(upcoming), lastDay },
    upcomingHref: href('users', { tenantId }, customerId ? { customer: customerId } : {}),
    attempt: expired > 0 ? await lastRemovalAttempt(tenantId) : null,
  }
}

const peopleIn = (ends: readonly RoleEnd[]) => new Set(ends.map(({ userId }) => userId)).size

/** Returns [] while the store is unavailable. */
async function storedEnds(tenantId: string): Promise<RoleEnd[]> {
  try {
    return await endsBefore(tenantId, Date.now() + soonMs)
  } catch (error) {
    if (error instanceof StoreUnavailable) return []
    throw error
  }
}

/** Deletes ends of roles that nobody has any more, a day after they expired. */
async function deleteUnusedEnds(tenantId: string, unused: readonly RoleEnd[]): Promise<void> {
  const old = unused.filter(({ endsAt }) => Date.parse(endsAt) < Date.now() - dayMs)
  if (old.length > 0) await deletePassedEnds(tenantId, old).catch(() => {})
}
