/** The signed-in person and their rights from the tenant service, cached for at most 30 s (design §6). */
import { LRUCache } from 'lru-cache'
import type { RoleName } from '#contracts/permissions'
import { tenant, type UsersInfo } from '#contracts/tenant'
import { config } from '~/config.server'
import { deriveCurrentUser, shouldRetryCurrentUser } from '~/domain/current-user'
import { type EffectiveRole, effectiveRole } from '~/domain/effective-role'
import type { Session } from '~/session/session.server'
import { ask, type Bearer } from './transport.server'

export interface Person {
  /** The id of the person's record in the current tenant, else in their first one; '' for an unknown person. */
  id: string
  fullName: string
  info: UsersInfo
  /** A super-admin has access to every tenant. */
  isSuper: boolean
}

const known = new LRUCache<string, { info: UsersInfo }>({ max: 5_000, ttl: 30_000 })

/** Counts how often rights were dropped: a reply requested before that is not cached. */
let forgotten = 0

/**
 * Returns the person with their rights; reads again while the customers of a customer-role person are missing (spec
 * §4).
 */
export async function personOf(session: Session, bearer: Bearer): Promise<Person> {
  const cached = known.get(session.id)
  const asked = forgotten
  const info = cached?.info ?? (await loadInfo(bearer))
  if (!cached && asked === forgotten) known.set(session.id, { info })
  const user = deriveCurrentUser(info, {
    tenantId: session.lastTenantId,
    customerId: session.lastCustomerId,
    ...standing(),
    superCheck: true,
  })
  const root = effectiveRole({
    ...info,
    userIds: info.tenantUsers.map((one) => one.id),
    tenantId: config().rootTenantId,
    ...standing(),
    superCheck: true,
  })
  return { id: user.id, fullName: user.fullName || session.person.name, info, isSuper: root.role === 'super-admin' }
}

/** Drops all cached rights, so that a change of roles applies at once. */
export function forgetRights(): void {
  forgotten += 1
  known.clear()
}

async function loadInfo(bearer: Bearer): Promise<UsersInfo> {
  const anywhere: Bearer = { ...bearer, tenantId: undefined, customerId: undefined }
  let info = (await ask(tenant.usersInfo, { query: { super: true } }, anywhere)).reply
  for (let wait = 250; wait <= 1_000 && shouldRetryCurrentUser(info); wait *= 2) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    info = (await ask(tenant.usersInfo, { query: { super: true } }, anywhere)).reply
  }
  return info
}

/** Returns the person's role at a place; null where the place is hidden from them (design §9: 404 outside). */
export function roleAt(
  person: Person,
  place: { tenantId?: string | undefined; customerId?: string | undefined },
): EffectiveRole | null {
  const { tenantId, customerId } = place
  if (person.isSuper) return { role: 'super-admin', because: 'rootTenantAdmin' }
  if (!tenantId) return null
  const found = effectiveRole({
    ...person.info,
    userIds: person.info.tenantUsers.map((one) => one.id),
    tenantId,
    customerId: customerId ?? null,
    ...standing(),
    superCheck: true,
  })
  const belongs = person.info.tenants.some((one) => one.tenantId === tenantId)
  if (!belongs) return null
  const isCustomerLevel = (['customer-admin', 'customer-user'] as RoleName[]).includes(found.role)
  if (
    customerId &&
    isCustomerLevel &&
    !person.info.customerUserPermissions.some((one) => one.customerId === customerId)
  )
    return null
  return found.role === 'no-access' && customerId ? null : found
}

function standing() {
  return { rootTenantId: config().rootTenantId, roleIds: config().roleIds }
}
