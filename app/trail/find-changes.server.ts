/**
 * The trail as changes, newest first: records of one change id and name are one entry, listed at its newest record that
 * matches the filter. Its outcomes count everything of it that is in the filtered place, or is the filtered thing.
 */
import type { Kysely } from 'kysely'
import { searchDatabase } from '~/store/store.server'
import type { Tables } from '~/store/tables'
import { headOf, type TrailEntry, withOutcomes } from './find-entries.server'
import {
  matching,
  matchingWithOutcome,
  nameMatches,
  nextRange,
  oneOrMore,
  type TrailFilter,
  type TrailRange,
} from './matching.server'
import type { Outcome } from './record'
import { fromRow } from './rows.server'

export interface TrailChange {
  changeId: string
  mutation: string
  /** How many things it changed, by outcome. */
  outcomes: Partial<Record<Outcome, number>>
  /** The kinds of these things. */
  kinds: string[]
  /** All its records, newest first, when it changed at most `maxListedThings` things; otherwise the newest alone. */
  entries: TrailEntry[]
}

export interface ChangeMatches {
  changes: TrailChange[]
  /** Continue below this record; null at the end of the trail. */
  next: number | null
  /** The time limit ended the search: records below `next` were not searched. */
  isCut: boolean
}

/** For each change. */
export const maxListedThings = 20
/** Number of records searched at once, at first; it grows while that is quick. */
const firstRangeSize = 2_000
const quickMs = 40
const batchSize = 200

/** A change by its newest record that matches the filter. */
interface NewestRecord {
  changeId: string
  mutation: string
  sequence: number
}

const keyOf = ({ changeId, mutation }: Pick<NewestRecord, 'changeId' | 'mutation'>) => `${changeId} ${mutation}`

/** Returns a page of changes by keyset: it begins below the newest matching record of the change before. */
export async function findChanges(filter: TrailFilter): Promise<ChangeMatches> {
  const db = await searchDatabase()
  const { limit = 50, patienceMs = Number.POSITIVE_INFINITY } = filter
  const head = await headOf(db, filter.tenantId)
  const from = Math.min(head, (filter.before ?? head + 1) - 1)
  const matches = new Map<string, NewestRecord>()
  const started = performance.now()
  let top = from
  for (let size = firstRangeSize; top > 0 && matches.size <= limit; ) {
    const began = performance.now()
    const range = await nextRange(db, filter, { top, size: patienceMs === Number.POSITIVE_INFINITY ? top : size })
    const newest = await newestRecordsIn(db, filter, { ...range, upTo: top, head })
    const onEarlierPages = await newerThan(db, filter, newest, { above: from, upTo: head, head })
    for (const one of newest) {
      const key = keyOf(one)
      if (!matches.has(key) && !onEarlierPages.has(key)) matches.set(key, one)
    }
    const last = newest.at(-1)
    top = last && newest.length === batchSize ? last.sequence - 1 : range.above
    const now = performance.now()
    if (now - started > patienceMs) break
    if (now - began < quickMs) size *= 4
  }
  const page = [...matches.values()].slice(0, limit)
  const isFull = matches.size > limit
  return {
    changes: await describeChanges(db, filter, page, head),
    next: isFull ? (page.at(-1)?.sequence ?? null) : top > 0 ? top + 1 : null,
    isCut: !isFull && top > 0,
  }
}

/** Returns the changes in a range. */
async function newestRecordsIn(db: Kysely<Tables>, filter: TrailFilter, range: TrailRange): Promise<NewestRecord[]> {
  const rows = await matching(db, filter, range)
    .select(['t.change_id', 't.mutation', (eb) => eb.fn.max('t.sequence').as('newest')])
    .groupBy(['t.change_id', 't.mutation'])
    .orderBy('newest', 'desc')
    .limit(batchSize)
    .execute()
  return rows.map(({ change_id, mutation, newest }) => ({
    changeId: change_id,
    mutation,
    sequence: Number(newest),
  }))
}

/** Returns the keys of the changes with a record above the page: they are on an earlier page. */
async function newerThan(
  db: Kysely<Tables>,
  filter: TrailFilter,
  changes: readonly NewestRecord[],
  range: TrailRange,
): Promise<Set<string>> {
  if (changes.length === 0 || range.above >= range.upTo) return new Set()
  const { tenantId, search } = filter
  const among = matching(db, { ...filter, changeId: idsOf(changes) }, range)
  const named = search ? among.where('t.sequence', 'in', nameMatches(db, { tenantId, search }, range)) : among
  const newer = await named.select(['t.change_id', 't.mutation']).distinct().execute()
  return new Set(newer.map(({ change_id, mutation }) => keyOf({ changeId: change_id, mutation })))
}

