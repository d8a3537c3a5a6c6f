/**
 * The trail: append-only records in one hash chain per tenant (design §8). Intents and outcomes are
 * records of their own; each function returns only when its records are on disk.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate as immediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { database } from '~/store/store.server'
import type { Tables } from '~/store/tables'
import { genesis, hashOf } from './chain.server'
import { setAside } from './outside.server'
import type { Actor, CallMade, Outcome, Subject, TrailRecord } from './record'
import { redact } from './redact'
import { fromRow, toRow } from './rows.server'

/** Who did it, from where, in which change: the same for every record of one change. */
export interface Deed {
  tenantId: string
  customerId: string | null
  changeId: string
  requestId: string
  actor: Actor
  mutation: string
  reason: string | null
  address: string
  userAgent: string
}

export interface Intent {
  subject: Subject
  before: unknown
  after: unknown
}

export interface Ending {
  intent: TrailRecord
  outcome: Exclude<Outcome, 'pending'>
  calls: CallMade[]
  detail: Record<string, unknown> | null
  after?: unknown
  /** The thing itself, where it had no id before the change. */
  subject?: Subject | undefined
}

/** One line per subject, on disk before anything is sent. */
export function recordIntents(deed: Deed, intents: Intent[]): Promise<TrailRecord[]> {
  return append(
    deed.tenantId,
    intents.map((intent) => ({ ...base(deed), ...intent, entry: 'intent' as const, outcome: 'pending' as const })),
  )
}

/** One line per subject, on disk before the answer. */
export function recordOutcomes(endings: Ending[]): Promise<TrailRecord[]> {
  const first = endings[0]
  if (!first) return Promise.resolve([])
  return append(
    first.intent.tenantId,
    endings.map(({ intent, outcome, calls, detail, after, subject }) => ({
      ...intent,
      subject: subject ?? intent.subject,
      at: new Date().toISOString(),
      entry: 'outcome' as const,
      intentSequence: intent.sequence,
      outcome,
      calls,
      detail,
      after: after === undefined ? intent.after : after,
    })),
  )
}

/** As `recordOutcomes`; what the store does not take is written at a later turn of the lease, if the process lives. */
export async function recordOrOwe(endings: Ending[]): Promise<void> {
  try {
    await recordOutcomes(endings)
  } catch (error) {
    owed.push(endings)
    throw error
  }
}

/** Outcomes that are known here and nowhere on disk. */
const owed: Ending[][] = []

async function payOwed(): Promise<void> {
  for (let endings = owed.shift(); endings; endings = owed.shift()) await recordOrOwe(endings)
}

/** A change that was never begun: `refused` for what was asked, `denied` for who asked. */
export async function recordRefusal(
  deed: Deed,
  refusal: { subject: Subject; outcome: 'refused' | 'denied'; detail: Record<string, unknown> },
): Promise<void> {
  await append(deed.tenantId, [{ ...base(deed), ...refusal, entry: 'refusal', before: null, after: null }])
}

type Unchained = Omit<TrailRecord, 'sequence' | 'previousHash' | 'hash'>

function base(deed: Deed) {
  return { ...deed, at: new Date().toISOString(), intentSequence: null, calls: [], detail: null }
}

async function append(tenantId: string, entries: Unchained[]): Promise<TrailRecord[]> {
  return database()
    .transaction()
    .execute(async (trx) => {
      const head = await lockHead(trx, tenantId)
      const records: TrailRecord[] = []
      let { sequence, hash } = head
      for (const entry of await withoutClosed(trx, tenantId, entries)) {
        sequence += 1
        const record: Omit<TrailRecord, 'hash'> = {
          tenantId,
          sequence,
          at: entry.at,
          requestId: entry.requestId,
          changeId: entry.changeId,
          entry: entry.entry,
          intentSequence: entry.intentSequence,
          actor: entry.actor,
          customerId: entry.customerId,
          mutation: entry.mutation,
          subject: entry.subject,
          reason: entry.reason,
          before: redact(plain(entry.before)),
          after: redact(plain(entry.after)),
          calls: entry.calls,
          outcome: entry.outcome,
          detail: entry.detail === null ? null : (redact(plain(entry.detail)) as Record<string, unknown>),
          address: entry.address,
          userAgent: entry.userAgent,
          previousHash: hash,
        }
        hash = hashOf(record)
        records.push({ ...record, hash })
      }
      await setAside(trx, { tenantId, first: head.sequence + 1, last: sequence })
      for (let at = 0; at < records.length; at += 40)
        await trx
          .insertInto('trail')
          .values(records.slice(at, at + 40).map(toRow))
          .execute()
      await keepOpen(trx, records)
      await trx.updateTable('chain_head').set({ sequence, hash }).where('tenant_id', '=', tenantId).execute()
      return records
    })
}

/**
 * An intent is closed once: what a sweeper closed while its process was out of reach stays closed, and so does what
 * another sweeper closed first.
 */
