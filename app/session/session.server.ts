/**
 * Who is signed in in which browser (design §9). Tokens stay here, sealed; the cookie is a random id of which
 * only the SHA-256 is stored. Idle 60 minutes, absolute 12 hours, a new id at every sign-in.
 */
import { redirect, redirectDocument } from '@remix-run/node'
import { config } from '~/config.server'
import { href } from '~/hrefs'
import { passingWrite } from '~/store/passing-write.server'
import { database } from '~/store/store.server'
import type { SessionRow } from '~/store/tables'
import { expired, hashOf, idIn, newId } from './cookies.server'
import { SignedInPerson } from './identity.server'
import { type KeptTokens, keptTokens, openTokens, sealTokens } from './kept-tokens.server'
import { returnAddress } from './return-address'
import { revokeTokens } from './revocation.server'
import type { Tokens } from './tokens.server'

const idle = 60 * 60_000
const absolute = 12 * 60 * 60_000
/** How often "last seen" is written. */
const seenEvery = 60_000
/** An ended session remembers whose it was this long. */
const remembered = 24 * 60 * 60_000

export interface Session {
  /** SHA-256 of the cookie's id. */
  id: string
  person: SignedInPerson
  lastTenantId: string | null
  lastCustomerId: string | null
  /** Milliseconds since 1970. */
  signedInAt: number
}

/**
 * `lost`: a process died while it renewed the tokens, and what it was given died with it. `over`: what the console did as
 * itself is done.
 */
export type EndReason = 'signed out' | 'refused' | 'lost' | 'idle' | 'too long' | 'signed in again' | 'over'

/** The session has ended, or its tokens can no longer be renewed. */
export class SignedOut extends Error {
  /** `isLost`: through no word of the provider's, which may well sign the person in again without a question. */
  constructor(readonly isLost = false) {
    super('The session has ended')
    this.name = 'SignedOut'
  }
}

/** The session of a request's cookie; null when there is none, or when it has ended or lasted too long. */
export async function currentSession(request: Request): Promise<Session | null> {
  return (await openSession(request))?.session ?? null
}

/** The same with its row as it was read, for who needs its tokens at once. */
export async function openSession(request: Request): Promise<{ session: Session; row: SessionRow } | null> {
  const row = await stillOpen(await rowOf(request))
  if (!row) return null
  const now = Date.now()
  if (now - row.last_seen_at >= seenEvery && !asksByItself(request)) {
    const seen = database().updateTable('session').set({ last_seen_at: now }).where('id_hash', '=', row.id_hash)
    await passingWrite(`seen ${row.id_hash}`, () => seen.execute())
  }
  return { session: shape(row), row }
}

/** The session that a ticket was given in, while it lasts; that tickets are used says nothing about who sits there. */
export async function sessionOfTicket(id: string): Promise<Session | null> {
  const row = await stillOpen(await byId(id))
  return row && shape(row)
}

/** What has lasted too long is ended. */
async function stillOpen(row: SessionRow | undefined): Promise<SessionRow | null> {
  if (!row || row.ended_at !== null) return null
  const now = Date.now()
  const over = now - row.created_at >= absolute ? 'too long' : now - row.last_seen_at >= idle ? 'idle' : null
  if (!over) return row
  await passingWrite(`end ${row.id_hash}`, () => endSession({ id: row.id_hash }, over))
  return null
}

/** A page that refreshes itself (`?auto=10`) says nothing about whether anybody sits before it; who paused it does. */
function asksByItself(request: Request): boolean {
  const auto = new URL(request.url).searchParams.get('auto')
  return request.method === 'GET' && auto !== null && auto !== 'off'
}

/** The id of the request's session, if it was refused within a minute of signing in; null otherwise. */
export async function refusedAtOnce(request: Request): Promise<string | null> {
  const row = await rowOf(request)
  if (row?.end_reason !== 'refused' || row.ended_at === null) return null
  return row.ended_at - row.created_at < 60_000 ? row.id_hash : null
}

/** Who was signed in in the request's browser until a session ended, within the last day; null for a browser unknown. */
export async function signedOutPerson(request: Request): Promise<SignedInPerson | null> {
  const row = await rowOf(request)
  return row && row.ended_at !== null && Date.now() - row.ended_at < remembered ? shape(row).person : null
}

/** Starts a session for somebody the provider vouched for; gives back the cookie's new id. */
export async function startSession(
  request: Request,
  signedIn: { person: SignedInPerson; tokens: Tokens },
): Promise<string> {
  const before = await currentSession(request)
  const place = before && samePerson(before.person, signedIn.person) ? before : await lastPlaceOf(signedIn.person)
  if (before) await endSession(before, 'signed in again')
  return (await insertSession({ ...signedIn, place })).id
}

/** Writes a session down; answers it with the id that opens it. */
export async function insertSession({ person, tokens, place }: SignedIn): Promise<{ id: string; session: Session }> {
  const id = newId()
  const now = Date.now()
  const kept = keptTokens(tokens, null)
  await forgetOld(now)
  const row = {
    id_hash: hashOf(id),
    person: JSON.stringify(person),
    tokens_sealed: sealTokens(kept),
    access_expires_at: now + kept.lasts,
    created_at: now,
    last_seen_at: now,
    ended_at: null,
    end_reason: null,
    last_tenant_id: place?.lastTenantId ?? null,
    last_customer_id: place?.lastCustomerId ?? null,
    lock_owner: null,
    lock_until: 0,
  }
  await database().insertInto('session').values(row).execute()
  return { id, session: shape(row) }
}

