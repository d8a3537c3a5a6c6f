/** The signed-in person and their rights from the tenant service, cached for at most 30 s (design §6). */
import { LRUCache } from 'lru-cache'
import type { RoleName } from '#contracts/permissions'
import { tenant, type UsersInfo } from '#contracts/tenant'
import { config } from '~/config.server'
import { deriveCurrentUser, shouldRetryCurrentUser } from '~/domain/current-user'
import { type EffectiveRole, effectiveRole } from '~/domain/effective-role'
import type { Session } from '~/session/session.server'
import { type Bearer, callWithRetry } from './transport.server'

export interface Person {
  /** The id of the person's record in the current tenant, else in their first one; '' for an unknown person. */
  id: string
  fullName: string
  info: UsersInfo
  /** A super-admin has access to every tenant. */
  isSuper: boolean
}

const cache = new LRUCache<string, { info: UsersInfo }>({ max: 5_000, ttl: 30_000 })

/** Counts how often rights were dropped: a reply requested before that is not cached. */
let rightsGeneration = 0

/**
 * Returns the person with their rights; reads again while the customers of a customer-role person are missing (spec
 * §4).
 */
export async function loadPerson(session: Session, bearer: Bearer): Promise<Person> {
  const cached = cache.get(session.id)
  const generation = rightsGeneration
  const info = cached?.info ?? (await loadInfo(bearer))
  if (!cached && generation === rightsGeneration) cache.set(session.id, { info })
  const user = deriveCurrentUser(info, {
    tenantId: session.lastTenantId,
    customerId: session.lastCustomerId,
    ...roleConfig(),
    superCheck: true,
  })
  const root = effectiveRole({
    ...info,
    userIds: info.tenantUsers.map((one) => one.id),
    tenantId: config().rootTenantId,
    ...roleConfig(),
    superCheck: true,
  })
  return { id: user.id, fullName: user.fullName || session.person.name, info, isSuper: root.role === 'super-admin' }
}

/** Drops all cached rights, so that a change of roles applies at once. */
export function forgetRights(): void {
  rightsGeneration += 1
  cache.clear()
}

async function loadInfo(bearer: Bearer): Promise<UsersInfo> {
  const anywhere: Bearer = { ...bearer, tenantId: undefined, customerId: undefined }
  let info = (await callWithRetry(tenant.usersInfo, { query: { super: true } }, anywhere)).reply
  for (let wait = 250; wait <= 1_000 && shouldRetryCurrentUser(info); wait *= 2) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    info = (await callWithRetry(tenant.usersInfo, { query: { super: true } }, anywhere)).reply
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
  const effective = effectiveRole({
    ...person.info,
    userIds: person.info.tenantUsers.map((one) => one.id),
    tenantId,
    customerId: customerId ?? null,
    ...roleConfig(),
    superCheck: true,
  })
  const isMember = person.info.tenants.some((one) => one.tenantId === tenantId)
  if (!isMember) return null
  const isCustomerLevel = (['customer-admin', 'customer-user'] as RoleName[]).includes(effective.role)
  if (
    customerId &&
    isCustomerLevel &&
    !person.info.customerUserPermissions.some((one) => one.customerId === customerId)
  )
    return null
  return effective.role === 'no-access' && customerId ? null : effective
}

function roleConfig() {
  return { rootTenantId: config().rootTenantId, roleIds: config().roleIds }
}
