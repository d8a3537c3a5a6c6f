/**
 * One change of any size: outcomes are counted in the store, and only the records on the page are read. Everything is
 * limited to what the reader may see.
 */
import { type Kysely, sql } from 'kysely'
import { searchDatabase } from '~/store/store.server'
import type { Tables } from '~/store/tables'
import { countOutcomes } from './find-changes.server'
import { findEntries, headOf, type TrailEntry, withOutcomes } from './find-entries.server'
import { matchingWithOutcome, type VisibleScope, wasBelow } from './matching.server'
import type { Outcome, Subject } from './record'
import { fromRow } from './rows.server'

export interface ChangeRef {
  tenantId: string
  changeId: string
  visibleTo?: VisibleScope | undefined
}

export interface ChangeDetails {
  newest: TrailEntry
  /** How many things it changed, and how many of each outcome. */
  count: number
  outcomes: Partial<Record<Outcome, number>>
  /** Whether all of it belongs to the customer of the newest record, or to none. */
  isOfOneCustomer: boolean
  /** The places that contain all of its things, from the top. */
  path: NonNullable<Subject['path']>
  /** As many of its records as requested, chosen in `outcomeOrder`; newest first. */
  entries: TrailEntry[]
}

/** Order in which outcomes are listed: first what was not done. */
export const outcomeOrder: readonly Outcome[] = ['failed', 'refused', 'unknown', 'pending', 'denied', 'done']

/** Returns the change; null when it has no record the reader may see. */
export async function findChange(of: ChangeRef, { max }: { max: number }): Promise<ChangeDetails | null> {
  const db = await searchDatabase()
  const [newest] = (await findEntries({ ...of, limit: 1 })).entries
  if (!newest) return null
  const head = await headOf(db, of.tenantId)
  const path = newest.subject.path ?? []
  const [counts, rows] = await Promise.all([
    recordsOf(db, of, head)
      .select(['s.outcome', 't.customer_id', depthIn(path).as('depth')])
      .select((eb) => eb.fn.countAll().as('n'))
      .groupBy(['s.outcome', 't.customer_id'])
      .execute(),
    db
      .selectFrom('trail')
      .selectAll()
      .where('tenant_id', '=', of.tenantId)
      .where(
        'sequence',
        'in',
        recordsOf(db, of, head).select('t.sequence').orderBy(outcomeRank).orderBy('t.sequence').limit(max),
      )
      .orderBy('sequence', 'desc')
      .execute(),
  ])
  return {
    newest,
    count: counts.reduce((sum, { n }) => sum + Number(n), 0),
    outcomes: countOutcomes(counts),
    isOfOneCustomer: counts.every(({ customer_id }) => customer_id === newest.customerId),
    path: path.slice(0, Math.min(...counts.map(({ depth }) => Number(depth)))),
    entries: await withOutcomes(db, rows.map(fromRow), head),
  }
}

/** A thing of a change, as the next change needs it. */
export interface ChangedThing {
  id: string
  mutation: string
}

/** Returns the things that are not certainly done once the change has ended, newest first; none before. */
export async function unfinishedOf(of: ChangeRef): Promise<ChangedThing[]> {
  const things = await thingsOf(of, ['failed', 'refused', 'unknown', 'pending'])
  return things.some(({ outcome }) => outcome === 'pending') ? [] : things.reverse()
}

/** Returns the things that were done, oldest first. */
export function completedOf(of: ChangeRef): Promise<ChangedThing[]> {
  return thingsOf(of, ['done'])
}

async function thingsOf(of: ChangeRef, outcomes: Outcome[]): Promise<(ChangedThing & { outcome: string })[]> {
  const db = await searchDatabase()
  return recordsOf(db, of, await headOf(db, of.tenantId))
    .where('s.outcome', 'in', outcomes)
    .select(['t.subject_id as id', 't.mutation', 's.outcome'])
    .orderBy('t.sequence')
    .execute()
}

/** Selects the intents and refusals of a change with their outcomes. */
function recordsOf(db: Kysely<Tables>, of: ChangeRef, head: number) {
  return matchingWithOutcome(db, of, { above: 0, upTo: head, head })
}

/** Position of a record in `outcomeOrder`. */
const outcomeRank = sql<number>`case s.outcome ${sql.join(
  outcomeOrder.map((outcome, at) => sql`when ${sql.lit(outcome)} then ${sql.lit(at)}`),
  sql` `,
)} else -1 end`

/** Counts how many of these places, from the top, contain all records of a group. */
function depthIn(path: ChangeDetails['path']) {
  if (path.length === 0) return sql<number>`0`
  const deepestFirst = path.map(({ id }, at) => sql`when ${wasBelow(id)} then ${sql.lit(at + 1)}`).reverse()
  return sql<number>`min(case ${sql.join(deepestFirst, sql` `)} else 0 end)`
}
