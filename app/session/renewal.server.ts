/**
 * Renews the access token of a session in time (design §9). At most one refresh per session runs at a time, across
 * processes too: where refresh tokens rotate, two concurrent refreshes would revoke the grant. A page waits only
 * briefly while the token is still valid, and only the provider's statement that the grant has ended ends a session.
 */
import { randomUUID } from 'node:crypto'
import type { ServerMetadata } from 'openid-client'
import { log } from '~/door/log.server'
import { bestEffortWrite } from '~/store/best-effort-write.server'
import { database } from '~/store/store.server'
import { StoreUnavailable } from '~/store/store-unavailable'
import type { SessionRow } from '~/store/tables'
import { ProviderUnavailable, provider } from './provider.server'
import { revokeTokens } from './revocation.server'
import { endSession, type Session, SessionEnded } from './session.server'
import { openTokens, type StoredTokens, sealTokens, storedTokens } from './stored-tokens.server'
import { TokenRefused, tokensForRefresh } from './tokens.server'

/** A token is renewed this long before it expires, or at half its lifetime when that is shorter. */
const renewBeforeMs = 60_000
/** How long a page waits for a renewal while its current token is still valid. */
const maxWaitMs = 1_000
/** How long a valid token is used after a provider error before the provider is called again. */
const backoffMs = 15_000
/** How long process shutdown waits for renewals and for the store to save them. */
const maxStopMs = 10_000
/** A claim without a heartbeat for this long is abandoned. */
const leaseMs = 5_000
/** How long a page waits for a renewal at least: detecting a claim of a dead process takes two leases. */
export const minRenewalWaitMs = 2 * leaseMs + 2_000
const pollMs = 50
/** Interval between two attempts to store new tokens. */
const storeRetryMs = 500
/** The provider's error codes for an ended grant; any other error may be temporary. */
const grantEndedCodes = ['invalid_grant', 'interaction_required']

interface RenewalOptions {
  /** The row of the session, when it was just read. */
  row?: SessionRow | undefined
  /** Latest time to wait for a renewal, epoch ms; the renewal itself continues for the next page. */
  deadline?: number
}

/**
 * Returns a bearer token that is valid for the calls of one request. Throws `SessionEnded` when the session has ended
 * or the provider ended its grant, and a 503 response when the token has expired and is not renewed in time, because of
 * the provider or because the store is not writable.
 */
export async function accessToken(
  session: Pick<Session, 'id'>,
  { row, deadline = Number.POSITIVE_INFINITY }: RenewalOptions = {},
): Promise<string> {
  const { tokens, remainingMs } = row ? tokensIn(row) : await tokensOf(session.id)
  if (isFresh({ tokens, remainingMs })) return tokens.accessToken
  if (remainingMs > 0) return renewOrReuse(session.id, tokens.accessToken)
  return untilDeadline(renewalOf(session.id).token, deadline).catch((error) => {
    throw isTrouble(error) ? new Response(null, { status: 503 }) : error
  })
}

async function untilDeadline(token: Promise<string>, deadline: number): Promise<string> {
  if (deadline === Number.POSITIVE_INFINITY) return token
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Response(null, { status: 503 })), Math.max(0, deadline - Date.now()))
  })
  return Promise.race([token, tooLong]).finally(() => clearTimeout(timer))
}

/**
 * Waits for the renewals of this process, because rotated tokens must reach the store; at most a few seconds where the
 * store is not writable.
 */
export async function waitForRenewals(): Promise<void> {
  const ended = Promise.allSettled([...renewals.values()].map(({ token }) => token)).then(() =>
    Promise.allSettled([...unstored.values()].map(({ stored }) => stored)),
  )
  await Promise.race([ended, pause(maxStopMs)])
}

async function renewOrReuse(id: string, currentToken: string): Promise<string> {
  if ((backoffUntil.get(id) ?? 0) > performance.now()) return currentToken
  const { token, slow } = renewalOf(id)
  const renewed = token.catch((error) => {
    if (isTrouble(error)) return currentToken
    throw error
  })
  return Promise.race([renewed, slow.then(() => currentToken)])
}

interface Renewal {
  token: Promise<string>
  slow: Promise<void>
}

const renewals = new Map<string, Renewal>()

