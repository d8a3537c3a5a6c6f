/** The spaces of a building as they were before a bulk change, for the form that restores them. */
import type { Visitor } from '~/backend/reader.server'
import type { ParamsFor } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { type Row, wasIn } from './many'
import { mostSpaces } from './many.server'

/** A space before the change and after it. */
export interface Left {
  before: Row
  after: Row
}

/** Returns the values for the form: values changed again since are kept. */
export function putBackTo(now: Row, { before, after }: Left): Row {
  const back = (name: keyof Row) => (now[name] === after[name] ? before[name] : now[name])
  return { name: back('name'), kind: back('kind'), usage: back('usage') }
}

/** Returns the visible spaces of a change by id; null without `changeId`. Responds 404 for another building. */
export async function spacesBefore(
  { tenantId, customerId, buildingId }: ParamsFor<'spacesEditing'>,
  who: Pick<Visitor, 'person' | 'session' | 'role'>,
  changeId: string | null,
): Promise<Map<string, Left> | null> {
  if (!changeId) return null
  const { entries } = await findEntries({
    tenantId,
    customerId,
    changeId,
    visibleTo: visibleTo(who),
    mutation: 'space.edit',
    under: buildingId,
    limit: mostSpaces,
  })
  const before = entries.flatMap((entry) => {
    const before = entry.ending?.outcome === 'done' ? wasIn(entry.before) : null
    const after = wasIn(entry.ending?.after ?? entry.after)
    return before && after ? [[entry.subject.id, { before, after }] as const] : []
  })
  if (before.length === 0) throw new Response(null, { status: 404 })
  return new Map(before)
}
