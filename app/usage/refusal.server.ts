/** Who is not counted: whoever said so in their profile, in whatever browser, and whose browser asks not to be followed. */
import type { IncomingHttpHeaders } from 'node:http'
import { personKey } from '~/change/drafts.server'
import type { SignedInPerson } from '~/session/identity.server'
import { database } from '~/store/store.server'

/** Whether the browser says it for its person (Do Not Track, Global Privacy Control). */
export function asksNotToBeFollowed({ dnt, 'sec-gpc': gpc }: IncomingHttpHeaders): boolean {
  return dnt === '1' || gpc === '1'
}

/** Whether somebody switched it off. Throws StoreUnavailable. */
export async function hasRefused(person: SignedInPerson): Promise<boolean> {
  const found = await database()
    .selectFrom('uncounted')
    .select('since')
    .where('person', '=', personKey(person))
    .executeTakeFirst()
  return found !== undefined
}

/** From now on somebody is not counted. */
export async function refuse(person: SignedInPerson): Promise<void> {
  await database()
    .insertInto('uncounted')
    .values({ person: personKey(person), since: Date.now() })
    .onConflict((conflict) => conflict.column('person').doNothing())
    .execute()
}

/** Somebody may be counted again. */
export async function allow(person: SignedInPerson): Promise<void> {
  await database().deleteFrom('uncounted').where('person', '=', personKey(person)).execute()
}
