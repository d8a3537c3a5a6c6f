/** Idempotency keys: a form sent twice is carried out once and receives the same response twice (design §7). */
import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { config } from '~/config.server'
import { href } from '~/hrefs'
import { storeNow } from '~/store/clock.server'
import { database } from '~/store/store.server'
import type { IdempotencyTable } from '~/store/tables'
import { processId } from '~/trail/trail.server'
import type { SubmittedChange } from '~/ui/submitted-notice'

/** Returns the key of a new form, which identifies a second click. */
export function newKey(): string {
  return randomUUID()
}

/** Returns the key of a form that continues a change with unknown outcomes: its calls keep the keys of that change. */
export function followUpKey(changeId: string): string {
  return `${changeId}~${randomUUID()}`
}

/** Returns the key for a form that is returned to the person: a new one, after the same change. */
export function nextKey(key: string): string {
  const before = precedingChange(key)
  return before ? followUpKey(before) : newKey()
}

/** Returns the change that a form continues; null for a form of its own. */
export function precedingChange(key: string): string | null {
  return /^([0-9a-f-]{36})~[0-9a-f-]{36}/.exec(key)?.[1] ?? null
}

/**
 * The idempotency keys of the calls of a change: the same call always has the same key. An HMAC under a secret of the
 * console, so that a password in a call cannot be guessed from its key, which services store.
 */
export class CallKeys {
  private readonly sent = new Map<string, number>()

  constructor(private readonly changeId: string) {}

  of(call: unknown): string {
    const content = JSON.stringify(call)
    const times = this.sent.get(content) ?? 0
    this.sent.set(content, times + 1)
    const digest = hmacOf(`${times} ${content}`)
    return `${this.changeId}-${Number.parseInt(digest.slice(0, 12), 16)}`
  }
}

export interface Claim {
  person: string
  mutation: string
  key: string
  bodyHash: string
  /** The change that the form would create. */
  tenantId: string
  changeId: string
}

/** A claim with its lease, which identifies it after another process has replaced it. */
export interface ActiveClaim extends Claim {
  leaseUntil: number
}

/** A change that a form created. */
export interface StartedChange {
  tenantId: string
  changeId: string
}

export type ClaimResult =
  | { state: 'mine'; active: ActiveClaim }
  | { state: 'done'; location: string }
  /** Null for a claim of an older version, which stored no change. */
  | { state: 'running'; change: StartedChange | null }
  | { state: 'other' }

/** Longer than a plan needs: a process that has sent nothing by then has died, or will find its claim replaced. */
const leaseMs = 60_000
/** How long a post waits for the first one of its form, by what that has done, ms: plans take time, calls can take minutes. */
const patienceMs = { running: 10_000, sent: 4_000, done: 0 }

/**
 * Returns a hash of the fields, equal for two clicks of one form. An HMAC under a secret of the console, so that a
 * password cannot be guessed from the store.
 */
export function bodyHash(fields: readonly (readonly [string, string])[]): string {
  return hmacOf(JSON.stringify(fields))
}

function hmacOf(text: string): string {
  const [secret = ''] = config().sessionSecrets
  return createHmac('sha256', secret).update(text).digest('hex')
}

/**
 * Claims a key. `mine`: the caller may continue; `done`: with the location of the first response; `running`: the
 * first post is still running, or was cut; `other`: the key was used with another body, so this is a new change. A
 * claim that was cut before it sent anything is replaced as soon as its process or its lease has ended.
 */
