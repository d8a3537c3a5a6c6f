/** Opting out of usage analytics: in the profile, for every browser, or by a browser's own setting. */
import type { IncomingHttpHeaders } from 'node:http'
import { personKey } from '~/change/drafts.server'
import type { SignedInPerson } from '~/session/identity.server'
import { database } from '~/store/store.server'

/** Returns whether the browser opts out (Do Not Track, Global Privacy Control). */
export function hasDoNotTrack({ dnt, 'sec-gpc': gpc }: IncomingHttpHeaders): boolean {
  return dnt === '1' || gpc === '1'
}

/** Returns whether the person has opted out. Throws StoreUnavailable. */
export async function hasOptedOut(person: SignedInPerson): Promise<boolean> {
  const row = await database()
    .selectFrom('uncounted')
    .select('since')
    .where('person', '=', personKey(person))
    .executeTakeFirst()
  return row !== undefined
}

/** Opts a person out. */
export async function optOut(person: SignedInPerson): Promise<void> {
  await database()
    .insertInto('uncounted')
    .values({ person: personKey(person), since: Date.now() })
    .onConflict((conflict) => conflict.column('person').doNothing())
    .execute()
}

/** Opts a person in again. */
export async function optIn(person: SignedInPerson): Promise<void> {
  await database().deleteFrom('uncounted').where('person', '=', personKey(person)).execute()
}
