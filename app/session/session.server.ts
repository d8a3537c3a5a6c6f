/**
 * The sessions of signed-in browsers (design §9). Tokens are stored here, sealed; the cookie is a random id of which
 * only the SHA-256 is stored. Idle limit 60 minutes, absolute limit 12 hours, a new id at every sign-in.
 */
import { redirect, redirectDocument } from '@remix-run/node'
import { config } from '~/config.server'
import { href } from '~/hrefs'
import { bestEffortWrite } from '~/store/best-effort-write.server'
import { preparedRead } from '~/store/prepared-read.server'
import { database } from '~/store/store.server'
import type { SessionRow } from '~/store/tables'
import { expiredCookie, hashOfId, idIn, newId } from './cookies.server'
import { SignedInPerson } from './identity.server'
import { returnAddress } from './return-address'
import { revokeTokens } from './revocation.server'
import { openTokens, type StoredTokens, sealTokens, storedTokens } from './stored-tokens.server'
import type { Tokens } from './tokens.server'

const idleMs = 60 * 60_000
const maxSessionMs = 12 * 60 * 60_000
/** How often `last_seen_at` is written. */
const seenEveryMs = 60_000
/** How long the person of an ended session is remembered. */
const rememberedMs = 24 * 60 * 60_000

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
 * `lost`: a process died during a renewal, and the new tokens with it. `over`: the work of the service account is done.
 */
export type EndReason = 'signed out' | 'refused' | 'lost' | 'idle' | 'too long' | 'signed in again' | 'over'

/** The session has ended, or its tokens can no longer be renewed. */
export class SessionEnded extends Error {
  /** `isLost`: not ended by the provider, which may sign the person in again without a prompt. */
  constructor(readonly isLost = false) {
    super('The session has ended')
    this.name = 'SessionEnded'
  }
}

/** Returns the session of a request's cookie; null when there is none, or when it has ended or expired. */
export async function currentSession(request: Request): Promise<Session | null> {
  return (await currentSessionWithRow(request))?.session ?? null
}

/** Returns the current session with its row, for callers that need its tokens at once. */
export async function currentSessionWithRow(request: Request): Promise<{ session: Session; row: SessionRow } | null> {
  const row = await endIfExpired(await rowOf(request))
  if (!row) return null
  const now = Date.now()
  if (now - row.last_seen_at >= seenEveryMs && !isAutoRefresh(request)) {
    const update = database().updateTable('session').set({ last_seen_at: now }).where('id_hash', '=', row.id_hash)
    await bestEffortWrite(`seen ${row.id_hash}`, () => update.execute())
  }
  return { session: toSession(row), row }
}

/** Returns the open session that issued a ticket; using a ticket does not count as activity. */
export async function sessionOfTicket(id: string): Promise<Session | null> {
  const row = await endIfExpired(await rowById(id))
  return row && toSession(row)
}

/** Returns the row of an open session; ends it and returns null when it has expired. */
async function endIfExpired(row: SessionRow | undefined): Promise<SessionRow | null> {
  if (!row || row.ended_at !== null) return null
  const now = Date.now()
  const endReason = now - row.created_at >= maxSessionMs ? 'too long' : now - row.last_seen_at >= idleMs ? 'idle' : null
  if (!endReason) return row
  await bestEffortWrite(`end ${row.id_hash}`, () => endSession({ id: row.id_hash }, endReason))
  return null
}

/** A page that refreshes itself (`?auto=10`) does not count as activity; pausing it does. */
function isAutoRefresh(request: Request): boolean {
  const auto = new URL(request.url).searchParams.get('auto')
  return request.method === 'GET' && auto !== null && auto !== 'off'
}

/**
 * Returns the id of the request's session if the services rejected it within a minute of signing in; null otherwise.
 */
export async function refusedAtOnce(request: Request): Promise<string | null> {
  const row = await rowOf(request)
  if (row?.end_reason !== 'refused' || row.ended_at === null) return null
  return row.ended_at - row.created_at < 60_000 ? row.id_hash : null
}

/** Returns the person whose session in this browser ended within the last day; null otherwise. */
export async function signedOutPerson(request: Request): Promise<SignedInPerson | null> {
  const row = await rowOf(request)
  return row && row.ended_at !== null && Date.now() - row.ended_at < rememberedMs ? toSession(row).person : null
}

/** Starts a session for a person the provider signed in. Returns the new id of the cookie. */
export async function startSession(
  request: Request,
  signedIn: { person: SignedInPerson; tokens: Tokens },
): Promise<string> {
  const before = await currentSession(request)
  const place = before && samePerson(before.person, signedIn.person) ? before : await lastPlaceOf(signedIn.person)
  if (before) await endSession(before, 'signed in again')
  return (await insertSession({ ...signedIn, place })).id
}