interface Unstored {
  tokens: StoredTokens
  /** When the access token expires, epoch ms. */
  until: number
  /** The sealed tokens in the store that these replace. */
  replacesSealed: string
  stored: Promise<void>
}

/** New tokens that are not stored yet. Where refresh tokens rotate, this is the only copy. */
const unstored = new Map<string, Unstored>()
const backoffUntil = new Map<string, number>()

/** Returns the renewal of a session; concurrent requests in this process share one. */
function renewalOf(id: string): Renewal {
  const running = renewals.get(id)
  if (running) return running
  const token = renew(id).finally(() => renewals.delete(id))
  token.catch(() => {})
  const renewal = { token, slow: pause(maxWaitMs) }
  renewals.set(id, renewal)
  return renewal
}

async function renew(id: string): Promise<string> {
  try {
    // Before the claim, so that a slow discovery request does not block other processes.
    const metadata = await provider()
    await unstored.get(id)?.stored
    const claim = await acquireClaim(id)
    const token = claim ? await refresh(metadata, claim) : (await tokensOf(id)).tokens.accessToken
    backoffUntil.delete(id)
    return token
  } catch (error) {
    if (isTrouble(error)) {
      for (const [one, until] of backoffUntil) if (until < performance.now()) backoffUntil.delete(one)
      backoffUntil.set(id, performance.now() + backoffMs)
      const code = error instanceof TokenRefused ? error.code : undefined
      log().warn({ session: id, code, err: error }, 'a session’s token could not be renewed')
    }
    throw error
  }
}

/** Whether a later attempt may succeed. */
function isTrouble(error: unknown): boolean {
  return error instanceof ProviderUnavailable || error instanceof TokenRefused
}

interface Claim {
  id: string
  owner: string
  tokens: StoredTokens
  sealed: string
  remainingMs: number
  /** Whether the claim was inherited from a process that died; the tokens it received are lost. */
  isInherited: boolean
}

/**
 * Waits for the right to refresh. Returns null when another process has refreshed meanwhile. A claim counts as alive
 * while it changes, not by the time in it: the clocks of two processes may differ.
 */
async function acquireClaim(id: string): Promise<Claim | null> {
  const owner = randomUUID()
  let lastClaim = { claim: '', since: 0 }
  for (;;) {
    const { row, ...current } = await tokensOf(id)
    if (isFresh(current)) return null
    const claim = `${row.lock_owner} ${row.lock_until}`
    if (claim !== lastClaim.claim) lastClaim = { claim, since: performance.now() }
    const isInherited = row.lock_owner !== null && performance.now() - lastClaim.since >= leaseMs
    if ((row.lock_owner === null || isInherited) && (await tryClaim(row, owner))) {
      // While this claim waited for the store, the previous owner may have stored new tokens.
      const now = await tokensOf(id)
      if (!isFresh(now))
        return { id, owner, tokens: now.tokens, sealed: now.sealed, remainingMs: now.remainingMs, isInherited }
      await release(id, owner)
      return null
    }
    await pause(pollMs)
  }
}

