/** What the spaces of a building were before one change of many, for the form that puts it back. */
import type { Visitor } from '~/backend/reader.server'
import type { ParamsFor } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { type Row, wasIn } from './many'
import { mostSpaces } from './many.server'

/** A space as it was before the change, and as the change left it. */
export interface Left {
  before: Row
  after: Row
}

/** What the form is filled in with: what was changed again since stays as it is. */
export function putBackTo(now: Row, { before, after }: Left): Row {
  const back = (name: keyof Row) => (now[name] === after[name] ? before[name] : now[name])
  return { name: back('name'), kind: back('kind'), usage: back('usage') }
}

/** By the ids of the spaces, as far as the reader sees the change; null where none is asked for. 404 where it is not one of this building. */
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