interface SignedIn {
  person: SignedInPerson
  tokens: Tokens
  /** Where they were last. */
  place: Pick<Session, 'lastTenantId' | 'lastCustomerId'> | null
}

/**
 * Ends a session; what it was refused for or how it ended is remembered for a day, its tokens are gone at once, and
 * revoked at the provider. Gives back the tokens it had, to whoever really ended it.
 */
export async function endSession(session: Pick<Session, 'id'>, reason: EndReason): Promise<KeptTokens | null> {
  for (;;) {
    const row = await byId(session.id)
    if (!row || row.ended_at !== null) return null
    const { numUpdatedRows } = await database()
      .updateTable('session')
      .set({ ended_at: Date.now(), end_reason: reason, tokens_sealed: null, lock_owner: null, lock_until: 0 })
      .where('id_hash', '=', session.id)
      .where('ended_at', 'is', null)
      .where('tokens_sealed', row.tokens_sealed === null ? 'is' : '=', row.tokens_sealed)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    const kept = openTokens(row.tokens_sealed)
    revokeTokens(kept)
    return kept
  }
}

/** Ends the sessions that nobody came back to, so that their tokens do not live on; some at a time. */
export async function endIdleSessions(now = Date.now()): Promise<void> {
  const rows = await database()
    .selectFrom('session')
    .select(['id_hash', 'created_at'])
    .where('ended_at', 'is', null)
    .where((row) => row.or([row('last_seen_at', '<=', now - idle), row('created_at', '<=', now - absolute)]))
    .limit(100)
    .execute()
  for (const row of rows) await endSession({ id: row.id_hash }, now - row.created_at >= absolute ? 'too long' : 'idle')
}

/** Remembers where somebody was last; only `/` uses it (design §4). */
export async function rememberPlace(
  session: Session,
  place: { tenantId: string | null; customerId: string | null },
): Promise<void> {
  if (session.lastTenantId === place.tenantId && session.lastCustomerId === place.customerId) return
  const remembered = database()
    .updateTable('session')
    .set({ last_tenant_id: place.tenantId, last_customer_id: place.customerId })
    .where('id_hash', '=', session.id)
  await passingWrite(`place ${session.id}`, () => remembered.execute())
}

/**
 * To sign-in, and from there back to the page asked for. `errorCode` 401 says that the services refused the
 * session (spec §2, §8); `isLost`, that nobody did, and then the provider is asked straight away.
 */
export function signInRedirect(
  request: Request,
  { errorCode, isLost = false }: { errorCode?: 401; isLost?: boolean } = {},
): Response {
  const from = asked(request)
  const back = returnAddress(from, config().publicOrigin)
  const returnTo = back === '/' ? null : back
  if (isLost) return redirectDocument(href('loginStart', {}, { returnTo }))
  return redirect(
    href('login', {}, { errorCode: errorCode ?? errorCodeIn(from), returnTo }),
    errorCode ? {} : { headers: { 'set-cookie': expired('session') } },
  )
}

/** What an address says that somebody comes back with; 401 is the one with a meaning (spec §2). */
function errorCodeIn(from: string | null): 401 | undefined {
  const { publicOrigin } = config()
  if (!from || !URL.canParse(from, publicOrigin)) return undefined
  return new URL(from, publicOrigin).searchParams.get('errorCode') === '401' ? 401 : undefined
}

/** A form that was posted goes back to the page it stood on. */
function asked(request: Request): string | null {
  return request.method === 'GET' || request.method === 'HEAD' ? request.url : request.headers.get('referer')
}

async function rowOf(request: Request): Promise<SessionRow | undefined> {
  const id = idIn(request, 'session')
  return id ? byId(hashOf(id)) : undefined
}

function byId(id: string): Promise<SessionRow | undefined> {
  return database().selectFrom('session').selectAll().where('id_hash', '=', id).executeTakeFirst()
}

/** Where somebody was in their last session. */
async function lastPlaceOf(person: SignedInPerson): Promise<Pick<Session, 'lastTenantId' | 'lastCustomerId'> | null> {
  const row = await database()
    .selectFrom('session')
    .selectAll()
    .where('person', '=', JSON.stringify(person))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? shape(row) : null
}

function samePerson(one: SignedInPerson, other: SignedInPerson): boolean {
  return one.issuer === other.issuer && one.subject === other.subject
}

function shape(row: SessionRow): Session {
  return {
    id: row.id_hash,
    person: SignedInPerson.parse(JSON.parse(row.person)),
    lastTenantId: row.last_tenant_id,
    lastCustomerId: row.last_customer_id,
    signedInAt: row.created_at,
  }
}

async function forgetOld(now: number): Promise<void> {
  await database()
    .deleteFrom('session')
    .where('created_at', '<', now - absolute - remembered)
    .execute()
}
