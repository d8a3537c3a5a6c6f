/** The query for the records that match a filter, and the next range of the trail to search. */
import { type ExpressionBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Tables, TrailTable } from '~/store/tables'
import type { Outcome } from './record'

/** For people who see only the trail of their customers and their own changes. */
export interface VisibleScope {
  customerIds: string[]
  /** `recordIds` for records of older consoles, which have no identity. */
  self: { identity: string | null; recordIds: string[] }
}

export interface TrailFilter {
  tenantId: string
  visibleTo?: VisibleScope | undefined
  /** An identity (issuer and subject), or the id of a user record. */
  actor?: string | undefined
  /** One or several; the same for the kind and the outcome. */
  mutation?: string | readonly string[] | undefined
  subjectKind?: string | readonly string[] | undefined
  subjectId?: string | undefined
  /** Id of a place: matches its own changes and those of everything below it at that time. */
  under?: string | undefined
  outcome?: Outcome | readonly Outcome[] | undefined
  /** One or several. */
  changeId?: string | readonly string[] | undefined
  customerId?: string | undefined
  /** A field that the change recorded with its outcome. */
  detailField?: { name: string; value: string } | undefined
  /** ISO times, half-open. */
  from?: string | undefined
  to?: string | undefined
  /** Part of the name of the subject or of the actor. */
  search?: string | undefined
  /** Continue below this sequence. */
  before?: number | undefined
  limit?: number | undefined
  /** Time limit in ms, after which the results so far are returned; without it the whole trail is searched. */
  patienceMs?: number | undefined
}

/** A range of the trail. */
export interface TrailRange {
  /** Exclusive lower bound. */
  above: number
  upTo: number
  /** The only records to consider, when the index of names returned them. */
  candidates?: number[]
  /** The newest record when the search began. */
  head: number
}

const maxCandidates = 500

export interface NextRange {
  /** Exclusive lower bound. */
  above: number
  /** The only records to consider, when the index of names returned them. */
  candidates?: number[]
}

