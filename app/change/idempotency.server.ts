/** A form sent twice does its work once and gets the same answer twice (design §7). */
import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { config } from '~/config.server'
import { href } from '~/hrefs'
import { storeNow } from '~/store/clock.server'
import { database } from '~/store/store.server'
import type { IdempotencyTable } from '~/store/tables'
import { processId } from '~/trail/trail.server'
import type { MadeBefore } from '~/ui/made-notice'

/** What a form carries so that a second click finds the first. */
export function newKey(): string {
  return randomUUID()
}

/** The key of a form that goes on with what is not known of another change: its calls are known by the keys they had. */
export function keyAfter(changeId: string): string {
  return `${changeId}~${randomUUID()}`
}

/** The key of a form that comes back: a new one, after the same change. */
export function nextKey(key: string): string {
  const before = changeBefore(key)
  return before ? keyAfter(before) : newKey()
}

/** The change that a form goes on with; null for one of its own. */
export function changeBefore(key: string): string | null {
  return /^([0-9a-f-]{36})~[0-9a-f-]{36}/.exec(key)?.[1] ?? null
}

/**
 * The keys of the calls of a change: the same call has the same key whenever it is sent for it. Under a secret of the
 * console: a password in a call cannot be guessed from its key, which services keep.
 */
export class CallKeys {
  private readonly sent = new Map<string, number>()

  constructor(private readonly changeId: string) {}

  of(call: unknown): string {
    const content = JSON.stringify(call)
    const times = this.sent.get(content) ?? 0
    this.sent.set(content, times + 1)
    const digest = keyed(`${times} ${content}`)
    return `${this.changeId}-${Number.parseInt(digest.slice(0, 12), 16)}`
  }
}

export interface Claim {
  person: string
  mutation: string
  key: string
  bodyHash: string
  /** The change that it is to become. */
  tenantId: string
  changeId: string
}

/** A claim that is held; its lease says which, should somebody else take it over. */
export interface HeldClaim extends Claim {
  leaseUntil: number
}

/** A change that a form asked for. */
export interface Asked {
  tenantId: string
  changeId: string
}

export type Found =
  | { state: 'mine'; held: HeldClaim }
  | { state: 'done'; location: string }
  /** Null where an older console claimed it, which did not say what it became. */
  | { state: 'running'; asked: Asked | null }
  | { state: 'other' }

/** Longer than a plan takes: whoever has sent nothing by then has died, or finds that it was taken over. */
const leaseMs = 60_000
/** The answer of this process comes for certain; of another one nobody knows whether it lives. */
const patience = { own: 10_000, others: 1_000 }

/**
 * A body without what differs between two clicks of the same form. Under a secret of the console: a password in it
 * cannot be guessed from the store.
 */
export function bodyHash(fields: readonly (readonly [string, string])[]): string {
  return keyed(JSON.stringify(fields))
}

function keyed(text: string): string {
  const [secret = ''] = config().sessionSecrets
  return createHmac('sha256', secret).update(text).digest('hex')
}

/**
 * Claims a key. `mine` may go on; `done` brings the first answer's location; `running` tells that the first one is
 * still at work, or was cut; `other` is the same key with another body: a new change. What was cut before it sent
 * anything is taken over as soon as its process has ended, or its lease.
 */
