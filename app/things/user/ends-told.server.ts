/** Roles that have expired or expire soon, for people who may remove them. */
import { tenant } from '#contracts/tenant'
import { asPanel, type Reader } from '~/backend/reader.server'
import { capabilitiesFor } from '~/changes'
import { href } from '~/hrefs'
import { StoreUnavailable } from '~/store/store-unavailable'
import { heldByPerson, ownCustomers } from './held.server'
import { type OwnTurn, ownTurnAt } from './own-turn.server'
import { holdsRole, isPassed, type RoleEnd } from './role-end'
import { endsBefore, forgetPassedEnds } from './role-ends.server'

const aDay = 24 * 60 * 60_000
/** How early an end is announced, in ms. */
const soon = 14 * aDay

export interface EndsTold {
  /** Number of people with an expired role, and the page that removes it. */
  over: number
  overHref: string
  /** Number of people whose role expires soon, and the latest of these days. */
  ahead: { count: number; lastDay: string } | null
  aheadHref: string
  /** The automatic removal by the console; null if administrators have to remove roles. */
  own: OwnTurn | null
}

type Asking = Pick<Reader, 'may' | 'ask' | 'person'>

/** Returns the ends in a tenant or in one of its customers; null if there are none, or they cannot be read. */
export async function endsTold(
  reader: Asking,
  { tenantId, customerId }: { tenantId: string; customerId?: string },
): Promise<EndsTold | null> {
  if (!capabilitiesFor('user.takeRunOut').some(reader.may)) return null
  const within = ownCustomers(reader)
  const ends = (await endsKept(tenantId)).filter((end) => {
    const isHere = customerId === undefined || end.customerId === customerId
    return isHere && (within === null || (end.customerId !== null && within.includes(end.customerId)))
  })
  if (ends.length === 0) return null
  const path = { id: tenantId }
  const listed = await asPanel(
    Promise.all([reader.ask(tenant.listPermissions, { path }), reader.ask(tenant.listCustomerPermissions, { path })]),
  )
  if (!listed.ok) return null
  const heldBy = heldByPerson(...listed.value)
  const held = ends.filter((end) => holdsRole(heldBy(end.userId), end))
  if (within === null)
    await forgetGone(
      tenantId,
      ends.filter((end) => !held.includes(end)),
    )
  const over = peopleIn(held.filter(isPassed))
  const ahead = held.filter((end) => !isPassed(end))
  const lastDay = ahead
    .map((end) => end.lastDay)
    .sort()
    .at(-1)
  if (held.length === 0) return null
  return {
    over,
    overHref: href('usersRunOut', { tenantId }),
    ahead: lastDay === undefined ? null : { count: peopleIn(ahead), lastDay },
    aheadHref: href('users', { tenantId }, customerId ? { customer: customerId } : {}),
    own: over > 0 ? await ownTurnAt(tenantId) : null,
  }
}

const peopleIn = (ends: readonly RoleEnd[]) => new Set(ends.map(({ userId }) => userId)).size

/** Returns [] while the store is unavailable. */
async function endsKept(tenantId: string): Promise<RoleEnd[]> {
  try {
    return await endsBefore(tenantId, Date.now() + soon)
  } catch (error) {
    if (error instanceof StoreUnavailable) return []
    throw error
  }
}

/** Deletes ends of roles that nobody has any more, a day after they expired. */
async function forgetGone(tenantId: string, gone: readonly RoleEnd[]): Promise<void> {
  const old = gone.filter(({ endsAt }) => Date.parse(endsAt) < Date.now() - aDay)
  if (old.length > 0) await forgetPassedEnds(tenantId, old).catch(() => {})
}
