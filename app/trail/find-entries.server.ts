/**
 * The trail as its readers ask for it: entries by what they are about, newest first. A search goes down the trail a
 * piece at a time and stops after a while, so that it can be gone on with; what it asks, it asks beside the requests.
 */
import { type ExpressionBuilder, type Kysely, type Selectable, SqliteAdapter, sql } from 'kysely'
import { readingDatabase } from '~/store/store.server'
import type { Tables, TrailTable } from '~/store/tables'
import type { Outcome, TrailRecord } from './record'
import { fromRow } from './rows.server'

/** An intent or refusal as a reader of the trail sees it: with how it ended. */
export interface TrailEntry extends TrailRecord {
  ending: TrailRecord | null
}

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
  mutation?: string | undefined
  subjectKind?: string | undefined
  subjectId?: string | undefined
  /** Id of a place: what was done to it, and to everything that was below it then. */
  under?: string | undefined
  outcome?: Outcome | undefined
  changeId?: string | undefined
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

export interface Found {
  entries: TrailEntry[]
  /** There is more below this record, or there may be. */
  next: number | null
  /** Patience ended before the trail did: what is below `next` was not looked at. */
  isCut: boolean
}

/** Records looked through at once, at first; more where that was quick. */
const firstPiece = 5_000
const quick = 40
const candidatesAtOnce = 500

