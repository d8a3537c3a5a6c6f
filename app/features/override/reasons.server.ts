/** Reasons of overrides from the trail, for backends that do not store reasons. */
import type { Reader } from '~/backend/reader.server'
import type { RecordedWrite } from '~/features/point/shared/trail-writes.server'
import type { Place } from '~/hrefs'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { ListedOverride } from './shared/filter'
import { overrideKey } from './shared/row'

/** Maximum number of records read for the points of one page, and the time limit in ms. */
const maxRecords = 500
const patienceMs = 300

/**
 * Returns the reason of each override by its key: that of the backend, else that of a record of this console that the
 * person may see.
 */
export async function overrideReasons(
  reader: Pick<Reader, 'person' | 'session' | 'role'>,
  { tenantId, customerId }: Place,
  overrides: readonly ListedOverride[],
): Promise<Map<string, string>> {
  const reasons = new Map(overrides.flatMap((one) => (one.reason ? [[overrideKey(one), one.reason] as const] : [])))
  const withoutReason = new Map(overrides.filter((one) => !one.reason && one.by).map((one) => [levelKey(one), one]))
  if (withoutReason.size === 0) return reasons
  const filter = {
    tenantId,
    customerId,
    subjectKind: 'point',
    visibleTo: visibleTo(reader),
    limit: maxRecords,
    patienceMs,
  }
  for (const { subject, after, outcomeRecord, actor, reason } of (await findEntries(filter)).entries) {
    const { level, value } = (after ?? {}) as Partial<RecordedWrite>
    if (level === undefined || outcomeRecord?.outcome !== 'done') continue
    const key = levelKey({ pointId: subject.id, level })
    const override = withoutReason.get(key)
    if (!override) continue
    withoutReason.delete(key)
    // A value set by another person since then has another reason.
    if (reason && value === override.value && actor.name === override.by?.fullName)
      reasons.set(overrideKey(override), reason)
  }
  return reasons
}

const levelKey = ({ pointId, level }: Pick<ListedOverride, 'pointId' | 'level'>) => `${pointId}.${level}`
