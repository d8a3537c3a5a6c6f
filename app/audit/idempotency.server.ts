/** A form sent twice does its work once and gets the same answer twice (design §7). */
import { createHash, randomUUID } from 'node:crypto'
import { database } from '~/store/store.server'

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

/** The keys of the calls of a change: the same call has the same key whenever it is sent for it. */
export class CallKeys {
  private readonly sent = new Map<string, number>()

  constructor(private readonly changeId: string) {}

  of(call: unknown): string {
    const content = JSON.stringify(call)
    const times = this.sent.get(content) ?? 0
    this.sent.set(content, times + 1)
    const digest = createHash('sha256').update(`${times} ${content}`).digest('hex')
    return `${this.changeId}-${Number.parseInt(digest.slice(0, 12), 16)}`
  }
}

export interface Claim {
  person: string
  mutation: string
  key: string
  bodyHash: string
}

const leaseMs = 120_000

/** A body without what differs between two clicks of the same form. */
export function bodyHash(fields: readonly (readonly [string, string])[]): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/**
 * Claims a key. `mine` may go on; `done` brings the first answer's location; `running` tells that the
 * first one is still at work after `patience` ms; `other` is the same key with another body: a new change.
 */
export async function claim(
  wanted: Claim,
  patience = 20_000,
): Promise<{ state: 'mine' | 'running' | 'other' } | { state: 'done'; location: string }> {
  const started = Date.now()
  for (let pause = 25; ; pause = Math.min(pause * 2, 400)) {
    const now = Date.now()
    const inserted = await database()
      .insertInto('idempotency')
      .values({
        person: wanted.person,
        mutation: wanted.mutation,
        key: wanted.key,
        body_hash: wanted.bodyHash,
        state: 'running',
        lease_until: now + leaseMs,
        response_status: null,
        response_location: null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['person', 'mutation', 'key']).doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0) return { state: 'mine' }
    const first = await rowOf(wanted)
    if (!first) continue
    if (first.body_hash !== wanted.bodyHash) return { state: 'other' }
    if (first.state === 'done' && first.response_location !== null)
      return { state: 'done', location: first.response_location }
    if (now - started > patience || Number(first.lease_until) < now) return { state: 'running' }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Where the same form led that was done before; null where it was not, or is not yet. */
export async function findAnswer(wanted: Claim): Promise<string | null> {
  const row = await rowOf(wanted)
  return row?.state === 'done' && row.body_hash === wanted.bodyHash ? row.response_location : null
}

function rowOf(wanted: Claim) {
  return database()
    .selectFrom('idempotency')
    .selectAll()
    .where('person', '=', wanted.person)
    .where('mutation', '=', wanted.mutation)
    .where('key', '=', wanted.key)
    .executeTakeFirst()
}

/** Keeps the answer for whoever sends the same form again. */
export async function settle(claimed: Claim, location: string): Promise<void> {
  await database()
    .updateTable('idempotency')
    .set({ state: 'done', response_status: 303, response_location: location })
    .where('person', '=', claimed.person)
    .where('mutation', '=', claimed.mutation)
    .where('key', '=', claimed.key)
    .execute()
}

/** Gives the key back: nothing was done, the form may be sent again. */
export async function release(claimed: Claim): Promise<void> {
  await database()
    .deleteFrom('idempotency')
    .where('person', '=', claimed.person)
    .where('mutation', '=', claimed.mutation)
    .where('key', '=', claimed.key)
    .execute()
}

/** Keys are kept for a day. */
export async function forgetOldKeys(now = Date.now()): Promise<void> {
  await database()
    .deleteFrom('idempotency')
    .where('created_at', '<', now - 24 * 3_600_000)
    .execute()
}