async function withoutClosed(trx: Transaction<Tables>, tenantId: string, entries: Unchained[]): Promise<Unchained[]> {
  const asked = entries.flatMap((entry) => entry.intentSequence ?? [])
  const open = new Set<number>()
  for (let at = 0; at < asked.length; at += 200) {
    const rows = await trx
      .selectFrom('open_intent')
      .select('sequence')
      .where('tenant_id', '=', tenantId)
      .where('sequence', 'in', asked.slice(at, at + 200))
      .execute()
    for (const row of rows) open.add(row.sequence)
  }
  return entries.filter(({ intentSequence }) => intentSequence === null || open.has(intentSequence))
}

/** Which intents wait for their outcome, so that the sweeper need not look for them in the trail. */
async function keepOpen(trx: Transaction<Tables>, records: TrailRecord[]): Promise<void> {
  const opened = records.filter((record) => record.entry === 'intent')
  for (let at = 0; at < opened.length; at += 200)
    await trx
      .insertInto('open_intent')
      .values(
        opened
          .slice(at, at + 200)
          .map(({ tenantId, sequence }) => ({ tenant_id: tenantId, sequence, lease_owner: processId })),
      )
      .execute()
  const closed = records.flatMap((record) => record.intentSequence ?? [])
  for (let at = 0; at < closed.length; at += 200)
    await trx
      .deleteFrom('open_intent')
      .where('tenant_id', '=', records[0]?.tenantId ?? '')
      .where('sequence', 'in', closed.slice(at, at + 200))
      .execute()
}

