/**
 * The latest changes of a trail with their outcome counts. It reads a fixed number of records at most, so that its cost
 * does not depend on the size of the trail.
 */
import { readingDatabase } from '~/store/store.server'
import { type TrailChange, toldOf } from './find-changes.server'
import { headOf } from './find-entries.server'
import { matching, type TrailFilter } from './matching.server'

export interface Recent {
  changes: TrailChange[]
  /** Older records were not searched, and fewer changes were found than requested. */
  isCut: boolean
}

type Wanted = Pick<TrailFilter, 'tenantId' | 'customerId' | 'under' | 'visibleTo'> & { limit: number }

/** Maximum number of records to search. */
const mostRecords = 5_000

/** Returns the latest changes, newest first. */
export async function recentChanges(wanted: Wanted): Promise<Recent> {
  const { tenantId, limit } = wanted
  const db = await readingDatabase()
  const head = await headOf(db, tenantId)
  const above = Math.max(0, head - mostRecords)
  const found = await matching(db, wanted, { above, upTo: head, head })
    // A rejected form changed nothing, and may have no name yet; denied changes are of interest.
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
