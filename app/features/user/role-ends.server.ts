/**
 * Stores the ends of roles, which no service has. When the last day is over, an administrator is notified and removes
 * the role with an ordinary change.
 */
import type { Kysely } from 'kysely'
import { chunksOf } from '~/change/write-in-chunks.server'
import { endOfDay } from '~/domain/zoned-day'
import { database } from '~/store/store.server'
import type { RoleEndTable, Tables } from '~/store/tables'
import type { GrantedRole, LastDayInPlace, RoleEnd } from './shared/role-end'

const batchSize = 100

/** A role of a person. */
export type PersonRole = GrantedRole & { userId: string }

/** The same with its last day. */
export type RoleWithEnd = PersonRole & LastDayInPlace

/** Whether a day is over in a time zone. */
export function isDayOver(day: string, zone: string): boolean {
  return Date.parse(endOfDay(day, zone)) <= Date.now()
}

/** Stores the last days of granted roles, or that they have none, in one transaction. */
export async function saveRoleEnds(
  { tenantId, zone, changeId }: { tenantId: string; zone: string; changeId: string },
  roles: readonly RoleWithEnd[],
): Promise<void> {
  const rows = roles.flatMap(({ userId, customerId, role, lastDay }) =>
    lastDay === null
      ? []
      : {
          tenant_id: tenantId,
          user_id: userId,
          customer_id: customerId ?? '',
          role,
          last_day: lastDay,
          ends_at: Date.parse(endOfDay(lastDay, zone)),
          change_id: changeId,
        },
  )
  await database()
    .transaction()
    .execute(async (trx) => {
      for (const place of groupByRole(roles))
        for (const userIds of chunksOf(place.userIds, batchSize))
          await deleteEnds(trx, { ...place, tenantId, userIds }).execute()
      for (let at = 0; at < rows.length; at += batchSize)
        await trx
          .insertInto('role_end')
          .values(rows.slice(at, at + batchSize))
          .execute()
    })
}

/** Returns the ends of people's roles in a tenant, whether or not they still have them. */
export async function roleEndsOf(tenantId: string, userIds: readonly string[]): Promise<RoleEnd[]> {
  const ends: RoleEnd[] = []
  for (const some of chunksOf(userIds, batchSize))
    ends.push(...(await endsIn(tenantId).where('user_id', 'in', some).execute()).map(endIn))
  return ends
}

/**
 * Returns the ends in a tenant that are before a moment (ms), whether or not people still have the roles; oldest first.
 */
export async function endsBefore(tenantId: string, moment = Date.now()): Promise<RoleEnd[]> {
  return (await endsIn(tenantId).where('ends_at', '<=', moment).orderBy('ends_at').execute()).map(endIn)
}

const endsIn = (tenantId: string) => database().selectFrom('role_end').selectAll().where('tenant_id', '=', tenantId)

function endIn(row: RoleEndTable): RoleEnd {
  return {
    userId: row.user_id,
    customerId: row.customer_id || null,
    role: row.role,
    lastDay: row.last_day,
    endsAt: new Date(Number(row.ends_at)).toISOString(),
    changeId: row.change_id,
  }
}

/** Deletes the expired ends of roles that were removed, or that people keep without an end. */
export async function deletePassedEnds(tenantId: string, roles: readonly PersonRole[]): Promise<void> {
  for (const { customerId, role, userIds } of groupByRole(roles))
    for (const some of chunksOf(userIds, batchSize))
      await deleteEnds(database(), { tenantId, customerId, role, userIds: some })
        .where('ends_at', '<=', Date.now())
        .execute()
}

interface RoleGroup {
  customerId: string
  role: string
  userIds: string[]
}

/** Groups people by role and place. */
function groupByRole(roles: readonly PersonRole[]): RoleGroup[] {
  const groups = new Map<string, RoleGroup>()
  for (const { userId, customerId, role } of roles) {
    const key = JSON.stringify([customerId, role])
    const place = groups.get(key) ?? { customerId: customerId ?? '', role, userIds: [] }
    place.userIds.push(userId)
    groups.set(key, place)
  }
  return [...groups.values()]
}

function deleteEnds(db: Pick<Kysely<Tables>, 'deleteFrom'>, at: RoleGroup & { tenantId: string }) {
  return db
    .deleteFrom('role_end')
    .where('tenant_id', '=', at.tenantId)
    .where('user_id', 'in', at.userIds)
    .where('customer_id', '=', at.customerId)
    .where('role', '=', at.role)
}