export async function claim(wanted: Claim): Promise<Found> {
  const started = Date.now()
  for (let pause = 25; ; pause = Math.min(pause * 2, 400)) {
    const now = Date.now()
    const values = valuesOf(wanted, now)
    const held = { ...wanted, leaseUntil: values.lease_until }
    const inserted = await database()
      .insertInto('idempotency')
      .values({ ...values, person: wanted.person, mutation: wanted.mutation, key: wanted.key })
      .onConflict((conflict) => conflict.columns(['person', 'mutation', 'key']).doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0) return { state: 'mine', held }
    const first = await rowOf(wanted)
    if (!first) continue
    if (first.body_hash !== wanted.bodyHash) return { state: 'other' }
    if (first.state === 'done' && first.response_location !== null)
      return { state: 'done', location: first.response_location }
    if (await isOver(first)) {
      const before = { ...wanted, leaseUntil: first.lease_until }
      const taken = await heldRow(before).where('state', '=', 'running').set(values).executeTakeFirst()
      if (Number(taken.numUpdatedRows) > 0) return { state: 'mine', held }
      continue
    }
    const waited = Date.now() - started
    if (waited > (first.owner === processId ? patience.own : patience.others))
      return { state: 'running', asked: askedIn(first) }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Whether a form was cut before it sent anything: nothing was begun, and whoever sends it again may. */
async function isOver({ state, lease_until, owner }: IdempotencyTable): Promise<boolean> {
  return state === 'running' && (lease_until < Date.now() || (await hasEnded(owner)))
}

/**
 * A store that is not shared has one process at a time; in another one a process that lives renews its lease. Older
 * consoles named no owner.
 */
async function hasEnded(owner: string | null): Promise<boolean> {
  if (owner === null || owner === processId) return false
  if (config().databaseUrl === null) return true
  const db = database()
  const lease = await db
    .selectFrom('process_lease')
    .select('owner')
    .where('owner', '=', owner)
    .where('until', '>=', sql<number>`${storeNow(db)}`)
    .executeTakeFirst()
  return lease === undefined
}

function valuesOf({ bodyHash, tenantId, changeId }: Claim, now: number) {
  return {
    body_hash: bodyHash,
    state: 'running' as const,
    lease_until: now + leaseMs,
    owner: processId,
    tenant_id: tenantId,
    change_id: changeId,
    response_status: null,
    response_location: null,
    created_at: now,
  }
}

function askedIn({ tenant_id, change_id }: Pick<IdempotencyTable, 'tenant_id' | 'change_id'>): Asked | null {
  return tenant_id !== null && change_id !== null ? { tenantId: tenant_id, changeId: change_id } : null
}

/** The row of a claim as long as it is held. */
function heldRow({ person, mutation, key, leaseUntil }: Omit<HeldClaim, keyof Asked>) {
  return database()
    .updateTable('idempotency')
    .where('person', '=', person)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .where('lease_until', '=', leaseUntil)
}

/** Where the same form led that was done before, or the page of a change that is under way; null where it was not sent. */
export async function findAnswer(wanted: Claim): Promise<string | Asked | null> {
  const row = await rowOf(wanted)
  if (row?.body_hash !== wanted.bodyHash) return null
  return row.state === 'done' ? row.response_location : row.state === 'sent' ? askedIn(row) : null
}

/** The change that a form led to, whatever it was sent with; null where it was not sent, or cut before it sent anything. */
export async function changeUnder(form: Pick<Claim, 'person' | 'mutation' | 'key'>): Promise<MadeBefore | null> {
  const row = await rowOf(form)
  const asked = row && askedIn(row)
  return asked && !(await isOver(row)) ? { href: href('change', { ...asked }), isUnderWay: row.state !== 'done' } : null
}

function rowOf(wanted: Pick<Claim, 'person' | 'mutation' | 'key'>) {
  return database()
    .selectFrom('idempotency')
    .selectAll()
    .where('person', '=', wanted.person)
    .where('mutation', '=', wanted.mutation)
    .where('key', '=', wanted.key)
    .executeTakeFirst()
}

/** Until when a change that has sent nothing yet is its process's to make, 0 where that has ended; null where nobody is at it. */
export async function claimedUntil({ tenantId, changeId }: Asked, person: string): Promise<number | null> {
  const row = await database()
    .selectFrom('idempotency')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('change_id', '=', changeId)
    .where('person', '=', person)
    .where('state', '!=', 'done')
    .executeTakeFirst()
  if (!row) return null
  return (await isOver(row)) ? 0 : row.lease_until
}

/** The changes of a tenant that somebody began, and of which no answer was kept: cut, or under way. */
export async function begunChanges(of: { person: string; mutation: string; tenantId: string }): Promise<string[]> {
  const rows = await database()
    .selectFrom('idempotency')
    .select('change_id')
    .where('person', '=', of.person)
    .where('mutation', '=', of.mutation)
    .where('tenant_id', '=', of.tenantId)
    .where('state', '!=', 'done')
    .execute()
  return rows.flatMap(({ change_id }) => change_id ?? [])
}

/** Says that sending begins. False where somebody else took the form over meanwhile: then nothing may be sent. */
export async function beginSending(held: HeldClaim): Promise<boolean> {
  const begun = await heldRow(held).where('state', '=', 'running').set({ state: 'sent' }).executeTakeFirst()
  return Number(begun.numUpdatedRows) > 0
}

/** Keeps the answer for whoever sends the same form again. */
export async function settle(held: HeldClaim, location: string): Promise<void> {
  await heldRow(held).set({ state: 'done', response_status: 303, response_location: location }).execute()
}

/** Gives the key back: nothing was done, the form may be sent again. */
export async function release({ person, mutation, key, leaseUntil }: HeldClaim): Promise<void> {
  await database()
    .deleteFrom('idempotency')
    .where('person', '=', person)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .where('lease_until', '=', leaseUntil)
    .execute()
}

/** Keys are kept for a day. */
export async function forgetOldKeys(now = Date.now()): Promise<void> {
  await database()
    .deleteFrom('idempotency')
    .where('created_at', '<', now - 24 * 3_600_000)
    .execute()
}
