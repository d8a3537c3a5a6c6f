/**
 * The trail as its readers ask for it: entries by what they are about, newest first. A search goes down the trail a
 * piece at a time and stops after a while, so that it can be gone on with; what it asks, it asks beside the requests.
 */
import type { Kysely, Selectable } from 'kysely'
import { readingDatabase } from '~/store/store.server'
import type { Tables, TrailTable } from '~/store/tables'
import { matching, nextPiece, type TrailFilter, unindexedSequence } from './matching.server'
import type { TrailRecord } from './record'
import { fromRow } from './rows.server'

/** An intent or refusal as a reader of the trail sees it: with how it ended. */
export interface TrailEntry extends TrailRecord {
  ending: TrailRecord | null
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
    const among = matching(db, filter, { ...piece, upTo: top, head })
    rows.push(...(await among.selectAll('t').orderBy('t.sequence', 'desc').limit(wanted).execute()))
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

/** The newest record of a trail. */
export async function headOf(db: Kysely<Tables>, tenantId: string): Promise<number> {
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
      .where(unindexedSequence('sequence'), '>', 0)
      .where(unindexedSequence('sequence'), '<=', head)
      .orderBy(unindexedSequence('sequence'))
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
