/**
 * Until when roles are held, as the console keeps it: no service knows an end of a role. When its last day is over, an
 * administrator is told, and takes it away by a change like any other.
 */
import type { Kysely } from 'kysely'
import { partsOf } from '~/change/in-chunks.server'
import { endOfDay } from '~/domain/zoned-day'
import { database } from '~/store/store.server'
import type { RoleEndTable, Tables } from '~/store/tables'
import type { GivenRole, LastDayThere, RoleEnd } from './role-end'

const atOnce = 100

/** A role of somebody. */
export type RoleOf = GivenRole & { userId: string }

/** The same, and until when they hold it. */
export type KeptRole = RoleOf & LastDayThere

/** Whether a day of a zone is over. */
export function isOver(day: string, zone: string): boolean {
  return Date.parse(endOfDay(day, zone)) <= Date.now()
}

/** Writes down the last days of roles that are given, or that they have none: of all of them, or of none. */
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

/** The ends of some people's roles in a tenant, whether they still hold them or not. */
export async function roleEndsOf(tenantId: string, userIds: readonly string[]): Promise<RoleEnd[]> {
  const found: RoleEnd[] = []
  for (const some of partsOf(userIds, atOnce))
    found.push(...(await endsIn(tenantId).where('user_id', 'in', some).execute()).map(endIn))
  return found
}

/** The ends in a tenant that have passed by a moment (ms), whether the roles are still held or not; the longest ago first. */
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

/** Forgets those of some roles that have passed: they were taken away, or are held on without an end. */
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

/** Who holds the same role in the same place. */
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
