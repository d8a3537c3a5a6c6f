/** Which records of the trail a reader asks for, and the next piece of it to look through for them. */
import { type ExpressionBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Tables, TrailTable } from '~/store/tables'
import type { Outcome } from './record'

/** For people who see no further than their customers: those, and what they did themselves. */
export interface Visible {
  customerIds: string[]
  /** `recordIds` for records of older consoles, which name no identity. */
  self: { identity: string | null; recordIds: string[] }
}

export interface TrailFilter {
  tenantId: string
  visibleTo?: Visible | undefined
  /** An identity (issuer and subject), or a record's id. */
  actor?: string | undefined
  /** One, or any of several; and so for the kind and the outcome. */
  mutation?: string | readonly string[] | undefined
  subjectKind?: string | readonly string[] | undefined
  subjectId?: string | undefined
  /** Id of a place: what was done to it, and to everything that was below it then. */
  under?: string | undefined
  outcome?: Outcome | readonly Outcome[] | undefined
  /** One, or any of several. */
  changeId?: string | readonly string[] | undefined
  customerId?: string | undefined
  /** What a change noted beside its outcome. */
  noted?: { name: string; value: string } | undefined
  /** ISO times, closed-open. */
  from?: string | undefined
  to?: string | undefined
  /** Part of the name of the subject or of the actor. */
  search?: string | undefined
  /** Continue below this sequence. */
  before?: number | undefined
  limit?: number | undefined
  /** Stop after so many ms with what was found by then; to the end of the trail where it is left out. */
  patience?: number | undefined
}

/** A stretch of the trail. */
export interface Stretch {
  /** Below this sequence nothing of it is, nor at it. */
  above: number
  upTo: number
  /** The only records that come into question, where the search's index named them. */
  candidates?: number[]
  /** The newest record as the search began. */
  head: number
}

const candidatesAtOnce = 500

export interface Piece {
  /** Below this sequence nothing of the piece is. */
  above: number
  /** The only records that come into question, where the search's index named them. */
  candidates?: number[]
}

