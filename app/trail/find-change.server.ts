/**
 * One change of any size: outcomes are counted in the store, and only the records on the page are read. Everything is
 * limited to what the reader may see.
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
export const toldFirst: readonly Outcome[] = ['failed', 'refused', 'unknown', 'pending', 'denied', 'done']

/** Returns the change; null when it has no record the reader may see. */
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

/** A thing of a change, as the next change needs it. */
export interface ThingOf {
  id: string
  mutation: string
}

/** Returns the things that are not certainly done once the change has ended, newest first; none before. */
export async function leftOf(of: OfChange): Promise<ThingOf[]> {
  const things = await thingsOf(of, ['failed', 'refused', 'unknown', 'pending'])
  return things.some(({ outcome }) => outcome === 'pending') ? [] : things.reverse()
}

/** Returns the things that were done, oldest first. */
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

/** Selects the intents and refusals of a change with their outcomes. */
function recordsOf(db: Kysely<Tables>, of: OfChange, head: number) {
  return endedAmong(db, of, { above: 0, upTo: head, head })
}

/** Position of a record in `outcomeOrder`. */
const placeInOrder = sql<number>`case s.outcome ${sql.join(
  toldFirst.map((outcome, at) => sql`when ${sql.lit(outcome)} then ${sql.lit(at)}`),
  sql` `,
)} else -1 end`

/** Counts how many of these places, from the top, contain all records of a group. */
function depthIn(path: FoundChange['path']) {
  if (path.length === 0) return sql<number>`0`
  const deepestFirst = path.map(({ id }, at) => sql`when ${stoodIn(id)} then ${sql.lit(at + 1)}`).reverse()
  return sql<number>`min(case ${sql.join(deepestFirst, sql` `)} else 0 end)`
}
