/** The spaces of a building as they were before a bulk change, for the form that restores them. */
import type { Visitor } from '~/backend/reader.server'
import type { ParamsFor } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { type SpaceValues, storedValues } from './many'
import { maxSpaces } from './many.server'

/** A space before the change and after it. */
export interface ChangedSpace {
  before: SpaceValues
  after: SpaceValues
}

/** Returns the values for the form: values changed again since are kept. */
export function restoredValues(now: SpaceValues, { before, after }: ChangedSpace): SpaceValues {
  const restored = (name: keyof SpaceValues) => (now[name] === after[name] ? before[name] : now[name])
  return { name: restored('name'), kind: restored('kind'), usage: restored('usage') }
}

/** Returns the visible spaces of a change by id; null without `changeId`. Responds 404 for another building. */
export async function spacesBefore(
  { tenantId, customerId, buildingId }: ParamsFor<'spacesEditing'>,
  visitor: Pick<Visitor, 'person' | 'session' | 'role'>,
  changeId: string | null,
): Promise<Map<string, ChangedSpace> | null> {
  if (!changeId) return null
  const { entries } = await findEntries({
    tenantId,
    customerId,
    changeId,
    visibleTo: visibleTo(visitor),
    mutation: 'space.edit',
    under: buildingId,
    limit: maxSpaces,
  })
  const before = entries.flatMap((entry) => {
    const before = entry.outcomeRecord?.outcome === 'done' ? storedValues(entry.before) : null
    const after = storedValues(entry.outcomeRecord?.after ?? entry.after)
    return before && after ? [[entry.subject.id, { before, after }] as const] : []
  })
  if (before.length === 0) throw new Response(null, { status: 404 })
  return new Map(before)
}
