/**
 * Sign-ins that were sent to the provider and have not returned. Each can be used once, within ten minutes, in the
 * browser that started it; a browser has at most ten, all under one cookie. When the total exceeds its limit, the
 * address with the most loses its oldest half, so that a flood from one address does not evict others.
 */
import { z } from 'zod'
import { config } from '~/config.server'
import { database } from '~/store/store.server'
import { cookieFor, hashOfId, idIn, newId } from './cookies.server'
import { returnAddress } from './return-address'
import { open, seal } from './seal.server'

const lifetimeMs = 10 * 60_000
const maxPerBrowser = 10
const maxPending = 20_000
const purpose = 'pending sign-in'

const Sealed = z.object({ verifier: z.string(), nonce: z.string() })

export interface PendingSignIn {
  verifier: string
  nonce: string
  returnTo: string
}

/** Stores a sign-in that is about to be redirected to the provider. Returns the Set-Cookie line for its browser. */
export async function savePendingSignIn(
  request: Request,
  signIn: { state: string; verifier: string; nonce: string; address: string },
): Promise<string> {
  const browser = idIn(request, 'signIn') ?? newId()
  const now = Date.now()
  await deleteExpired(hashOfId(browser), now)
  await database()
    .insertInto('pending_sign_in')
    .values({
      state_hash: hashOfId(signIn.state),
      browser_hash: hashOfId(browser),
      sealed: seal(JSON.stringify({ verifier: signIn.verifier, nonce: signIn.nonce }), purpose),
      return_to: returnAddress(new URL(request.url).searchParams.get('returnTo'), config().publicOrigin),
      sender: hashOfId(signIn.address),
      created_at: now,
    })
    .execute()
  return cookieFor('signIn', browser, lifetimeMs / 1000)
}

/** Returns the pending sign-in of a state and deletes it, so that it works only once; null when there is none. */
export async function consumePendingSignIn(request: Request, state: string): Promise<PendingSignIn | null> {
  const browser = idIn(request, 'signIn')
  if (!browser || !state) return null
  const row = await database()
    .deleteFrom('pending_sign_in')
    .where('state_hash', '=', hashOfId(state))
    .where('browser_hash', '=', hashOfId(browser))
    .where('created_at', '>', Date.now() - lifetimeMs)
    .returningAll()
    .executeTakeFirst()
  const text = row && open(row.sealed, purpose)
  if (!row || !text) return null
  return { ...Sealed.parse(JSON.parse(text)), returnTo: row.return_to }
}

async function deleteExpired(browserHash: string, now: number): Promise<void> {
  await database()
    .deleteFrom('pending_sign_in')
    .where('created_at', '<=', now - lifetimeMs)
    .execute()
  await keepNewest('browser_hash', browserHash, maxPerBrowser - 1)
  const { count } = await database()
    .selectFrom('pending_sign_in')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < maxPending) return
  const busiest = await database()
    .selectFrom('pending_sign_in')
    .select((rows) => ['sender', rows.fn.countAll<number>().as('count')])
    .groupBy('sender')
    .orderBy('count', 'desc')
    .executeTakeFirst()
  if (busiest) await keepNewest('sender', busiest.sender, Math.floor(Number(busiest.count) / 2))
}

/** Deletes all but the newest `max` of one browser or one address. */
async function keepNewest(of: 'browser_hash' | 'sender', value: string, max: number): Promise<void> {
  await database()
    .deleteFrom('pending_sign_in')
    .where(of, '=', value)
    .where('state_hash', 'in', (rows) =>
      rows
        .selectFrom('pending_sign_in')
        .select('state_hash')
        .where(of, '=', value)
        .orderBy('created_at', 'desc')
        .limit(maxPending)
        .offset(max),
    )
    .execute()
}
