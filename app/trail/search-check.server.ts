/**
 * Checks the search data of the trail (`trail_state`, and SQLite's index of names) against the records: anyone with
 * write access to the store could hide a record from a filter by editing it.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely'
import { fold } from '#contracts/fold'
import { searchDatabase } from '~/store/store.server'
import type { Tables } from '~/store/tables'
import { asciiLowerCase, unindexedSequence } from './matching.server'

export interface SearchFlaw {
  /** The record with wrong search data. */
  sequence: number
  /** The search data has another name or outcome than the record, is missing, or belongs to no record. */
  why: 'names' | 'outcome' | 'missing' | 'extra'
}

/** Number of records checked at once. */
const batchSize = 2_000
/** Maximum number of flaws per chain. */
const maxFlaws = 20

/** Returns the first records of a tenant whose search data is wrong. */
export async function searchFlaws(tenantId: string): Promise<SearchFlaw[]> {
  const db = await searchDatabase()
  const flaws: SearchFlaw[] = []
  for (let after = 0; flaws.length < maxFlaws; ) {
    const rows = await searchRows(db, tenantId, after)
    for (const row of rows) flaws.push(...flawsOf(row))
    const last = rows.at(-1)
    if (!last) break
    after = Number(last.sequence)
  }
  flaws.push(...(await extra(db, tenantId)), ...(await unindexed(db, tenantId)))
  return flaws.slice(0, maxFlaws)
}

interface SearchRow {
  sequence: number
  subject_name: string | null
  actor: string
  ended: string | null
  shown: string | null
  names: string | null
}

/** Reads record and search data in one statement, so that a concurrent change is not a flaw. */
async function searchRows(db: Kysely<Tables>, tenantId: string, after: number): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    select t.sequence, t.subject_name, t.actor, s.outcome as shown, s.names,
      coalesce((
        select o.outcome from trail o
        where o.tenant_id = t.tenant_id and o.intent_sequence = t.sequence and o.entry = 'outcome'
          and ${unindexedSequence('o.sequence')} > 0 and ${unindexedSequence('o.sequence')} <= h.sequence
        order by ${unindexedSequence('o.sequence')} desc limit 1
      ), t.outcome) as ended
    from trail t
    join chain_head h on h.tenant_id = t.tenant_id
    left join trail_state s on s.tenant_id = t.tenant_id and s.sequence = t.sequence
    where t.tenant_id = ${tenantId} and t.sequence > ${after} and t.sequence <= h.sequence
      and t.entry in ('intent', 'refusal')
    order by t.sequence limit ${batchSize}
  `.execute(db)
  return rows
}

function flawsOf(row: SearchRow): SearchFlaw[] {
  const sequence = Number(row.sequence)
  if (row.names === null) return [{ sequence, why: 'missing' }]
  const flaws: SearchFlaw[] = []
  if (row.shown !== (row.ended ?? '')) flaws.push({ sequence, why: 'outcome' })
  if (!isNamed(row.names, row)) flaws.push({ sequence, why: 'names' })
  return flaws
}

/** Records of older consoles are searched by their whole actor, in the database's lower case. */
function isNamed(names: string, { subject_name: subject, actor }: SearchRow): boolean {
  const name = nameIn(actor)
  if (name === null) return false
  if (names === asciiLowerCase(`${subject ?? ''} ${name}`)) return true
  // Databases differ in the lower case of É and İ.
  return fold(names) === fold(`${subject ?? ''} ${actor}`)
}

function nameIn(actor: string): string | null {
  try {
    const { name } = JSON.parse(actor) as { name?: unknown }
    return typeof name === 'string' ? name : null
  } catch {
    return null
  }
}

async function extra(db: Kysely<Tables>, tenantId: string): Promise<SearchFlaw[]> {
  const { rows } = await sql<{ sequence: number }>`
    select s.sequence from trail_state s
    where s.tenant_id = ${tenantId} and not exists (
      select 1 from trail t join chain_head h on h.tenant_id = t.tenant_id
      where t.tenant_id = s.tenant_id and t.sequence = s.sequence and t.entry in ('intent', 'refusal')
        and t.sequence <= h.sequence
    )
    order by s.sequence limit ${maxFlaws}
  `.execute(db)
  return rows.map(({ sequence }) => ({ sequence: Number(sequence), why: 'extra' as const }))
}

/** SQLite's index of names is a separate table with the same content. */
async function unindexed(db: Kysely<Tables>, tenantId: string): Promise<SearchFlaw[]> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return []
  const state = sql`select sequence, names from trail_state where tenant_id = ${tenantId}`
  const index = sql`select sequence, names from trail_names where tenant_id = ${tenantId}`
  const { rows } = await sql<{ sequence: number; why: 'names' | 'extra' }>`
    select * from (select distinct sequence, 'names' as why from (${state} except ${index}) limit ${maxFlaws})
    union all
    select * from (select distinct sequence, 'extra' as why from (${index} except ${state}) limit ${maxFlaws})
  `.execute(db)
  return rows
}
