/**
 * The trail: append-only records in one hash chain per tenant (design §8). Intents and outcomes are separate records;
 * each function returns only when its records are on disk.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { countRecords } from '~/meters.server'
import { storeNow } from '~/store/clock.server'
import { database, requireStoreFile } from '~/store/store.server'
import { StoreUnavailable } from '~/store/store-unavailable'
import type { Tables } from '~/store/tables'
import { genesis, recordHash } from './chain.server'
import { asciiLowerCase } from './matching.server'
import { setAside } from './outside.server'
import type { Actor, CallRecord, Outcome, Subject, TrailRecord } from './record'
import { redact } from './redact'
import { fromRow, toRow } from './rows.server'

/** The actor, origin and change: the same for every record of one change. */
export interface Attribution {
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

export interface OutcomeEntry {
  intent: TrailRecord
  outcome: Exclude<Outcome, 'pending'>
  calls: CallRecord[]
  detail: Record<string, unknown> | null
  after?: unknown
  /** The created thing, when it had no id before the change. */
  subject?: Subject | undefined
}

/** Records one intent per subject, on disk before anything is sent. */
export function recordIntents(attribution: Attribution, intents: Intent[]): Promise<TrailRecord[]> {
  return append(
    attribution.tenantId,
    intents.map((intent) => ({
      ...base(attribution),
      ...intent,
      entry: 'intent' as const,
      outcome: 'pending' as const,
    })),
  )
}

/** Records one outcome per subject, on disk before the response. */
export function recordOutcomes(outcomes: OutcomeEntry[]): Promise<TrailRecord[]> {
  const first = outcomes[0]
  if (!first) return Promise.resolve([])
  return append(
    first.intent.tenantId,
    outcomes.map(({ intent, outcome, calls, detail, after, subject }) => ({
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

/**
 * Records outcomes like `recordOutcomes`; on failure they are queued and written at the next maintenance, if the
 * process lives.
 */
export async function recordOrQueue(outcomes: OutcomeEntry[]): Promise<void> {
  try {
    await recordOutcomes(outcomes)
  } catch (error) {
    pending.push(outcomes)
    throw error
  }
}

/** Outcomes that are known in this process and not yet on disk. */
const pending: OutcomeEntry[][] = []

async function flush(): Promise<void> {
  for (let outcomes = pending.shift(); outcomes; outcomes = pending.shift()) await recordOrQueue(outcomes)
}

/**
 * Records a change that was never started: `refused` because of its input, `denied` because of the person. While others
 * write to the same chain it waits its turn, for about six seconds: unlike a person, nobody would send it again.
 */
export async function recordRefusal(
  attribution: Attribution,
  refusal: { subject: Subject; outcome: 'refused' | 'denied'; detail: Record<string, unknown> },
): Promise<void> {
  const record = { ...base(attribution), ...refusal, entry: 'refusal' as const, before: null, after: null }
  const lastStart = performance.now() + refusalWaitMs
  for (;;) {
    try {
      await append(attribution.tenantId, [record])
      return
    } catch (error) {
      const mayRepeat = error instanceof StoreUnavailable && error.isCrowded && performance.now() < lastStart
      if (!mayRepeat) throw error
    }
  }
}

/** How long after the first attempt to record a refusal another one starts, ms. */
const refusalWaitMs = 4_000

type Unchained = Omit<TrailRecord, 'sequence' | 'previousHash' | 'hash'>

function base(attribution: Attribution) {
  return { ...attribution, at: new Date().toISOString(), intentSequence: null, calls: [], detail: null }
}

async function append(tenantId: string, entries: Unchained[]): Promise<TrailRecord[]> {
  await requireStoreFile()
  const written = await database()
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
        hash = recordHash(record)
        records.push({ ...record, hash })
      }
      await setAside(trx, { tenantId, first: head.sequence + 1, last: sequence })
      for (let at = 0; at < records.length; at += 40)
        await trx
          .insertInto('trail')
          .values(records.slice(at, at + 40).map(toRow))
          .execute()
      await updateOpenIntents(trx, records)
      await updateSearchData(trx, records)
      await trx.updateTable('chain_head').set({ sequence, hash }).where('tenant_id', '=', tenantId).execute()
      return records
    })
  countRecords(written)
  return written
}

/** Reasons for the outcome of a queued send: `main:trail.because.<…>`. */
export const sendResultReasons: readonly string[] = ['onController', 'notOnController']

/**
 * Drops outcomes of intents that are closed already, so that two sweepers do not close one twice. A known outcome
 * replaces `unknown`: one that arrives after the sweeper is recorded too and wins. So does the result of a queued send.
 */
async function withoutClosed(trx: Transaction<Tables>, tenantId: string, entries: Unchained[]): Promise<Unchained[]> {
  const intentSequences = entries.flatMap((entry) => entry.intentSequence ?? [])
  const states = new Map<number, string>()
  for (let at = 0; at < intentSequences.length; at += 200) {
    const rows = await trx
      .selectFrom('trail_state')
      .select(['sequence', 'outcome'])
      .where('tenant_id', '=', tenantId)
      .where('sequence', 'in', intentSequences.slice(at, at + 200))
      .execute()
    for (const row of rows) states.set(Number(row.sequence), row.outcome)
  }
  return entries.filter(({ intentSequence, outcome, detail }) => {
    const state = intentSequence === null ? 'pending' : states.get(intentSequence)
    const isLater = state === 'done' && sendResultReasons.includes(String(detail?.because))
    return state === 'pending' || isLater || (state === 'unknown' && outcome !== 'unknown')
  })
}

/** Writes the search data of new records: names and outcome of intents and refusals. */
async function updateSearchData(trx: Transaction<Tables>, records: TrailRecord[]): Promise<void> {
  const started = records.filter((record) => record.entry !== 'outcome')
  // Existing rows, left over or forged, are not the search data of these records.
  await trx
    .deleteFrom('trail_state')
    .where('tenant_id', '=', records[0]?.tenantId ?? '')
    .where('sequence', '>=', records[0]?.sequence ?? 0)
    .where('sequence', '<=', records.at(-1)?.sequence ?? 0)
    .execute()
  for (let at = 0; at < started.length; at += 200)
    await trx
      .insertInto('trail_state')
      .values(started.slice(at, at + 200).map(stateOf))
      .execute()
  const ended = new Map<Outcome, number[]>()
  for (const { intentSequence, outcome } of records)
    if (intentSequence !== null) ended.set(outcome, [...(ended.get(outcome) ?? []), intentSequence])
  for (const [outcome, sequences] of ended)
    for (let at = 0; at < sequences.length; at += 200)
      await trx
        .updateTable('trail_state')
        .set({ outcome })
        .where('tenant_id', '=', records[0]?.tenantId ?? '')
        .where('sequence', 'in', sequences.slice(at, at + 200))
        .execute()
}

function stateOf({ tenantId, sequence, outcome, subject, actor }: TrailRecord) {
  return { tenant_id: tenantId, sequence, outcome, names: asciiLowerCase(`${subject.name} ${actor.name}`) }
}

/** Tracks the intents without an outcome, so that the sweeper need not search the trail. */
async function updateOpenIntents(trx: Transaction<Tables>, records: TrailRecord[]): Promise<void> {
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

/** Locks the chain's head until the end of the transaction, so that processes append one after the other. */
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

/** Returns the value as JSON preserves it, so that what is hashed is what is stored. */
function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

/** Id of this process, which marks its open intents. */
export const processId = randomUUID()
const leaseMs = 30_000
const graceMs = 60_000
/** Interval of `maintainTrail`, in milliseconds. */
export const maintenanceMs = 10_000

/** Renews the lease of this process, by the database's clock; while it lasts no other process closes its intents. */
export async function renewLease(): Promise<void> {
  const db = database()
  const until = sql<number>`${storeNow(db)} + ${sql.lit(leaseMs)}`
  await db
    .insertInto('process_lease')
    .values({ owner: processId, until })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ until }))
    .execute()
}

/**
 * Closes, as `unknown`, the intents of processes whose lease ended at least a minute ago by the database's clock
 * (design §8); `aheadMs` shifts that time. Returns the number of intents it closed.
 */
export async function sweep(aheadMs = 0): Promise<number> {
  const db = database()
  const rows = await db
    .selectFrom('open_intent as i')
    .innerJoin('trail as t', (join) =>
      join.onRef('t.tenant_id', '=', 'i.tenant_id').onRef('t.sequence', '=', 'i.sequence'),
    )
    .leftJoin('process_lease as l', 'l.owner', 'i.lease_owner')
    .selectAll('t')
    .where('i.lease_owner', '!=', processId)
    .where((eb) =>
      eb.or([
        eb('l.until', 'is', null),
        eb('l.until', '<', sql<number>`${storeNow(db)} + ${sql.lit(aheadMs - graceMs)}`),
      ]),
    )
    .limit(500)
    .execute()
  let closed = 0
  for (const row of rows) {
    const intent = fromRow(row)
    const closedRecords = await recordOutcomes([
      { intent, outcome: 'unknown', calls: [], detail: { because: 'processEnded' } },
    ])
    closed += closedRecords.length
  }
  return closed
}

/**
 * Returns when a change in progress is closed at the latest if its process is dead, in ms since 1970; null when nothing
 * of it is open.
 */
export async function closesAt({
  tenantId,
  changeId,
}: Pick<Attribution, 'tenantId' | 'changeId'>): Promise<number | null> {
  const { open, until } = await database()
    .selectFrom('open_intent as i')
    .innerJoin('trail as t', (join) =>
      join.onRef('t.tenant_id', '=', 'i.tenant_id').onRef('t.sequence', '=', 'i.sequence'),
    )
    .leftJoin('process_lease as l', 'l.owner', 'i.lease_owner')
    .select((eb) => [eb.fn.countAll().as('open'), eb.fn.max('l.until').as('until')])
    .where('t.tenant_id', '=', tenantId)
    .where('t.change_id', '=', changeId)
    .executeTakeFirstOrThrow()
  return Number(open) === 0 ? null : Math.max(Number(until ?? 0) + graceMs, Date.now()) + maintenanceMs
}

/** Runs one round of maintenance: renews the lease, writes queued outcomes, and closes intents of dead processes. */
export async function maintainTrail(): Promise<void> {
  await requireStoreFile()
  await renewLease()
  await flush()
  await sweep()
}
