/**
 * The access token of a session, renewed in time (design §9). One refresh at a time for a session, across processes
 * too: two at once would revoke the grant where refresh tokens rotate. A token that is still good is never waited for
 * long, and only the provider's own word that the grant is over ends a session.
 */
import { randomUUID } from 'node:crypto'
import type { ServerMetadata } from 'openid-client'
import { log } from '~/door/log.server'
import { passingWrite } from '~/store/passing-write.server'
import { database } from '~/store/store.server'
import { StoreUnavailable } from '~/store/store-unavailable'
import type { SessionRow } from '~/store/tables'
import { type KeptTokens, keptTokens, openTokens, sealTokens } from './kept-tokens.server'
import { ProviderTrouble, provider } from './provider.server'
import { revokeTokens } from './revocation.server'
import { endSession, type Session, SignedOut } from './session.server'
import { TokenRefused, tokensForRefresh } from './tokens.server'

/** A token is renewed this long before it ends, or at half its life when that is shorter. */
const renewBefore = 60_000
/** How long a page waits for a renewal while the token it has is still good. */
const patience = 1_000
/** After trouble with the provider a good token is used this long before the provider is asked again. */
const rest = 15_000
/** How long the end of the process waits for renewals, and for the store to take what they brought. */
const maxStopMs = 10_000
/** A claim that shows no sign of life for so long is nobody's. */
const lease = 5_000
/** How long a page waits for a renewal at least: the verdict on a claim whose process died takes two leases. */
export const renewalMs = 2 * lease + 2_000
const lookAgain = 50
/** How long between two attempts to store what a provider gave. */
const storeAgain = 500
/** The provider's words for a grant that is over; whatever else it says may be mended while the session lasts. */
const grantIsOver = ['invalid_grant', 'interaction_required']

interface Wanted {
  /** The session's, where it was read for this just now. */
  row?: SessionRow | undefined
  /** Nobody waits longer, epoch ms: the renewal goes on for the next page. */
  deadline?: number
}

/**
 * A bearer token that is good for the calls of one request. Throws SignedOut when the session has ended or the provider
 * says that its grant is over; answers 503 when the token has ended and is not renewed in time, because of the provider
 * or because the store takes no write.
 */
