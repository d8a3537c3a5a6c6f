/**
 * The last changes of a trail, each with how it ended for how many things: what was done together is one, of each kind. It
 * looks no further down than so many records, so that it costs the same whatever the trail holds.
 */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { readingDatabase } from '~/store/store.server'
import type { Tables, TrailTable } from '~/store/tables'
import { byVisibility, type TrailEntry, type Visible, withEndings } from './find-entries.server'
import type { Outcome } from './record'
import { fromRow } from './rows.server'

export interface RecentChange {
  changeId: string
  mutation: string
  /** How many things it was about, by how it ended for each. */
  outcomes: Partial<Record<Outcome, number>>
  /** Its newest records; all of them where it was about no more than `mostLooked` things. */
  entries: TrailEntry[]
}

export interface Recent {
  changes: RecentChange[]
  /** Older records were not looked at, and fewer changes were found than were asked for. */
  isCut: boolean
}

interface Wanted {
  tenantId: string
  customerId?: string | undefined
  /** Id of a place: what was done to it, and to everything below it. */
  under?: string | undefined
  visibleTo?: Visible | undefined
  limit: number
}

/** Records looked through. */
const mostRecords = 5_000
/** Of one change. */
export const mostLooked = 20

type Row = ExpressionBuilder<Tables & { t: TrailTable }, 't'>

/** Newest first. */
export async function recentChanges(wanted: Wanted): Promise<Recent> {
  const { tenantId, limit } = wanted
  const db = await readingDatabase()
  const head = await db.selectFrom('chain_head').select('sequence').where('tenant_id', '=', tenantId).executeTakeFirst()
  const top = Number(head?.sequence ?? 0)
  const lowest = Math.max(0, top - mostRecords)
  const found = await db
    .selectFrom('trail as t')
    .select(['t.change_id', 't.mutation', (eb) => eb.fn.max('t.sequence').as('newest')])
    .where('t.tenant_id', '=', tenantId)
    .where('t.sequence', '>', lowest)
    .where('t.sequence', '<=', top)
    .where('t.entry', 'in', ['intent', 'refusal'])
    .where(within(wanted))
    .groupBy(['t.change_id', 't.mutation'])
    .orderBy('newest', 'desc')
    .limit(limit)
    .execute()
  const changes = await Promise.all(
    found.map(({ change_id: changeId, mutation }) => changeOf(db, wanted, { changeId, mutation, top })),
  )
  return { changes, isCut: found.length < limit && lowest > 0 }
}

async function changeOf(
  db: Kysely<Tables>,
  wanted: Wanted,
  { changeId, mutation, top }: { changeId: string; mutation: string; top: number },
): Promise<RecentChange> {
  const records = db
    .selectFrom('trail as t')
    .where('t.tenant_id', '=', wanted.tenantId)
    .where('t.change_id', '=', changeId)
    .where('t.mutation', '=', mutation)
    .where('t.sequence', '<=', top)
    .where('t.entry', 'in', ['intent', 'refusal'])
    .where(within(wanted))
  const [counts, rows] = await Promise.all([
    records
      .innerJoin('trail_state as s', (join) =>
        join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.sequence', '=', 't.sequence'),
      )
      .select(['s.outcome', (eb) => eb.fn.countAll().as('n')])
      .groupBy('s.outcome')
      .execute(),
    records.selectAll('t').orderBy('t.sequence', 'desc').limit(mostLooked).execute(),
  ])
  return {
    changeId,
    mutation,
    outcomes: Object.fromEntries(counts.map(({ outcome, n }) => [outcome, Number(n)])),
    entries: await withEndings(db, rows.map(fromRow), top),
  }
}

/** What may be seen, in the place that is asked about. */
function within({ customerId, under, visibleTo }: Wanted) {
  return (eb: Row) =>
    eb.and([
      ...(visibleTo ? [byVisibility(visibleTo)(eb)] : []),
      ...(customerId ? [eb('t.customer_id', '=', customerId)] : []),
      ...(under
        ? [eb.or([eb('t.subject_id', '=', under), sql<boolean>`t.subject_path like ${`%${JSON.stringify(under)}%`}`])]
        : []),
    ])
}
