/**
 * Texts that are shown once, to one person: the address of a tunnel between the service's reply and the page that shows
 * it (domain §6.4). Sealed at rest; deleted when read, or after ten minutes.
 */
import type { RequestContext } from '~/door/context'
import { database } from '~/store/store.server'
import { hashOfId } from './cookies.server'
import { open, seal } from './seal.server'

const lifetimeMs = 10 * 60_000
const purpose = 'a text shown once'

/** Stores a text for the next view of this thing by this person. */
export async function storeOneTimeText(text: string, of: { personId: string; thing: string }): Promise<void> {
  const now = Date.now()
  await database()
    .deleteFrom('shown_once')
    .where('created_at', '<', now - lifetimeMs)
    .execute()
  await database()
    .insertInto('shown_once')
    .values({ id_hash: idOf(of), sealed: seal(text, purpose), created_at: now })
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .execute()
}

/** Returns the text without deleting it, while the thing it belongs to is not ready yet; null when there is none. */
export async function peekOneTimeText(of: { personId: string; thing: string }): Promise<string | null> {
  const row = await database()
    .selectFrom('shown_once')
    .select(['sealed', 'created_at'])
    .where('id_hash', '=', idOf(of))
    .executeTakeFirst()
  return row && Number(row.created_at) > Date.now() - lifetimeMs ? open(row.sealed, purpose) : null
}

/**
 * Returns and deletes the text; null when there is none. It is stored again where the response does not arrive: the
 * reader left, or another part of the page failed.
 */
export async function showOneTimeText(
  of: { personId: string; thing: string },
  context: RequestContext,
): Promise<string | null> {
  const text = await consumeOneTimeText(of)
  if (text !== null) context.ifUnread?.add(() => storeOneTimeText(text, of))
  return text
}

async function consumeOneTimeText(of: { personId: string; thing: string }): Promise<string | null> {
  // Most pages have no text to show, and then need no write.
  if ((await peekOneTimeText(of)) === null) return null
  const row = await database()
    .deleteFrom('shown_once')
    .where('id_hash', '=', idOf(of))
    .returning(['sealed', 'created_at'])
    .executeTakeFirst()
  return row && Number(row.created_at) > Date.now() - lifetimeMs ? open(row.sealed, purpose) : null
}

function idOf({ personId, thing }: { personId: string; thing: string }): string {
  return hashOfId(JSON.stringify([personId, thing]))
}