export async function claim(form: Claim): Promise<ClaimResult> {
  const started = Date.now()
  for (let pause = 25; ; pause = Math.min(pause * 2, 400)) {
    const now = Date.now()
    const values = valuesOf(form, now)
    const active = { ...form, leaseUntil: values.lease_until }
    const inserted = await database()
      .insertInto('idempotency')
      .values({ ...values, person: form.person, mutation: form.mutation, key: form.key })
      .onConflict((conflict) => conflict.columns(['person', 'mutation', 'key']).doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0) return { state: 'mine', active }
    const first = await rowOf(form)
    if (!first) continue
    if (first.body_hash !== form.bodyHash) return { state: 'other' }
    if (first.state === 'done' && first.response_location !== null)
      return { state: 'done', location: first.response_location }
    if (await isAbandoned(first)) {
      const before = { ...form, leaseUntil: first.lease_until }
      const takeover = await activeRow(before).where('state', '=', 'running').set(values).executeTakeFirst()
      if (Number(takeover.numUpdatedRows) > 0) return { state: 'mine', active }
      continue
    }
    if (await isWaitOver(first, started)) return { state: 'running', change: startedChangeOf(first) }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Returns whether the form was cut before it sent anything: it may be sent again. */
async function isAbandoned({ state, lease_until, owner }: IdempotencyTable): Promise<boolean> {
  return state === 'running' && (lease_until < Date.now() || (await hasProcessEnded(owner)))
}

/** Returns whether the first post of a form will not be answered in time, or never, as its process has ended. */
async function isWaitOver({ state, owner }: IdempotencyTable, startedMs: number): Promise<boolean> {
  return Date.now() - startedMs > patienceMs[state] || (await hasProcessEnded(owner))
}

/**
 * Returns whether a process has ended. A store that is not shared has one process at a time; in a shared one a live
 * process renews its lease. Older versions stored no owner.
 */
async function hasProcessEnded(owner: string | null): Promise<boolean> {
  if (owner === null || owner === processId) return false
  if (config().databaseUrl === null) return true
  const db = database()
  const liveProcess = await db
    .selectFrom('process_lease')
    .select('owner')
    .where('owner', '=', owner)
    .where('until', '>=', sql<number>`${storeNow(db)}`)
    .executeTakeFirst()
  return liveProcess === undefined
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

function startedChangeOf({
  tenant_id,
  change_id,
}: Pick<IdempotencyTable, 'tenant_id' | 'change_id'>): StartedChange | null {
  return tenant_id !== null && change_id !== null ? { tenantId: tenant_id, changeId: change_id } : null
}

/** Returns the update of a claim's row, while its lease is unchanged. */
function activeRow({ person, mutation, key, leaseUntil }: Omit<ActiveClaim, keyof StartedChange>) {
  return database()
    .updateTable('idempotency')
    .where('person', '=', person)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .where('lease_until', '=', leaseUntil)
}

/**
 * Returns the location of the first response to this form, which it waits for while its calls are sent; its change
 * where that takes long, or was cut; null when the form has sent nothing.
 */
export async function findEarlierAnswer(form: Claim): Promise<string | StartedChange | null> {
  const started = Date.now()
  for (let pause = 25; ; pause = Math.min(pause * 2, 400)) {
    const row = await rowOf(form)
    if (row?.body_hash !== form.bodyHash || row.state === 'running') return null
    if (row.state === 'done') return row.response_location
    if (await isWaitOver(row, started)) return startedChangeOf(row)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/**
 * Returns the change of an earlier post of this form, whatever its fields; null when it was not sent, or cut before
 * it sent anything.
 */
export async function earlierChangeOf(
  form: Pick<Claim, 'person' | 'mutation' | 'key'>,
): Promise<SubmittedChange | null> {
  const row = await rowOf(form)
  const change = row && startedChangeOf(row)
  return change && !(await isAbandoned(row))
    ? { href: href('change', { ...change }), isUnderWay: row.state !== 'done' }
    : null
}

function rowOf(form: Pick<Claim, 'person' | 'mutation' | 'key'>) {
  return database()
    .selectFrom('idempotency')
    .selectAll()
    .where('person', '=', form.person)
    .where('mutation', '=', form.mutation)
    .where('key', '=', form.key)
    .executeTakeFirst()
}

/**
 * Returns until when (epoch ms) a change that has sent nothing yet is claimed, 0 when its process has ended; null
 * without a claim.
 */
export async function claimedUntil({ tenantId, changeId }: StartedChange, person: string): Promise<number | null> {
  const row = await database()
    .selectFrom('idempotency')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('change_id', '=', changeId)
    .where('person', '=', person)
    .where('state', '!=', 'done')
    .executeTakeFirst()
  if (!row) return null
  return (await isAbandoned(row)) ? 0 : row.lease_until
}

/** Returns the changes of a person in a tenant without a stored response: cut, or running. */
export async function unfinishedChanges(of: { person: string; mutation: string; tenantId: string }): Promise<string[]> {
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

/** Marks the claim as sent. Returns false when another process has replaced it: nothing may be sent then. */
export async function beginSending(active: ActiveClaim): Promise<boolean> {
  const result = await activeRow(active).where('state', '=', 'running').set({ state: 'sent' }).executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

/** Stores the response for later posts of the same form. */
export async function settleClaim(active: ActiveClaim, location: string): Promise<void> {
  await activeRow(active).set({ state: 'done', response_status: 303, response_location: location }).execute()
}

/** Releases the key: nothing was done, and the form may be sent again. */
export async function releaseClaim({ person, mutation, key, leaseUntil }: ActiveClaim): Promise<void> {
  await database()
    .deleteFrom('idempotency')
    .where('person', '=', person)
    .where('mutation', '=', mutation)
    .where('key', '=', key)
    .where('lease_until', '=', leaseUntil)
    .execute()
}

/** Deletes keys that are older than a day. */
export async function forgetOldKeys(now = Date.now()): Promise<void> {
  await database()
    .deleteFrom('idempotency')
    .where('created_at', '<', now - 24 * 3_600_000)
    .execute()
}
