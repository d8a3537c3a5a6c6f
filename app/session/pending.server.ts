/**
 * Sign-ins that were sent to the provider and have not returned. Each can be used once, within ten minutes, in the
 * browser that started it; a browser has at most ten, all under one cookie. When the total exceeds its limit, the
 * address with the most loses its oldest half, so that a flood from one address does not evict others.
 */
import { z } from 'zod'
import { config } from '~/config.server'
import { database } from '~/store/store.server'
import { cookieFor, hashOf, idIn, newId } from './cookies.server'
import { returnAddress } from './return-address'
import { open, seal } from './seal.server'

const lifetime = 10 * 60_000
const perBrowser = 10
const inAll = 20_000
const purpose = 'pending sign-in'

const Sealed = z.object({ verifier: z.string(), nonce: z.string() })

export interface Pending {
  verifier: string
  nonce: string
  returnTo: string
}

/** Stores a sign-in that is about to be redirected to the provider. Returns the Set-Cookie line for its browser. */
export async function rememberSignIn(
  request: Request,
  begun: { state: string; verifier: string; nonce: string; address: string },
): Promise<string> {
  const browser = idIn(request, 'signIn') ?? newId()
  const now = Date.now()
  await forgetOld(hashOf(browser), now)
  await database()
    .insertInto('pending_sign_in')
    .values({
      state_hash: hashOf(begun.state),
      browser_hash: hashOf(browser),
      sealed: seal(JSON.stringify({ verifier: begun.verifier, nonce: begun.nonce }), purpose),
      return_to: returnAddress(new URL(request.url).searchParams.get('returnTo'), config().publicOrigin),
      sender: hashOf(begun.address),
      created_at: now,
    })
    .execute()
  return cookieFor('signIn', browser, lifetime / 1000)
}

/** Returns the pending sign-in of a state and deletes it, so that it works only once; null when there is none. */
export async function pendingSignIn(request: Request, state: string): Promise<Pending | null> {
  const browser = idIn(request, 'signIn')
  if (!browser || !state) return null
  const row = await database()
    .deleteFrom('pending_sign_in')
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browser))
    .where('created_at', '>', Date.now() - lifetime)
    .returningAll()
    .executeTakeFirst()
  const text = row && open(row.sealed, purpose)
  if (!row || !text) return null
  return { ...Sealed.parse(JSON.parse(text)), returnTo: row.return_to }
}

async function forgetOld(browserHash: string, now: number): Promise<void> {
  await database()
    .deleteFrom('pending_sign_in')
    .where('created_at', '<=', now - lifetime)
    .execute()
  await keepNewest('browser_hash', browserHash, perBrowser - 1)
  const { count } = await database()
    .selectFrom('pending_sign_in')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < inAll) return
  const most = await database()
    .selectFrom('pending_sign_in')
    .select((rows) => ['sender', rows.fn.countAll<number>().as('count')])
    .groupBy('sender')
    .orderBy('count', 'desc')
    .executeTakeFirst()
  if (most) await keepNewest('sender', most.sender, Math.floor(Number(most.count) / 2))
}

/** Deletes all but the newest `max` of one browser or one address. */
async function keepNewest(of: 'browser_hash' | 'sender', value: string, most: number): Promise<void> {
  await database()
    .deleteFrom('pending_sign_in')
    .where(of, '=', value)
    .where('state_hash', 'in', (rows) =>
      rows
        .selectFrom('pending_sign_in')
        .select('state_hash')
        .where(of, '=', value)
        .orderBy('created_at', 'desc')
        .limit(inAll)
        .offset(most),
    )
    .execute()
}