/** Newest first, by keyset. */
export async function findEntries(filter: TrailFilter): Promise<Found> {
  const db = await readingDatabase()
  const { tenantId, limit = 50, patience = Number.POSITIVE_INFINITY } = filter
  const head = await headOf(db, tenantId)
  const started = performance.now()
  const rows: Selectable<TrailTable>[] = []
  let top = Math.min(head, (filter.before ?? head + 1) - 1)
  for (let size = firstPiece; top > 0 && rows.length <= limit; ) {
    const began = performance.now()
    const piece = await nextPiece(db, filter, { top, size: patience === Number.POSITIVE_INFINITY ? top : size })
    const wanted = limit + 1 - rows.length
    rows.push(...(await rowsIn(db, filter, { ...piece, upTo: top, limit: wanted, head })))
    top = piece.above
    const now = performance.now()
    if (now - started > patience) break
    if (now - began < quick) size *= 4
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isFull = rows.length > limit
  return {
    entries: await withEndings(db, shown.map(fromRow), head),
    next: isFull ? (last?.sequence ?? null) : top > 0 ? top + 1 : null,
    isCut: !isFull && top > 0,
  }
}

interface Piece {
  /** Below this sequence nothing of the piece is. */
  above: number
  /** The only records that come into question, where the search's index named them. */
  candidates?: number[]
}

/** What to look through next: a stretch of the trail, or what the index of names has below `top`. */
async function nextPiece(
  db: Kysely<Tables>,
  { tenantId, search = '' }: TrailFilter,
  { top, size }: { top: number; size: number },
): Promise<Piece> {
  const lowest = Math.max(0, top - size)
  if (!search) return { above: lowest }
  // SQLite's index knows parts of three characters and more, and is asked by itself; PostgreSQL asks its own.
  const isIndexed = db.getExecutor().adapter instanceof SqliteAdapter && [...search].length >= 3
  if (!isIndexed) {
    const part = `%${like(inSmallLetters(search))}%`
    const named = await db
      .selectFrom('trail_state')
      .select('sequence')
      .where('tenant_id', '=', tenantId)
      .where('sequence', '>', lowest)
      .where('sequence', '<=', top)
      .where(sql<boolean>`names like ${part} escape '\\'`)
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

/** As far down as the candidates speak for: to the lowest of them where there may be more below. */
function pieceOf(rows: readonly { sequence: number }[], lowest: number): Piece {
  const candidates = rows.map(({ sequence }) => Number(sequence))
  return { above: rows.length < candidatesAtOnce ? lowest : Math.min(...candidates) - 1, candidates }
}

function rowsIn(
  db: Kysely<Tables>,
  filter: TrailFilter,
  { above, upTo, candidates, limit, head }: Piece & { upTo: number; limit: number; head: number },
): Promise<Selectable<TrailTable>[]> {
  let wanted = db
    .selectFrom('trail as t')
    .selectAll('t')
    .where('t.tenant_id', '=', filter.tenantId)
    .where('t.sequence', '>', above)
    .where('t.sequence', '<=', upTo)
    .where('t.entry', 'in', ['intent', 'refusal'])
  if (candidates) wanted = wanted.where('t.sequence', 'in', candidates.length > 0 ? candidates : [0])
  if (filter.visibleTo) wanted = wanted.where(byVisibility(filter.visibleTo))
  const { actor } = filter
  // Only an identity has a blank in it.
  if (actor) wanted = wanted.where(actor.includes(' ') ? 't.identity' : 't.actor_id', '=', actor)
  if (filter.mutation) wanted = wanted.where('t.mutation', '=', filter.mutation)
  if (filter.subjectKind) wanted = wanted.where('t.subject_kind', '=', filter.subjectKind)
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
    // The path is JSON with the keys in the order they were written in: an id stands in it as it is.
    const inPath = `%${like(JSON.stringify(under))}%`
    wanted = wanted.where((eb) =>
      eb.or([
        eb('t.subject_id', '=', under),
        eb('t.customer_id', '=', under),
        sql<boolean>`t.subject_path like ${inPath} escape '\\'`,
      ]),
    )
  }
  if (filter.changeId) wanted = wanted.where('t.change_id', '=', filter.changeId)
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
          .where('o.sequence', '<=', head)
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
          .where('s.outcome', '=', outcome),
      ),
    )
  return wanted.orderBy('t.sequence', 'desc').limit(limit).execute()
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

async function headOf(db: Kysely<Tables>, tenantId: string): Promise<number> {
  const head = await db.selectFrom('chain_head').select('sequence').where('tenant_id', '=', tenantId).executeTakeFirst()
  return Number(head?.sequence ?? 0)
}

/** Each with its newest outcome: what was closed as unknown may have become known later. */
export async function withEndings(db: Kysely<Tables>, records: TrailRecord[], head: number): Promise<TrailEntry[]> {
  const endings = new Map<number, TrailRecord>()
  for (let at = 0; at < records.length; at += 200) {
    const some = records.slice(at, at + 200)
    const rows = await db
      .selectFrom('trail')
      .selectAll()
      .where('tenant_id', '=', some[0]?.tenantId ?? '')
      .where(
        'intent_sequence',
        'in',
        some.map(({ sequence }) => sequence),
      )
      .where('entry', '=', 'outcome')
      .where('sequence', '>', 0)
      .where('sequence', '<=', head)
      .orderBy('sequence')
      .execute()
    for (const row of rows) endings.set(Number(row.intent_sequence), fromRow(row))
  }
  return records.map((record) => ({ ...record, ending: endings.get(record.sequence) ?? null }))
}

/** One intent or refusal with its ending, or the intent of an outcome's number. */
export async function findEntry(tenantId: string, sequence: number): Promise<TrailEntry | null> {
  const db = await readingDatabase()
  const head = await headOf(db, tenantId)
  if (sequence < 1 || sequence > head) return null
  const row = await db
    .selectFrom('trail')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  if (!row) return null
  const record = fromRow(row)
  // An intent is older than its outcome.
  if (record.entry === 'outcome' && record.intentSequence !== null && record.intentSequence < sequence)
    return findEntry(tenantId, record.intentSequence)
  return (await withEndings(db, [record], head))[0] ?? null
}

/** As both engines make a text small: A to Z alone, so that É is still found where É was asked for. */
export function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** A text in which nothing stands for anything else in a `like`. */
function like(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
