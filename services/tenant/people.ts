/** The people of a tenant that are visible to a caller (domain §9.4, footnotes). */
import type { Capability } from '../contracts/permissions'
import { fail } from '../kit/api-error'
import { type Caller, reachOf, territoryOf } from '../kit/caller'
import type { World } from '../kit/world'
import { type UserRecord, usersWithRole } from './rows'

/**
 * Returns null when the whole tenant is visible; else the customers the caller administers, whose people are visible.
 */
export function visibleCustomers(caller: Caller, capability: Capability, tenantId: string): string[] | null {
  return reachOf(caller, capability, { tenantId }) === 'C' ? territoryOf(caller, capability).customerIds : null
}

export const hasPermissionOn = `EXISTS (SELECT 1 FROM customer_permission cp WHERE cp.user_id = u.id
  AND cp.customer_id IN (SELECT value FROM json_each(?)))`

/** Whether a record is one of the caller's own: nobody may change their own role (4909). */
export const isSelf = (caller: Caller, userId: string) => [...caller.records.values()].includes(userId)

/** Returns a person of the tenant. Throws 404 for an unknown one and for one who is not visible to a customer admin. */
export function findUser(
  world: World,
  { tenantId, userId }: { tenantId: string; userId: string },
  insight: string[] | null,
): UserRecord {
  const { admin } = world.settings.roleIds
  const row = world.store.get<UserRecord>(
    `SELECT * FROM ${usersWithRole} u WHERE u.id = ? AND u.tenant_id = ? AND (? OR ${hasPermissionOn})`,
    admin,
    admin,
    userId,
    tenantId,
    insight ? 0 : 1,
    JSON.stringify(insight ?? []),
  )
  return row ?? fail(4005)
}
