/** Reasons of overrides from the trail, for backends that do not store reasons. */
import type { Reader } from '~/backend/reader.server'
import type { Place } from '~/hrefs'
import type { KeptWrite } from '~/things/point/writes-on-trail.server'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { Override } from './filter'
import { keyOfOverride } from './row'

/** Maximum number of records read for the points of one page, and the time limit in ms. */
const mostRecords = 500
const patience = 300

/**
 * Returns the reason of each override by its key: that of the backend, else that of a record of this console that the
 * person may see.
 */
export async function reasonsOf(
  reader: Pick<Reader, 'person' | 'session' | 'role'>,
  { tenantId, customerId }: Place,
  overrides: readonly Override[],
): Promise<Map<string, string>> {
  const told = new Map(overrides.flatMap((one) => (one.reason ? [[keyOfOverride(one), one.reason] as const] : [])))
  const untold = new Map(overrides.filter((one) => !one.reason && one.by).map((one) => [levelOf(one), one]))
  if (untold.size === 0) return told
  const filter = {
    tenantId,
    customerId,
    subjectKind: 'point',
    visibleTo: visibleTo(reader),
    limit: mostRecords,
    patience,
  }
  for (const { subject, after, ending, actor, reason } of (await findEntries(filter)).entries) {
    const { level, value } = (after ?? {}) as Partial<KeptWrite>
    if (level === undefined || ending?.outcome !== 'done') continue
    const key = levelOf({ pointId: subject.id, level })
    const override = untold.get(key)
    if (!override) continue
    untold.delete(key)
    // A value set by another person since then has another reason.
    if (reason && value === override.value && actor.name === override.by?.fullName)
      told.set(keyOfOverride(override), reason)
  }
  return told
}

const levelOf = ({ pointId, level }: Pick<Override, 'pointId' | 'level'>) => `${pointId}.${level}`
