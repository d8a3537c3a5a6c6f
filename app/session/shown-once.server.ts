/**
 * A text that its person sees once and nobody else ever: the address of a tunnel between the answer of the service and
 * the page that shows it (domain §6.4). Sealed at rest; gone when it was taken, or after ten minutes.
 */
import { database } from '~/store/store.server'
import { hashOf } from './cookies.server'
import { open, seal } from './seal.server'

const kept = 10 * 60_000
const purpose = 'a text shown once'

/** Keeps a text for the next look of this person at this thing. */
export async function keepToShowOnce(text: string, of: { personId: string; thing: string }): Promise<void> {
  const now = Date.now()
  await database()
    .deleteFrom('shown_once')
    .where('created_at', '<', now - kept)
    .execute()
  await database()
    .insertInto('shown_once')
    .values({ id_hash: idOf(of), sealed: seal(text, purpose), created_at: now })
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .execute()
}

/** The text without taking it: while what it leads to is not there yet. */
export async function seeShownOnce(of: { personId: string; thing: string }): Promise<string | null> {
  const row = await database()
    .selectFrom('shown_once')
    .select(['sealed', 'created_at'])
    .where('id_hash', '=', idOf(of))
    .executeTakeFirst()
  return row && Number(row.created_at) > Date.now() - kept ? open(row.sealed, purpose) : null
}

/** The text, for the first who asks for it; null ever after. */
export async function takeShownOnce(of: { personId: string; thing: string }): Promise<string | null> {
  // Most pages have nothing to show once, and need not wait for a write.
  if ((await seeShownOnce(of)) === null) return null
  const row = await database()
    .deleteFrom('shown_once')
    .where('id_hash', '=', idOf(of))
    .returning(['sealed', 'created_at'])
    .executeTakeFirst()
  return row && Number(row.created_at) > Date.now() - kept ? open(row.sealed, purpose) : null
}

function idOf({ personId, thing }: { personId: string; thing: string }): string {
  return hashOf(JSON.stringify([personId, thing]))
}
