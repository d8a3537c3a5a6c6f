/**
 * Texts stored sealed for one person at one address, for a day; an id in the address opens one, for that person
 * alone.
 */
import { hashOf, newId } from '~/session/cookies.server'
import { open, seal } from '~/session/seal.server'
import { database } from '~/store/store.server'
import type { DraftTable } from '~/store/tables'

export type Kind = DraftTable['kind']

/** The owner (`personKey`) and the page (`formAddress`). */
export interface Place {
  person: string
  address: string
}

const kept = 24 * 60 * 60_000
/** Per person and in total; the oldest of its kind is deleted, so that plans displace no form. Bytes of one text. */
const most = {
  form: { ofOne: 5, ofAll: 2_000, bytes: 256 * 1024 },
  reply: { ofOne: 20, ofAll: 2_000, bytes: 256 * 1024 },
} satisfies Record<Kind, object>
/** Maximum of rows deleted per stored text. */
const mostAtOnce = 100
const purposes = { form: 'a form kept for its person', reply: 'a reply kept for its person' } satisfies Record<
  Kind,
  string
>

/** Stores a text and returns its id; null where it is too long. */
export async function keep(kind: Kind, { person, address }: Place, text: string): Promise<string | null> {
  if (Buffer.byteLength(text) > most[kind].bytes) return null
  const id = newId()
  const sealed = seal(text, purposes[kind])
  await database()
    .insertInto('draft')
    .values({ id_hash: hashOf(id), kind, person, address, sealed, created_at: Date.now() })
    .execute()
  await dropOldest(kind, person, hashOf(id))
  return id
}

/**
 * Deletes all but the newest texts of a person, and of all; the one just stored always counts as newest, whatever the
 * clock.
 */
async function dropOldest(kind: Kind, person: string, justKept: string): Promise<void> {
  const newest = () =>
    database()
      .selectFrom('draft')
      .select(['id_hash', 'created_at'])
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
  const older = await newest()
    .where('person', '=', person)
    .where('id_hash', '!=', justKept)
    .offset(most[kind].ofOne - 1)
    .limit(mostAtOnce)
    .execute()
  // By id: texts stored meanwhile are not in the list and remain.
  const ids = older.map(({ id_hash }) => id_hash)
  if (ids.length > 0) await database().deleteFrom('draft').where('id_hash', 'in', ids).execute()
  const [last] = await newest().offset(most[kind].ofAll).limit(1).execute()
  if (!last) return
  await database()
    .deleteFrom('draft')
    .where('kind', '=', kind)
    .where('created_at', '<=', last.created_at)
    .where('id_hash', '!=', justKept)
    .execute()
}

/** Returns the text; null for another person, at another address, and after a day. */
export async function findKept(kind: Kind, id: string, { person, address }: Place): Promise<string | null> {
  const row = await database()
    .selectFrom('draft')
    .select('sealed')
    .where('id_hash', '=', hashOf(id))
    .where('kind', '=', kind)
    .where('person', '=', person)
    .where('address', '=', address)
    .where('created_at', '>', Date.now() - kept)
    .executeTakeFirst()
  return row ? open(row.sealed, purposes[kind]) : null
}

/** Returns the address of a page with the id of the text it shows. */
export function withKept(address: string, id: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}draft=${id}`
}

export async function forgetOldKept(now = Date.now()): Promise<void> {
  await database()
    .deleteFrom('draft')
    .where('created_at', '<', now - kept)
    .execute()
}