const idsOf = (changes: readonly NewestRecord[]) => [...new Set(changes.map(({ changeId }) => changeId))]

/** Returns each change with its counts and records, in the order given; text and date filters do not narrow them. */
export async function describeChanges(
  db: Kysely<Tables>,
  { tenantId, visibleTo, subjectKind, subjectId, under, customerId, outcome }: TrailFilter,
  changes: readonly NewestRecord[],
  head: number,
): Promise<TrailChange[]> {
  if (changes.length === 0) return []
  const whole = { above: 0, upTo: head, head }
  const narrowed = { tenantId, visibleTo, subjectKind, subjectId, under, customerId }
  const among = (which: Pick<TrailFilter, 'changeId' | 'mutation'>) =>
    matchingWithOutcome(db, { ...narrowed, ...which }, whole).$if(outcome !== undefined, (some) =>
      some.where('s.outcome', 'in', oneOrMore(outcome ?? '')),
    )
  const counts = await among({ changeId: idsOf(changes) })
    .select(['t.change_id', 't.mutation', 't.subject_kind', 's.outcome', (eb) => eb.fn.countAll().as('n')])
    .groupBy(['t.change_id', 't.mutation', 't.subject_kind', 's.outcome'])
    .execute()
  const countsOf = ({ changeId, mutation }: NewestRecord) =>
    counts.filter((one) => one.change_id === changeId && one.mutation === mutation)
  const isSmall = (one: NewestRecord) => countsOf(one).reduce((sum, { n }) => sum + Number(n), 0) <= maxListedThings
  const small = changes.filter(isSmall)
  const of = (ids: readonly string[], mutation: string) =>
    among({ mutation, changeId: ids }).selectAll('t').orderBy('t.sequence', 'desc')
  const rows = await Promise.all([
    ...[...new Set(small.map(({ mutation }) => mutation))].map((mutation) =>
      of(idsOf(small.filter((one) => one.mutation === mutation)), mutation).execute(),
    ),
    ...changes
      .filter((one) => !isSmall(one))
      .map(({ changeId, mutation }) => of([changeId], mutation).limit(1).execute()),
  ])
  const records = await withOutcomes(db, rows.flat().map(fromRow), head)
  const names = await namesOf(db, { tenantId, visibleTo }, records.flatMap(nameless), whole)
  const entries = records.map((entry) => withName(entry, names))
  return changes.map((one) => ({
    changeId: one.changeId,
    mutation: one.mutation,
    outcomes: countOutcomes(countsOf(one)),
    kinds: [...new Set(countsOf(one).map((count) => count.subject_kind))],
    entries: entries.filter(({ changeId, mutation }) => changeId === one.changeId && mutation === one.mutation),
  }))
}

/** A refused person may not have been allowed to read the name of the thing: then its id is recorded as its name. */
const nameless = ({ entry, subject }: TrailEntry) =>
  entry === 'refusal' && subject.name === subject.id ? [subject.id] : []

function withName(entry: TrailEntry, names: ReadonlyMap<string, string>): TrailEntry {
  const name = nameless(entry).flatMap((id) => names.get(id) ?? [])[0]
  return name ? { ...entry, subject: { ...entry.subject, name } } : entry
}

/** Returns the names of things in their newest other record that is visible to the reader. */
async function namesOf(
  db: Kysely<Tables>,
  scope: Pick<TrailFilter, 'tenantId' | 'visibleTo'>,
  ids: readonly string[],
  range: TrailRange,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await matching(db, scope, range)
    .where('t.sequence', 'in', (of) =>
      of
        .selectFrom('trail as n')
        .select((one) => one.fn.max('n.sequence').as('sequence'))
        .where('n.tenant_id', '=', scope.tenantId)
        .where('n.subject_id', 'in', [...new Set(ids)])
        .where('n.entry', '=', 'intent')
        .groupBy('n.subject_id'),
    )
    .select(['t.subject_id', 't.subject_name'])
    .execute()
  return new Map(rows.flatMap(({ subject_id, subject_name }) => (subject_name ? [[subject_id, subject_name]] : [])))
}

/** Returns the outcome counts of a query by outcome. */
export function countOutcomes(
  counts: readonly { outcome: string; n: number | string | bigint }[],
): Partial<Record<Outcome, number>> {
  const outcomes: Partial<Record<Outcome, number>> = {}
  for (const { outcome, n } of counts) {
    const key = outcome as Outcome
    outcomes[key] = (outcomes[key] ?? 0) + Number(n)
  }
  return outcomes
}