async function tryClaim(row: SessionRow, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await database()
    .updateTable('session')
    .set({ lock_owner: owner, lock_until: nextLockUntil(row.lock_until) })
    .where('id_hash', '=', row.id_hash)
    .where('ended_at', 'is', null)
    .where('lock_owner', row.lock_owner === null ? 'is' : '=', row.lock_owner)
    .where('lock_until', '=', row.lock_until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function refresh(metadata: ServerMetadata, claim: Claim): Promise<string> {
  const { id, owner } = claim
  const heartbeat = setInterval(() => bestEffortWrite(`claim ${id}`, () => keepAlive(id, owner)), leaseMs / 3)
  const end = async () => {
    clearInterval(heartbeat)
    await bestEffortWrite(`release ${id}`, () => release(id, owner))
  }
  const tokens = await newTokens(metadata, claim).catch(async (error) => {
    await end()
    throw error
  })
  if (typeof tokens === 'string') {
    await end()
    return tokens
  }
  const stored = saveTokens(claim, tokens).finally(end)
  // Tokens that cannot be stored are still used.
  return Promise.race([stored, pause(maxWaitMs).then(() => tokens.accessToken)])
}

/** Returns the new tokens, or the access token that another process stored. An ended grant ends the session. */
async function newTokens(metadata: ServerMetadata, claim: Claim): Promise<StoredTokens | string> {
  const { id, tokens } = claim
  try {
    if (!tokens.refreshToken) throw new TokenRefused('no_refresh_token')
    return storedTokens(await tokensForRefresh(metadata, tokens.refreshToken), tokens)
  } catch (error) {
    const isOver = error instanceof TokenRefused && grantEndedCodes.includes(error.code)
    const hasNone = error instanceof TokenRefused && error.code === 'no_refresh_token' && claim.remainingMs <= 0
    if (!isOver && !hasNone) throw error
    const others = claim.isInherited ? await tokenOfSlowOwner(claim) : null
    if (others) return others
    log().info({ session: id, code: error.code }, 'the provider ended a session')
    await endSession({ id }, claim.isInherited ? 'lost' : 'refused')
    throw new SessionEnded(claim.isInherited)
  }
}

/**
 * Stores new tokens even when the claim has passed to another process; a sign-out or tokens stored by another process
 * win.
 */
async function saveTokens({ id, sealed }: Claim, tokens: StoredTokens): Promise<string> {
  const until = Date.now() + tokens.lasts
  const stored = retryUntilStored(() =>
    database()
      .updateTable('session')
      .set({ tokens_sealed: sealTokens(tokens), access_expires_at: until })
      .where('id_hash', '=', id)
      .where('ended_at', 'is', null)
      .where('tokens_sealed', '=', sealed)
      .execute(),
  ).finally(() => unstored.delete(id))
  unstored.set(id, { tokens, until, replacesSealed: sealed, stored })
  await stored
  const now = await tokensOf(id).catch((error) => {
    if (error instanceof SessionEnded) revokeTokens(tokens)
    throw error
  })
  return now.tokens.accessToken
}

/** Retries until the store accepts the write. */
async function retryUntilStored(write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await pause(storeRetryMs)
    }
  }
}

/**
 * Returns the token of a claim's previous owner that was slow rather than dead; null when none is stored within a
 * lease.
 */
async function tokenOfSlowOwner({ id, sealed }: Claim): Promise<string | null> {
  for (const since = performance.now(); performance.now() - since < leaseMs; await pause(pollMs)) {
    const now = await tokensOf(id)
    if (now.sealed !== sealed) return now.tokens.accessToken
  }
  return null
}

async function keepAlive(id: string, owner: string): Promise<void> {
  const { row } = await tokensOf(id)
  await database()
    .updateTable('session')
    .set({ lock_until: nextLockUntil(row.lock_until) })
    .where('id_hash', '=', id)
    .where('lock_owner', '=', owner)
    .execute()
}

function nextLockUntil(before: number): number {
  return Math.max(Date.now() + leaseMs, before + 1)
}

async function release(id: string, owner: string): Promise<void> {
  await database()
    .updateTable('session')
    .set({ lock_owner: null, lock_until: 0 })
    .where('id_hash', '=', id)
    .where('lock_owner', '=', owner)
    .execute()
}

interface CurrentTokens {
  row: SessionRow
  tokens: StoredTokens
  sealed: string
  /** Milliseconds until the access token expires. */
  remainingMs: number
}

async function tokensOf(id: string): Promise<CurrentTokens> {
  return tokensIn(await database().selectFrom('session').selectAll().where('id_hash', '=', id).executeTakeFirst())
}

function tokensIn(row: SessionRow | undefined): CurrentTokens {
  const sealed = row && row.ended_at === null ? row.tokens_sealed : null
  const tokens = openTokens(sealed)
  if (!row || !sealed || !tokens) throw new SessionEnded(row?.end_reason === 'lost')
  const pending = unstored.get(row.id_hash)
  if (pending?.replacesSealed === sealed)
    return { row, tokens: pending.tokens, sealed, remainingMs: pending.until - Date.now() }
  return { row, tokens, sealed, remainingMs: row.access_expires_at - Date.now() }
}

function isFresh({ tokens, remainingMs }: Pick<CurrentTokens, 'tokens' | 'remainingMs'>): boolean {
  return remainingMs > Math.min(renewBeforeMs, tokens.lasts / 2)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
