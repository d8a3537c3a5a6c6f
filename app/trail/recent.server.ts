/**
 * The last changes of a trail, each with how it ended for how many things. It looks no further down than so many
 * records, so that it costs the same whatever the trail holds.
 */
import { readingDatabase } from '~/store/store.server'
import { type TrailChange, toldOf } from './find-changes.server'
import { headOf } from './find-entries.server'
import { matching, type TrailFilter } from './matching.server'

export interface Recent {
  changes: TrailChange[]
  /** Older records were not looked at, and fewer changes were found than were asked for. */
  isCut: boolean
}

type Wanted = Pick<TrailFilter, 'tenantId' | 'customerId' | 'under' | 'visibleTo'> & { limit: number }

/** Records looked through. */
const mostRecords = 5_000

/** Newest first. */
export async function recentChanges(wanted: Wanted): Promise<Recent> {
  const { tenantId, limit } = wanted
  const db = await readingDatabase()
  const head = await headOf(db, tenantId)
  const above = Math.max(0, head - mostRecords)
  const found = await matching(db, wanted, { above, upTo: head, head })
    // A form that was sent back changed nothing, and may have no name yet; who was denied is of interest.
    .where((eb) => eb.or([eb('t.entry', '=', 'intent'), eb('t.outcome', '=', 'denied')]))
    .select(['t.change_id', 't.mutation', (eb) => eb.fn.max('t.sequence').as('newest')])
    .groupBy(['t.change_id', 't.mutation'])
    .orderBy('newest', 'desc')
    .limit(limit)
    .execute()
  const newest = found.map(({ change_id: changeId, mutation, newest }) => ({
    changeId,
    mutation,
    sequence: Number(newest),
  }))
  return { changes: await toldOf(db, wanted, newest, head), isCut: found.length < limit && above > 0 }
}
