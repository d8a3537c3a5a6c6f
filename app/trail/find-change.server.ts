/**
 * One change, whatever it touched: the store counts how it ended, and of its records only those are read that are
 * shown. Nothing here sees further than its reader.
 */
import { type Kysely, sql } from 'kysely'
import { readingDatabase } from '~/store/store.server'
import type { Tables } from '~/store/tables'
import { outcomesIn } from './find-changes.server'
import { findEntries, headOf, type TrailEntry, withEndings } from './find-entries.server'
import { endedAmong, stoodIn, type Visible } from './matching.server'
import type { Outcome, Subject } from './record'
import { fromRow } from './rows.server'

export interface OfChange {
  tenantId: string
  changeId: string
  visibleTo?: Visible | undefined
}

export interface FoundChange {
  newest: TrailEntry
  /** How many things it was about, and by how it ended for each. */
  count: number
  outcomes: Partial<Record<Outcome, number>>
  /** Whether all of it belongs to the customer of the newest record, or to none. */
  isOfOneCustomer: boolean
  /** The places in which all of it stood, from the top. */
  path: NonNullable<Subject['path']>
  /** As many of its records as were asked for, those that are first in `toldFirst`; the newest first. */
  entries: TrailEntry[]
}

/** What is told first of a change: what was not done. */
export const toldFirst: readonly Outcome[] = ['failed', 'refused', 'unknown', 'pending', 'denied', 'done']

/** Null where nothing of it is on record. */
export async function findChange(of: OfChange, { most }: { most: number }): Promise<FoundChange | null> {
  const db = await readingDatabase()
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
        recordsOf(db, of, head).select('t.sequence').orderBy(placeInOrder).orderBy('t.sequence').limit(most),
      )
      .orderBy('sequence', 'desc')
      .execute(),
  ])
  return {
    newest,
    count: counts.reduce((sum, { n }) => sum + Number(n), 0),
    outcomes: outcomesIn(counts),
    isOfOneCustomer: counts.every(({ customer_id }) => customer_id === newest.customerId),
    path: path.slice(0, Math.min(...counts.map(({ depth }) => Number(depth)))),
    entries: await withEndings(db, rows.map(fromRow), head),
  }
}

/** A thing of a change, as what is done to it next has to know it. */
export interface ThingOf {
  id: string
  mutation: string
}

/** What was not done for certain, once the change is over; the newest first. */
export async function leftOf(of: OfChange): Promise<ThingOf[]> {
  const things = await thingsOf(of, ['failed', 'refused', 'unknown', 'pending'])
  return things.some(({ outcome }) => outcome === 'pending') ? [] : things.reverse()
}

/** What was done, the oldest first. */
export function doneOf(of: OfChange): Promise<ThingOf[]> {
  return thingsOf(of, ['done'])
}

async function thingsOf(of: OfChange, outcomes: Outcome[]): Promise<(ThingOf & { outcome: string })[]> {
  const db = await readingDatabase()
  return recordsOf(db, of, await headOf(db, of.tenantId))
    .where('s.outcome', 'in', outcomes)
    .select(['t.subject_id as id', 't.mutation', 's.outcome'])
    .orderBy('t.sequence')
    .execute()
}

/** Of each thing what was begun or refused, with how it ended. */
function recordsOf(db: Kysely<Tables>, of: OfChange, head: number) {
  return endedAmong(db, of, { above: 0, upTo: head, head })
}

/** Where a record stands in `toldFirst`. */
const placeInOrder = sql<number>`case s.outcome ${sql.join(
  toldFirst.map((outcome, at) => sql`when ${sql.lit(outcome)} then ${sql.lit(at)}`),
  sql` `,
)} else -1 end`

/** Down to how many of these places, from the top, all of several records stood. */
function depthIn(path: FoundChange['path']) {
  if (path.length === 0) return sql<number>`0`
  const deepestFirst = path.map(({ id }, at) => sql`when ${stoodIn(id)} then ${sql.lit(at + 1)}`).reverse()
  return sql<number>`min(case ${sql.join(deepestFirst, sql` `)} else 0 end)`
}