/** Stores a session. Returns it with the id of its cookie. */
export async function insertSession({ person, tokens, place }: NewSession): Promise<{ id: string; session: Session }> {
  const id = newId()
  const now = Date.now()
  const stored = storedTokens(tokens, null)
  await deleteOld(now)
  const row = {
    id_hash: hashOfId(id),
    person: JSON.stringify(person),
    tokens_sealed: sealTokens(stored),
    access_expires_at: now + stored.lasts,
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
  return { id, session: toSession(row) }
}

interface NewSession {
  person: SignedInPerson
  tokens: Tokens
  /** Tenant and customer of the person's previous session. */
  place: Pick<Session, 'lastTenantId' | 'lastCustomerId'> | null
}

/**
 * Ends a session: its reason is remembered for a day, its tokens are deleted and revoked at the provider. Returns the
 * tokens it had, or null when it had already ended.
 */
export async function endSession(session: Pick<Session, 'id'>, reason: EndReason): Promise<StoredTokens | null> {
  for (;;) {
    const row = await rowById(session.id)
    if (!row || row.ended_at !== null) return null
    const { numUpdatedRows } = await database()
      .updateTable('session')
      .set({ ended_at: Date.now(), end_reason: reason, tokens_sealed: null, lock_owner: null, lock_until: 0 })
      .where('id_hash', '=', session.id)
      .where('ended_at', 'is', null)
      .where('tokens_sealed', row.tokens_sealed === null ? 'is' : '=', row.tokens_sealed)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    const stored = openTokens(row.tokens_sealed)
    revokeTokens(stored)
    return stored
  }
}

/** Ends idle and expired sessions, 100 at a time, so that their tokens do not outlive them. */
export async function endIdleSessions(now = Date.now()): Promise<void> {
  const rows = await database()
    .selectFrom('session')
    .select(['id_hash', 'created_at'])
    .where('ended_at', 'is', null)
    .where((row) => row.or([row('last_seen_at', '<=', now - idleMs), row('created_at', '<=', now - maxSessionMs)]))
    .limit(100)
    .execute()
  for (const row of rows)
    await endSession({ id: row.id_hash }, now - row.created_at >= maxSessionMs ? 'too long' : 'idle')
}

/** Stores the last tenant and customer of a session; only `/` uses it (design §4). */
export async function rememberPlace(
  session: Session,
  place: { tenantId: string | null; customerId: string | null },
): Promise<void> {
  if (session.lastTenantId === place.tenantId && session.lastCustomerId === place.customerId) return
  const update = database()
    .updateTable('session')
    .set({ last_tenant_id: place.tenantId, last_customer_id: place.customerId })
    .where('id_hash', '=', session.id)
  await bestEffortWrite(`place ${session.id}`, () => update.execute())
}

/**
 * Returns the redirect to sign-in, and from there to the requested page. `errorCode` 401 means that the services
 * rejected the session (spec §2, §8); `isLost` means that nobody did, and the redirect skips the sign-in page. The cookie
 * of an ended session stays while its person is remembered: a form that comes later is kept for them.
 */
export function signInRedirect(
  request: Request,
  { errorCode, isLost = false, isRemembered = false }: SignInReason = {},
): Response {
  const from = requestedPage(request)
  const returnPath = returnAddress(from, config().publicOrigin)
  const returnTo = returnPath === '/' ? null : returnPath
  if (isLost) return redirectDocument(href('loginStart', {}, { returnTo }))
  return redirect(
    href('login', {}, { errorCode: errorCode ?? errorCodeIn(from), returnTo }),
    errorCode || isRemembered ? {} : { headers: { 'set-cookie': expiredCookie('session') } },
  )
}

interface SignInReason {
  errorCode?: 401
  isLost?: boolean
  isRemembered?: boolean
}

/** Returns the `errorCode` of an address; only 401 has a meaning (spec §2). */
function errorCodeIn(from: string | null): 401 | undefined {
  const { publicOrigin } = config()
  if (!from || !URL.canParse(from, publicOrigin)) return undefined
  return new URL(from, publicOrigin).searchParams.get('errorCode') === '401' ? 401 : undefined
}

/** A posted form returns to the page that contained it. */
function requestedPage(request: Request): string | null {
  return request.method === 'GET' || request.method === 'HEAD' ? request.url : request.headers.get('referer')
}

async function rowOf(request: Request): Promise<SessionRow | undefined> {
  const id = idIn(request, 'session')
  return id ? rowById(hashOfId(id)) : undefined
}

const readRow = preparedRead((db, id: string) => db.selectFrom('session').selectAll().where('id_hash', '=', id))

async function rowById(id: string): Promise<SessionRow | undefined> {
  return (await readRow(id))[0]
}

/** Returns the tenant and customer of the person's last session. */
async function lastPlaceOf(person: SignedInPerson): Promise<Pick<Session, 'lastTenantId' | 'lastCustomerId'> | null> {
  const row = await database()
    .selectFrom('session')
    .selectAll()
    .where('person', '=', JSON.stringify(person))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toSession(row) : null
}

function samePerson(one: SignedInPerson, other: SignedInPerson): boolean {
  return one.issuer === other.issuer && one.subject === other.subject
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id_hash,
    person: SignedInPerson.parse(JSON.parse(row.person)),
    lastTenantId: row.last_tenant_id,
    lastCustomerId: row.last_customer_id,
    signedInAt: row.created_at,
  }
}

async function deleteOld(now: number): Promise<void> {
  await database()
    .deleteFrom('session')
    .where('created_at', '<', now - maxSessionMs - rememberedMs)
    .execute()
}