/** The chain's head, held until the end of the transaction, so that two processes append one after the other. */
async function lockHead(trx: Transaction<Tables>, tenantId: string): Promise<{ sequence: number; hash: string }> {
  await trx
    .insertInto('chain_head')
    .values({ tenant_id: tenantId, sequence: 0, hash: genesis })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet((eb) => ({ sequence: eb.ref('chain_head.sequence') })),
    )
    .execute()
  const head = await trx
    .selectFrom('chain_head')
    .select(['sequence', 'hash'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { sequence: Number(head.sequence), hash: head.hash }
}

/** What JSON keeps of a value, so that what is hashed is what is stored. */
function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

/** An intent or refusal as a reader of the trail sees it: with how it ended. */
export interface TrailEntry extends TrailRecord {
  ending: TrailRecord | null
}

export interface TrailFilter {
  tenantId: string
  /** For people whose sight ends at their customers: those, and what they did themselves. */
  sight?: { customerIds: string[]; actorId: string } | undefined
  actorId?: string | undefined
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
}

/** Newest first, by keyset; one more than asked for tells that there is more. */
export async function findEntries(filter: TrailFilter): Promise<{ entries: TrailEntry[]; next: number | null }> {
  const limit = filter.limit ?? 50
  let wanted = database()
    .selectFrom('trail as t')
    .leftJoin('trail as o', (join) =>
      join
        .onRef('o.tenant_id', '=', 't.tenant_id')
        .onRef('o.intent_sequence', '=', 't.sequence')
        .onRef('o.sequence', '>', 't.sequence')
        .on('o.sequence', '<=', headOf(filter.tenantId))
        .on('o.entry', '=', 'outcome'),
    )
    .selectAll('t')
    .select('o.sequence as ending_sequence')
    .where('t.tenant_id', '=', filter.tenantId)
    .where('t.sequence', '>', 0)
    .where('t.sequence', '<=', headOf(filter.tenantId))
    .where('t.entry', 'in', ['intent', 'refusal'])
  const { sight } = filter
  if (sight)
    wanted = wanted.where((eb) =>
      eb.or([
        eb('t.actor_id', '=', sight.actorId),
        ...(sight.customerIds.length > 0 ? [eb('t.customer_id', 'in', sight.customerIds)] : []),
      ]),
    )
  if (filter.actorId) wanted = wanted.where('t.actor_id', '=', filter.actorId)
  if (filter.mutation) wanted = wanted.where('t.mutation', '=', filter.mutation)
  if (filter.subjectKind) wanted = wanted.where('t.subject_kind', '=', filter.subjectKind)
  const { subjectId } = filter
  if (subjectId)
    wanted = wanted.where((eb) => eb.or([eb('t.subject_id', '=', subjectId), eb('o.subject_id', '=', subjectId)]))
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
    wanted = wanted.where(sql<boolean>`o.detail like ${inDetail} escape '\\'`)
  }
  if (filter.from) wanted = wanted.where('t.at', '>=', filter.from)
  if (filter.to) wanted = wanted.where('t.at', '<', filter.to)
  if (filter.before !== undefined) wanted = wanted.where('t.sequence', '<', filter.before)
  const { outcome, search } = filter
  if (outcome) wanted = wanted.where((eb) => eb(eb.fn.coalesce('o.outcome', 't.outcome'), '=', outcome))
  if (search) {
    const part = `%${like(inSmallLetters(search))}%`
    wanted = wanted.where(
      sql<boolean>`(lower(t.subject_name) like ${part} escape '\\' or lower(t.actor) like ${part} escape '\\')`,
    )
  }
  const rows = await wanted
    .orderBy('t.sequence', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const endings = await recordsAt(
    filter.tenantId,
    shown.flatMap((row) => (row.ending_sequence === null ? [] : [Number(row.ending_sequence)])),
  )
  const entries = shown.map((row) => ({
    ...fromRow(row),
    ending: row.ending_sequence === null ? null : (endings.get(Number(row.ending_sequence)) ?? null),
  }))
  return { entries, next: rows.length > limit ? (entries.at(-1)?.sequence ?? null) : null }
}

/** Up to which record the chain of a tenant goes: a row beyond it is nobody's record. */
function headOf(tenantId: string) {
  return sql<number>`(select h.sequence from chain_head as h where h.tenant_id = ${tenantId})`
}

/** As `lower` of both engines makes a text small: A to Z alone, so that É is still found where É was asked for. */
function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** A text in which nothing stands for anything else in a `like`. */
function like(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** One intent or refusal with its ending, or the intent of an outcome's number. */
export async function findEntry(tenantId: string, sequence: number): Promise<TrailEntry | null> {
  const record = (await recordsAt(tenantId, [sequence])).get(sequence)
  if (!record) return null
  if (record.entry === 'outcome' && record.intentSequence !== null) return findEntry(tenantId, record.intentSequence)
  const ending = await database()
    .selectFrom('trail')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('intent_sequence', '=', sequence)
    .where('sequence', '>', sequence)
    .where('sequence', '<=', headOf(tenantId))
    .where('entry', '=', 'outcome')
    .executeTakeFirst()
  return { ...record, ending: ending ? fromRow(ending) : null }
}

async function recordsAt(tenantId: string, sequences: number[]): Promise<Map<number, TrailRecord>> {
  if (sequences.length === 0) return new Map()
  const rows = await database()
    .selectFrom('trail')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('sequence', 'in', sequences)
    .where('sequence', '>', 0)
    .where('sequence', '<=', headOf(tenantId))
    .execute()
  return new Map(rows.map((row) => [Number(row.sequence), fromRow(row)]))
}

/** The newest record of a tenant's chain; null where there is no chain. */
export async function chainHead(tenantId: string): Promise<{ sequence: number; hash: string } | null> {
  const head = await database()
    .selectFrom('chain_head')
    .select(['sequence', 'hash'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return head ? { sequence: Number(head.sequence), hash: head.hash } : null
}

/** The chain of a tenant in order up to its head, or the part of it above `after` and not above `upTo`, a page at a time. */
export async function* chainOf(
  tenantId: string,
  { after = 0, upTo }: { after?: number | undefined; upTo?: number | undefined } = {},
): AsyncGenerator<TrailRecord> {
  const head = upTo ?? (await chainHead(tenantId))?.sequence ?? 0
  for (let last = after; ; ) {
    const wanted = database().selectFrom('trail').selectAll().where('tenant_id', '=', tenantId)
    const rows = await wanted
      .where('sequence', '>', last)
      .where('sequence', '<=', head)
      .orderBy('sequence')
      .limit(500)
      .execute()
    for (const row of rows) yield fromRow(row)
    const newest = rows.at(-1)
    if (!newest) return
    last = Number(newest.sequence)
    // The embedded store answers at once: others get their turn between two pages.
    await immediate()
  }
}

/** This process, by which its unfinished intents are known. */
const processId = randomUUID()
const leaseMs = 30_000
const graceMs = 60_000

/** Says that this process lives; its intents are nobody else's to close while it does. */
export async function renewLease(now = Date.now()): Promise<void> {
  const until = now + leaseMs
  await database()
    .insertInto('process_lease')
    .values({ owner: processId, until })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ until }))
    .execute()
}

/** Closes, as `unknown`, the intents of processes whose lease ended a minute ago (design §8). */
export async function sweep(now = Date.now()): Promise<number> {
  const rows = await database()
    .selectFrom('open_intent as i')
    .innerJoin('trail as t', (join) =>
      join.onRef('t.tenant_id', '=', 'i.tenant_id').onRef('t.sequence', '=', 'i.sequence'),
    )
    .leftJoin('process_lease as l', 'l.owner', 'i.lease_owner')
    .selectAll('t')
    .where('i.lease_owner', '!=', processId)
    .where((eb) => eb.or([eb('l.until', 'is', null), eb('l.until', '<', now - graceMs)]))
    .limit(500)
    .execute()
  let closed = 0
  for (const row of rows) {
    const intent = fromRow(row)
    const made = await recordOutcomes([{ intent, outcome: 'unknown', calls: [], detail: { because: 'processEnded' } }])
    closed += made.length
  }
  return closed
}

/** One turn of what the trail needs: the lease, outcomes still owed, and what other processes left open. */
export async function keepTrail(): Promise<void> {
  await renewLease()
  await payOwed()
  await sweep()
}
