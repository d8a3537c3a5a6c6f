/**
 * Searches the trail for entries, newest first. A search reads the trail in ranges and stops at a time limit, so that
 * it can be continued; it uses the database connection for slow reads.
 */
import type { Kysely, Selectable } from 'kysely'
import { searchDatabase } from '~/store/store.server'
import type { Tables, TrailTable } from '~/store/tables'
import { matching, nextRange, type TrailFilter, unindexedSequence } from './matching.server'
import type { TrailRecord } from './record'
import { fromRow } from './rows.server'

/** An intent or refusal with its outcome. */
export interface TrailEntry extends TrailRecord {
  outcomeRecord: TrailRecord | null
}

export interface EntryPage {
  entries: TrailEntry[]
  /** Continue below this record; null at the end of the trail. */
  next: number | null
  /** The time limit ended the search: records below `next` were not searched. */
  isCut: boolean
}

/** Number of records searched at once, at first; it grows while that is quick. */
const firstRangeSize = 5_000
const quickMs = 40

/** Returns a page of entries, newest first, by keyset. */
export async function findEntries(filter: TrailFilter): Promise<EntryPage> {
  const db = await searchDatabase()
  const { tenantId, limit = 50, patienceMs = Number.POSITIVE_INFINITY } = filter
  const head = await headOf(db, tenantId)
  const started = performance.now()
  const rows: Selectable<TrailTable>[] = []
  let top = Math.min(head, (filter.before ?? head + 1) - 1)
  for (let size = firstRangeSize; top > 0 && rows.length <= limit; ) {
    const began = performance.now()
    const range = await nextRange(db, filter, { top, size: patienceMs === Number.POSITIVE_INFINITY ? top : size })
    const remaining = limit + 1 - rows.length
    const among = matching(db, filter, { ...range, upTo: top, head })
    rows.push(...(await among.selectAll('t').orderBy('t.sequence', 'desc').limit(remaining).execute()))
    top = range.above
    const now = performance.now()
    if (now - started > patienceMs) break
    if (now - began < quickMs) size *= 4
  }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isFull = rows.length > limit
  return {
    entries: await withOutcomes(db, page.map(fromRow), head),
    next: isFull ? (last?.sequence ?? null) : top > 0 ? top + 1 : null,
    isCut: !isFull && top > 0,
  }
}

/** Returns the sequence of the newest record of a trail; 0 when there is none. */
export async function headOf(db: Kysely<Tables>, tenantId: string): Promise<number> {
  const head = await db.selectFrom('chain_head').select('sequence').where('tenant_id', '=', tenantId).executeTakeFirst()
  return Number(head?.sequence ?? 0)
}

/** Returns each record with its newest outcome: an unknown outcome may have been replaced by a later one. */
export async function withOutcomes(db: Kysely<Tables>, records: TrailRecord[], head: number): Promise<TrailEntry[]> {
  const outcomeRecords = new Map<number, TrailRecord>()
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
    for (const row of rows) outcomeRecords.set(Number(row.intent_sequence), fromRow(row))
  }
  return records.map((record) => ({ ...record, outcomeRecord: outcomeRecords.get(record.sequence) ?? null }))
}

/** Returns one intent or refusal with its outcome, also by the sequence of the outcome; null when there is none. */
export async function findEntry(tenantId: string, sequence: number): Promise<TrailEntry | null> {
  const db = await searchDatabase()
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
  return (await withOutcomes(db, [record], head))[0] ?? null
}
