/**
 * Stores how long acknowledgements last. No service has an end of an acknowledgement, so the console stores it; an
 * alarm that is still active at that time is listed again as needing attention.
 */
import type { Place } from '~/hrefs'
import { database } from '~/store/store.server'
import type { AcknowledgementEndTable } from '~/store/tables'

/** Maximum number of expired acknowledgements that a list reads. */
const maxExpired = 500
const batchSize = 200
/** Retention of expired ends, in ms; a service keeps a closed alarm for the same time. */
const retentionMs = 400 * 24 * 60 * 60_000

type End = Pick<AcknowledgementEndTable, 'alarm_id' | 'device_id'> & { endsAt: string }

/** Stores the end of each acknowledgement; null deletes the stored end. */
export async function saveEnds(
  { tenantId, customerId }: Place,
  {
    ends,
    changeId,
  }: { ends: readonly { id: string; deviceId: string | null; endsAt: string | null }[]; changeId: string },
): Promise<void> {
  for (let at = 0; at < ends.length; at += batchSize) {
    const some = ends.slice(at, at + batchSize)
    const ids = some.map(({ id }) => id)
    const rows = some.flatMap(({ id, deviceId, endsAt }) =>
      endsAt === null
        ? []
        : {
            tenant_id: tenantId,
            customer_id: customerId,
            alarm_id: id,
            device_id: deviceId,
            ends_at: Date.parse(endsAt),
            change_id: changeId,
          },
    )
    await database()
      .transaction()
      .execute(async (trx) => {
        const old = trx.deleteFrom('acknowledgement_end').where('tenant_id', '=', tenantId)
        await old.where('alarm_id', 'in', ids).execute()
        if (rows.length > 0) await trx.insertInto('acknowledgement_end').values(rows).execute()
      })
  }
}

/** Returns the expired ends of a customer, latest first. */
export async function expiredEnds({ tenantId, customerId }: Place): Promise<End[]> {
  const rows = await database()
    .selectFrom('acknowledgement_end')
    .select(['alarm_id', 'device_id', 'ends_at'])
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', customerId)
    .where('ends_at', '<=', Date.now())
    .orderBy('ends_at', 'desc')
    .limit(maxExpired)
    .execute()
  return rows.map(({ ends_at, ...row }) => ({ ...row, endsAt: new Date(Number(ends_at)).toISOString() }))
}

/** Returns the ends of the given alarms by alarm id, for those that have one. */
export async function acknowledgementEnds(
  { tenantId }: Pick<Place, 'tenantId'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const endsById = new Map<string, string>()
  for (let at = 0; at < ids.length; at += batchSize) {
    const rows = await database()
      .selectFrom('acknowledgement_end')
      .select(['alarm_id', 'ends_at'])
      .where('tenant_id', '=', tenantId)
      .where('alarm_id', 'in', ids.slice(at, at + batchSize))
      .execute()
    for (const { alarm_id, ends_at } of rows) endsById.set(alarm_id, new Date(Number(ends_at)).toISOString())
  }
  return endsById
}

/** Deletes ends that expired before the retention period. */
export async function deleteOldEnds(): Promise<void> {
  await database()
    .deleteFrom('acknowledgement_end')
    .where('ends_at', '<', Date.now() - retentionMs)
    .execute()
}
