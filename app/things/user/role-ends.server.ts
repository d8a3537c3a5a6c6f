/**
 * Stores the ends of roles, which no service has. When the last day is over, an administrator is notified and removes
 * the role with an ordinary change.
 */
import type { Kysely } from 'kysely'
import { partsOf } from '~/change/in-chunks.server'
import { endOfDay } from '~/domain/zoned-day'
import { database } from '~/store/store.server'
import type { RoleEndTable, Tables } from '~/store/tables'
import type { GivenRole, LastDayThere, RoleEnd } from './role-end'

const atOnce = 100

/** A role of a person. */
export type RoleOf = GivenRole & { userId: string }

/** The same with its last day. */
export type KeptRole = RoleOf & LastDayThere

/** Whether a day is over in a time zone. */
export function isOver(day: string, zone: string): boolean {
  return Date.parse(endOfDay(day, zone)) <= Date.now()
}

/** Stores the last days of granted roles, or that they have none, in one transaction. */
export async function keepRoleEnds(
  { tenantId, zone, changeId }: { tenantId: string; zone: string; changeId: string },
  given: readonly KeptRole[],
): Promise<void> {
  const rows = given.flatMap(({ userId, customerId, role, lastDay }) =>
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
      for (const place of byPlace(given))
        for (const userIds of partsOf(place.userIds, atOnce))
          await theEnds(trx, { ...place, tenantId, userIds }).execute()
      for (let at = 0; at < rows.length; at += atOnce)
        await trx
          .insertInto('role_end')
          .values(rows.slice(at, at + atOnce))
          .execute()
    })
}

/** Returns the ends of people's roles in a tenant, whether or not they still have them. */
export async function roleEndsOf(tenantId: string, userIds: readonly string[]): Promise<RoleEnd[]> {
  const found: RoleEnd[] = []
  for (const some of partsOf(userIds, atOnce))
    found.push(...(await endsIn(tenantId).where('user_id', 'in', some).execute()).map(endIn))
  return found
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
export async function forgetPassedEnds(tenantId: string, roles: readonly RoleOf[]): Promise<void> {
  for (const { customerId, role, userIds } of byPlace(roles))
    for (const some of partsOf(userIds, atOnce))
      await theEnds(database(), { tenantId, customerId, role, userIds: some })
        .where('ends_at', '<=', Date.now())
        .execute()
}

interface InPlace {
  customerId: string
  role: string
  userIds: string[]
}

/** Groups people by role and place. */
function byPlace(roles: readonly RoleOf[]): InPlace[] {
  const found = new Map<string, InPlace>()
  for (const { userId, customerId, role } of roles) {
    const key = JSON.stringify([customerId, role])
    const place = found.get(key) ?? { customerId: customerId ?? '', role, userIds: [] }
    place.userIds.push(userId)
    found.set(key, place)
  }
  return [...found.values()]
}

function theEnds(db: Pick<Kysely<Tables>, 'deleteFrom'>, at: InPlace & { tenantId: string }) {
  return db
    .deleteFrom('role_end')
    .where('tenant_id', '=', at.tenantId)
    .where('user_id', 'in', at.userIds)
    .where('customer_id', '=', at.customerId)
    .where('role', '=', at.role)
}