export async function accessToken(
  session: Pick<Session, 'id'>,
  { row, deadline = Number.POSITIVE_INFINITY }: Wanted = {},
): Promise<string> {
  const { tokens, left } = row ? heldIn(row) : await tokensOf(session.id)
  if (isFresh({ tokens, left })) return tokens.accessToken
  if (left > 0) return whileItLasts(session.id, tokens.accessToken)
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
 * Waits for the renewals under way in this process: a token that was given must reach the store. Where the store takes
 * no write it waits for a few seconds.
 */
export async function renewalsDone(): Promise<void> {
  const ended = Promise.allSettled([...renewals.values()].map(({ token }) => token)).then(() =>
    Promise.allSettled([...unstored.values()].map(({ stored }) => stored)),
  )
  await Promise.race([ended, pause(maxStopMs)])
}

async function whileItLasts(id: string, good: string): Promise<string> {
  if ((restingUntil.get(id) ?? 0) > performance.now()) return good
  const { token, isLong } = renewalOf(id)
  const renewed = token.catch((error) => {
    if (isTrouble(error)) return good
    throw error
  })
  return Promise.race([renewed, isLong.then(() => good)])
}

interface Renewal {
  token: Promise<string>
  isLong: Promise<void>
}

const renewals = new Map<string, Renewal>()

interface Unstored {
  tokens: KeptTokens
  /** When the access token ends, epoch ms. */
  until: number
  /** What stands in the store in their place. */
  instead: string
  stored: Promise<void>
}

/** What providers gave that is not in the store yet. Where refresh tokens rotate it is nowhere else. */
const unstored = new Map<string, Unstored>()
const restingUntil = new Map<string, number>()

/** One renewal of a session in this process, however many ask. */
function renewalOf(id: string): Renewal {
  const running = renewals.get(id)
  if (running) return running
  const token = renew(id).finally(() => renewals.delete(id))
  token.catch(() => {})
  const renewal = { token, isLong: pause(patience) }
  renewals.set(id, renewal)
  return renewal
}

async function renew(id: string): Promise<string> {
  try {
    // Before the claim: the provider's description may take its time without holding anybody up.
    const asked = await provider()
    await unstored.get(id)?.stored
    const claim = await claimed(id)
    const token = claim ? await refreshed(asked, claim) : (await tokensOf(id)).tokens.accessToken
    restingUntil.delete(id)
    return token
  } catch (error) {
    if (isTrouble(error)) {
      for (const [one, until] of restingUntil) if (until < performance.now()) restingUntil.delete(one)
      restingUntil.set(id, performance.now() + rest)
      const code = error instanceof TokenRefused ? error.code : undefined
      log().warn({ session: id, code, err: error }, 'a session’s token could not be renewed')
    }
    throw error
  }
}

/** Trouble that a later attempt may not meet. */
function isTrouble(error: unknown): boolean {
  return error instanceof ProviderTrouble || error instanceof TokenRefused
}

interface Claim {
  id: string
  owner: string
  tokens: KeptTokens
  sealed: string
  left: number
  /** Whether it was taken from a process that died on its way: what that one was given is lost. */
  isInherited: boolean
}

/**
 * Waits for the right to refresh; null when somebody else has done it meanwhile. Whether a claim is alive is judged
 * by its changing, not by a time in it: the clocks of two processes may differ.
 */
async function claimed(id: string): Promise<Claim | null> {
  const owner = randomUUID()
  let seen = { claim: '', since: 0 }
  for (;;) {
    const { row, ...held } = await tokensOf(id)
    if (isFresh(held)) return null
    const claim = `${row.lock_owner} ${row.lock_until}`
    if (claim !== seen.claim) seen = { claim, since: performance.now() }
    const isInherited = row.lock_owner !== null && performance.now() - seen.since >= lease
    if ((row.lock_owner === null || isInherited) && (await take(row, owner))) {
      // Where the claim waited for the store, whoever had it before has stored what they were given.
      const now = await tokensOf(id)
      if (!isFresh(now)) return { id, owner, tokens: now.tokens, sealed: now.sealed, left: now.left, isInherited }
      await release(id, owner)
      return null
    }
    await pause(lookAgain)
  }
}

async function take(row: SessionRow, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await database()
    .updateTable('session')
    .set({ lock_owner: owner, lock_until: signOfLife(row.lock_until) })
    .where('id_hash', '=', row.id_hash)
    .where('ended_at', 'is', null)
    .where('lock_owner', row.lock_owner === null ? 'is' : '=', row.lock_owner)
    .where('lock_until', '=', row.lock_until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function refreshed(asked: ServerMetadata, claim: Claim): Promise<string> {
  const { id, owner } = claim
  const beat = setInterval(() => passingWrite(`claim ${id}`, () => keepAlive(id, owner)), lease / 3)
  const end = async () => {
    clearInterval(beat)
    await passingWrite(`release ${id}`, () => release(id, owner))
  }
  const tokens = await newTokens(asked, claim).catch(async (error) => {
    await end()
    throw error
  })
  if (typeof tokens === 'string') {
    await end()
    return tokens
  }
  const stored = keep(claim, tokens).finally(end)
  // What cannot be stored is used all the same.
  return Promise.race([stored, pause(patience).then(() => tokens.accessToken)])
}

/** What the provider gives, or the access token that somebody else was given. A grant that is over ends the session. */
async function newTokens(asked: ServerMetadata, claim: Claim): Promise<KeptTokens | string> {
  const { id, tokens } = claim
  try {
    if (!tokens.refreshToken) throw new TokenRefused('no_refresh_token')
    return keptTokens(await tokensForRefresh(asked, tokens.refreshToken), tokens)
  } catch (error) {
    const isOver = error instanceof TokenRefused && grantIsOver.includes(error.code)
    const hasNone = error instanceof TokenRefused && error.code === 'no_refresh_token' && claim.left <= 0
    if (!isOver && !hasNone) throw error
    const others = claim.isInherited ? await tokenOfWhoWasThought(claim) : null
    if (others) return others
    log().info({ session: id, code: error.code }, 'the provider ended a session')
    await endSession({ id }, claim.isInherited ? 'lost' : 'refused')
    throw new SignedOut(claim.isInherited)
  }
}

/** A good answer counts whoever holds the claim by now; a sign-out wins, and what somebody else kept stands. */
async function keep({ id, sealed }: Claim, tokens: KeptTokens): Promise<string> {
  const until = Date.now() + tokens.lasts
  const stored = untilStored(() =>
    database()
      .updateTable('session')
      .set({ tokens_sealed: sealTokens(tokens), access_expires_at: until })
      .where('id_hash', '=', id)
      .where('ended_at', 'is', null)
      .where('tokens_sealed', '=', sealed)
      .execute(),
  ).finally(() => unstored.delete(id))
  unstored.set(id, { tokens, until, instead: sealed, stored })
  await stored
  const now = await tokensOf(id).catch((error) => {
    if (error instanceof SignedOut) revokeTokens(tokens)
    throw error
  })
  return now.tokens.accessToken
}

/** Writes as soon as the store takes it. */
async function untilStored(write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await pause(storeAgain)
    }
  }
}

/** The process whose claim was taken may only have been slow: what it was given counts. Null when it is really gone. */
async function tokenOfWhoWasThought({ id, sealed }: Claim): Promise<string | null> {
  for (const since = performance.now(); performance.now() - since < lease; await pause(lookAgain)) {
    const now = await tokensOf(id)
    if (now.sealed !== sealed) return now.tokens.accessToken
  }
  return null
}

async function keepAlive(id: string, owner: string): Promise<void> {
  const { row } = await tokensOf(id)
  await database()
    .updateTable('session')
    .set({ lock_until: signOfLife(row.lock_until) })
    .where('id_hash', '=', id)
    .where('lock_owner', '=', owner)
    .execute()
}

function signOfLife(before: number): number {
  return Math.max(Date.now() + lease, before + 1)
}

async function release(id: string, owner: string): Promise<void> {
  await database()
    .updateTable('session')
    .set({ lock_owner: null, lock_until: 0 })
    .where('id_hash', '=', id)
    .where('lock_owner', '=', owner)
    .execute()
}

interface Held {
  row: SessionRow
  tokens: KeptTokens
  sealed: string
  /** Milliseconds until the access token ends. */
  left: number
}

async function tokensOf(id: string): Promise<Held> {
  return heldIn(await database().selectFrom('session').selectAll().where('id_hash', '=', id).executeTakeFirst())
}

function heldIn(row: SessionRow | undefined): Held {
  const sealed = row && row.ended_at === null ? row.tokens_sealed : null
  const tokens = openTokens(sealed)
  if (!row || !sealed || !tokens) throw new SignedOut(row?.end_reason === 'lost')
  const given = unstored.get(row.id_hash)
  if (given?.instead === sealed) return { row, tokens: given.tokens, sealed, left: given.until - Date.now() }
  return { row, tokens, sealed, left: row.access_expires_at - Date.now() }
}

function isFresh({ tokens, left }: Pick<Held, 'tokens' | 'left'>): boolean {
  return left > Math.min(renewBefore, tokens.lasts / 2)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