/** Returns what to search next: a range of the trail, or the matches of the index of names below `top`. */
export async function nextRange(
  db: Kysely<Tables>,
  { tenantId, search = '' }: TrailFilter,
  { top, size }: { top: number; size: number },
): Promise<NextRange> {
  const lowest = Math.max(0, top - size)
  if (!search) return { above: lowest }
  // SQLite's index needs three characters or more and is queried separately; PostgreSQL uses its own.
  const isIndexed = db.getExecutor().adapter instanceof SqliteAdapter && [...search].length >= 3
  if (!isIndexed) {
    const named = await nameMatches(db, { tenantId, search }, { above: lowest, upTo: top })
      .orderBy('sequence', 'desc')
      .limit(maxCandidates)
      .execute()
    return rangeOf(named, lowest)
  }
  const { rows } = await sql<{ sequence: number }>`
    select sequence from trail_names
    where trail_names match ${`names : "${search.replaceAll('"', '""')}"`} and tenant_id = ${tenantId} and sequence <= ${top}
    order by rowid desc limit ${maxCandidates}
  `.execute(db)
  return rangeOf(rows, 0)
}

/** Selects the records of a range with this text in a name; both engines return the same. */
export function nameMatches(
  db: Kysely<Tables>,
  { tenantId, search }: { tenantId: string; search: string },
  { above, upTo }: Pick<TrailRange, 'above' | 'upTo'>,
) {
  return db
    .selectFrom('trail_state')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>', above)
    .where('sequence', '<=', upTo)
    .where(sql<boolean>`names like ${`%${escapeLike(asciiLowerCase(search))}%`} escape '\\'`)
}

/** Returns the range that the candidates cover: down to the lowest of them when there may be more below. */
function rangeOf(rows: readonly { sequence: number }[], lowest: number): NextRange {
  const candidates = rows.map(({ sequence }) => Number(sequence))
  return { above: rows.length < maxCandidates ? lowest : Math.min(...candidates) - 1, candidates }
}

export const oneOrMore = <Value extends string>(values: Value | readonly Value[]): readonly Value[] =>
  typeof values === 'string' ? [values] : values

/** Selects the intents and refusals of a range that match a filter; a search considers only its candidates. */
export function matching(db: Kysely<Tables>, filter: TrailFilter, { above, upTo, candidates, head }: TrailRange) {
  let query = db
    .selectFrom('trail as t')
    .where('t.tenant_id', '=', filter.tenantId)
    .where('t.sequence', '>', above)
    .where('t.sequence', '<=', upTo)
    .where('t.entry', 'in', ['intent', 'refusal'])
  if (candidates) query = query.where('t.sequence', 'in', candidates.length > 0 ? candidates : [0])
  if (filter.visibleTo) query = query.where(byVisibility(filter.visibleTo))
  const { actor } = filter
  // Only an identity contains a space.
  if (actor) query = query.where(actor.includes(' ') ? 't.identity' : 't.actor_id', '=', actor)
  if (filter.mutation) query = query.where('t.mutation', 'in', oneOrMore(filter.mutation))
  if (filter.subjectKind) query = query.where('t.subject_kind', 'in', oneOrMore(filter.subjectKind))
  const { subjectId } = filter
  if (subjectId) query = query.where('t.sequence', 'in', recordsOf(db, filter.tenantId, subjectId, head))
  const { under } = filter
  if (under) {
    query = query.where((eb) =>
      eb.or([
        eb('t.sequence', 'in', recordsOf(db, filter.tenantId, under, head)),
        eb('t.customer_id', '=', under),
        wasBelow(under),
      ]),
    )
  }
  const { changeId, tenantId } = filter
  if (changeId)
    // As a subquery it uses its index; next to a range all of that range would be read.
    query = query.where((eb) =>
      eb(
        't.sequence',
        'in',
        eb
          .selectFrom('trail as c')
          .select('c.sequence')
          .where('c.tenant_id', '=', tenantId)
          .where('c.change_id', 'in', oneOrMore(changeId)),
      ),
    )
  if (filter.customerId) query = query.where('t.customer_id', '=', filter.customerId)
  if (filter.detailField) {
    const { name, value } = filter.detailField
    const inDetail = `%${escapeLike(`${JSON.stringify(name)}:${JSON.stringify(value)}`)}%`
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('trail as o')
          .select('o.sequence')
          .where('o.tenant_id', '=', tenantId)
          .whereRef('o.intent_sequence', '=', 't.sequence')
          .where('o.entry', '=', 'outcome')
          .where(unindexedSequence('o.sequence'), '<=', head)
          .where(sql<boolean>`o.detail like ${inDetail} escape '\\'`),
      ),
    )
  }
  if (filter.from) query = query.where('t.at', '>=', filter.from)
  if (filter.to) query = query.where('t.at', '<', filter.to)
  const { outcome } = filter
  if (outcome)
    query = query.where((eb) =>
      eb(
        't.sequence',
        'in',
        eb
          .selectFrom('trail_state as s')
          .select('s.sequence')
          .where('s.tenant_id', '=', tenantId)
          .where('s.sequence', '>', above)
          .where('s.sequence', '<=', upTo)
          .where('s.outcome', 'in', oneOrMore(outcome)),
      ),
    )
  return query
}

/** Selects the records of one thing. The id of a created thing is recorded with the outcome. */
function recordsOf(db: Kysely<Tables>, tenantId: string, subjectId: string, head: number) {
  return db
    .selectFrom('trail as i')
    .select('i.sequence')
    .where('i.tenant_id', '=', tenantId)
    .where('i.subject_id', '=', subjectId)
    .where('i.sequence', '<=', head)
    .unionAll(
      db
        .selectFrom('trail as o')
        .select((of) => of.ref('o.intent_sequence').$castTo<number>().as('sequence'))
        .where('o.tenant_id', '=', tenantId)
        .where('o.subject_id', '=', subjectId)
        .where('o.sequence', '<=', head)
        .where('o.intent_sequence', 'is not', null),
    )
}

/** Selects the same records with their outcome in `s`. */
export function matchingWithOutcome(db: Kysely<Tables>, filter: TrailFilter, range: TrailRange) {
  return matching(db, filter, range).innerJoin('trail_state as s', (join) =>
    join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.sequence', '=', 't.sequence'),
  )
}

/**
 * A sequence that no index applies to. Outcomes are found by the sequence of their intent; without statistics SQLite
 * prefers the index on their own sequence, and reads the tenant's whole trail.
 */
export function unindexedSequence(column: 'sequence' | 'o.sequence') {
  return sql<number>`${sql.ref(column)} + 0`
}

/** Matches records whose thing was somewhere below a place. */
export function wasBelow(placeId: string) {
  // The path is JSON with its keys in insertion order, so that an id occurs in it verbatim.
  const inPath = `%${escapeLike(JSON.stringify(placeId))}%`
  return sql<boolean>`t.subject_path like ${inPath} escape '\\'`
}

/** Matches what a person without full access may see: their customers and their own changes. */
export function byVisibility({ customerIds, self }: VisibleScope) {
  return (eb: ExpressionBuilder<Tables & { t: TrailTable }, 't'>) =>
    eb.or([
      eb('t.identity', '=', self.identity),
      ...(self.recordIds.length > 0
        ? [eb.and([eb('t.identity', 'is', null), eb('t.actor_id', 'in', self.recordIds)])]
        : []),
      ...(customerIds.length > 0 ? [eb('t.customer_id', 'in', customerIds)] : []),
    ])
}

/** Lower-cases A to Z only, as both engines do, so that É still matches É. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Escapes the wildcards of a `like` pattern. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
