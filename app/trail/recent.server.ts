/**
 * The latest changes of a trail with their outcome counts. It reads a fixed number of records at most, so that its cost
 * does not depend on the size of the trail.
 */
import { searchDatabase } from '~/store/store.server'
import { describeChanges, type TrailChange } from './find-changes.server'
import { headOf } from './find-entries.server'
import { matching, type TrailFilter } from './matching.server'

export interface LatestChanges {
  changes: TrailChange[]
  /** Older records were not searched, and fewer changes were found than requested. */
  isCut: boolean
}

type RecentFilter = Pick<TrailFilter, 'tenantId' | 'customerId' | 'under' | 'visibleTo'> & { limit: number }

/** Maximum number of records to search. */
const maxRecords = 5_000

/** Returns the latest changes, newest first. */
export async function recentChanges(filter: RecentFilter): Promise<LatestChanges> {
  const { tenantId, limit } = filter
  const db = await searchDatabase()
  const head = await headOf(db, tenantId)
  const above = Math.max(0, head - maxRecords)
  const rows = await matching(db, filter, { above, upTo: head, head })
    // A rejected form changed nothing, and may have no name yet; denied changes are of interest.
    .where((eb) => eb.or([eb('t.entry', '=', 'intent'), eb('t.outcome', '=', 'denied')]))
    .select(['t.change_id', 't.mutation', (eb) => eb.fn.max('t.sequence').as('newest')])
    .groupBy(['t.change_id', 't.mutation'])
    .orderBy('newest', 'desc')
    .limit(limit)
    .execute()
  const newest = rows.map(({ change_id: changeId, mutation, newest }) => ({
    changeId,
    mutation,
    sequence: Number(newest),
  }))
  return { changes: await describeChanges(db, filter, newest, head), isCut: rows.length < limit && above > 0 }
}