/** What to look through next: a stretch of the trail, or what the index of names has below `top`. */
export async function nextPiece(
  db: Kysely<Tables>,
  { tenantId, search = '' }: TrailFilter,
  { top, size }: { top: number; size: number },
): Promise<Piece> {
  const lowest = Math.max(0, top - size)
  if (!search) return { above: lowest }
  // SQLite's index knows parts of three characters and more, and is asked by itself; PostgreSQL asks its own.
  const isIndexed = db.getExecutor().adapter instanceof SqliteAdapter && [...search].length >= 3
  if (!isIndexed) {
    const named = await naming(db, { tenantId, search }, { above: lowest, upTo: top })
      .orderBy('sequence', 'desc')
      .limit(candidatesAtOnce)
      .execute()
    return pieceOf(named, lowest)
  }
  const { rows } = await sql<{ sequence: number }>`
    select sequence from trail_names
    where trail_names match ${`names : "${search.replaceAll('"', '""')}"`} and tenant_id = ${tenantId} and sequence <= ${top}
    order by rowid desc limit ${candidatesAtOnce}
  `.execute(db)
  return pieceOf(rows, 0)
}

/** The records of a stretch with these words in a name, as both engines find them. */
export function naming(
  db: Kysely<Tables>,
  { tenantId, search }: { tenantId: string; search: string },
  { above, upTo }: Pick<Stretch, 'above' | 'upTo'>,
) {
  return db
    .selectFrom('trail_state')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>', above)
    .where('sequence', '<=', upTo)
    .where(sql<boolean>`names like ${`%${like(inSmallLetters(search))}%`} escape '\\'`)
}

/** As far down as the candidates speak for: to the lowest of them where there may be more below. */
function pieceOf(rows: readonly { sequence: number }[], lowest: number): Piece {
  const candidates = rows.map(({ sequence }) => Number(sequence))
  return { above: rows.length < candidatesAtOnce ? lowest : Math.min(...candidates) - 1, candidates }
}

export const oneOrMore = <Value extends string>(values: Value | readonly Value[]): readonly Value[] =>
  typeof values === 'string' ? [values] : values

/** The intents and refusals of a stretch that a filter lets through; a search is for its candidates alone. */
export function matching(db: Kysely<Tables>, filter: TrailFilter, { above, upTo, candidates, head }: Stretch) {
  let wanted = db
    .selectFrom('trail as t')
    .where('t.tenant_id', '=', filter.tenantId)
    .where('t.sequence', '>', above)
    .where('t.sequence', '<=', upTo)
    .where('t.entry', 'in', ['intent', 'refusal'])
  if (candidates) wanted = wanted.where('t.sequence', 'in', candidates.length > 0 ? candidates : [0])
  if (filter.visibleTo) wanted = wanted.where(byVisibility(filter.visibleTo))
  const { actor } = filter
  // Only an identity has a blank in it.
  if (actor) wanted = wanted.where(actor.includes(' ') ? 't.identity' : 't.actor_id', '=', actor)
  if (filter.mutation) wanted = wanted.where('t.mutation', 'in', oneOrMore(filter.mutation))
  if (filter.subjectKind) wanted = wanted.where('t.subject_kind', 'in', oneOrMore(filter.subjectKind))
  const { subjectId, tenantId } = filter
  if (subjectId)
    // What was created got its id with its outcome.
    wanted = wanted.where((eb) =>
      eb(
        't.sequence',
        'in',
        eb
          .selectFrom('trail as i')
          .select('i.sequence')
          .where('i.tenant_id', '=', tenantId)
          .where('i.subject_id', '=', subjectId)
          .where('i.sequence', '<=', head)
          .unionAll(
            eb
              .selectFrom('trail as o')
              .select((of) => of.ref('o.intent_sequence').$castTo<number>().as('sequence'))
              .where('o.tenant_id', '=', tenantId)
              .where('o.subject_id', '=', subjectId)
              .where('o.sequence', '<=', head)
              .where('o.intent_sequence', 'is not', null),
          ),
      ),
    )
  const { under } = filter
  if (under) {
    wanted = wanted.where((eb) =>
      eb.or([eb('t.subject_id', '=', under), eb('t.customer_id', '=', under), stoodIn(under)]),
    )
  }
  const { changeId } = filter
  if (changeId)
    // By itself this is looked up by its index, where beside a stretch all of that would be read.
    wanted = wanted.where((eb) =>
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
  if (filter.customerId) wanted = wanted.where('t.customer_id', '=', filter.customerId)
  if (filter.noted) {
    const { name, value } = filter.noted
    const inDetail = `%${like(`${JSON.stringify(name)}:${JSON.stringify(value)}`)}%`
    wanted = wanted.where((eb) =>
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
  if (filter.from) wanted = wanted.where('t.at', '>=', filter.from)
  if (filter.to) wanted = wanted.where('t.at', '<', filter.to)
  const { outcome } = filter
  if (outcome)
    wanted = wanted.where((eb) =>
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
  return wanted
}

/** The same, each with how it ended: its outcome is that of `s`. */
export function endedAmong(db: Kysely<Tables>, filter: TrailFilter, stretch: Stretch) {
  return matching(db, filter, stretch).innerJoin('trail_state as s', (join) =>
    join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.sequence', '=', 't.sequence'),
  )
}

/**
 * A record's number as a value that no index has. An outcome is found by the number of its intent; without counts of
 * its rows SQLite takes a bound on its own number for the better index, and reads all of the tenant's trail for it.
 */
export function unindexedSequence(column: 'sequence' | 'o.sequence') {
  return sql<number>`${sql.ref(column)} + 0`
}

/** Whether the thing of a record stood somewhere below a place. */
export function stoodIn(placeId: string) {
  // The path is JSON with the keys in the order they were written in: an id stands in it as it is.
  const inPath = `%${like(JSON.stringify(placeId))}%`
  return sql<boolean>`t.subject_path like ${inPath} escape '\\'`
}

/** What somebody sees who sees no further than their customers and themselves. */
export function byVisibility({ customerIds, self }: Visible) {
  return (eb: ExpressionBuilder<Tables & { t: TrailTable }, 't'>) =>
    eb.or([
      eb('t.identity', '=', self.identity),
      ...(self.recordIds.length > 0
        ? [eb.and([eb('t.identity', 'is', null), eb('t.actor_id', 'in', self.recordIds)])]
        : []),
      ...(customerIds.length > 0 ? [eb('t.customer_id', 'in', customerIds)] : []),
    ])
}

/** As both engines make a text small: A to Z alone, so that É is still found where É was asked for. */
export function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** A text in which nothing stands for anything else in a `like`. */
function like(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
