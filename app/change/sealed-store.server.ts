/**
 * Texts stored sealed for one person at one address, for a day; an id in the address opens one, for that person
 * alone.
 */
import { hashOfId, newId } from '~/session/cookies.server'
import { open, seal } from '~/session/seal.server'
import { database } from '~/store/store.server'
import type { DraftTable } from '~/store/tables'

export type DraftKind = DraftTable['kind']

/** The owner (`personKey`) and the page (`formAddress`). */
export interface SealedPlace {
  person: string
  address: string
}

const maxAgeMs = 24 * 60 * 60_000
/** Per person and in total; the oldest of its kind is deleted, so that plans displace no form. Bytes of one text. */
const limits = {
  form: { ofOne: 5, ofAll: 2_000, bytes: 256 * 1024 },
  reply: { ofOne: 20, ofAll: 2_000, bytes: 256 * 1024 },
} satisfies Record<DraftKind, object>
/** Maximum of rows deleted per stored text. */
const maxDropped = 100
const purposes = { form: 'a form kept for its person', reply: 'a reply kept for its person' } satisfies Record<
  DraftKind,
  string
>

/** Stores a text and returns its id; null where it is too long. */
export async function keepSealed(
  kind: DraftKind,
  { person, address }: SealedPlace,
  text: string,
): Promise<string | null> {
  if (Buffer.byteLength(text) > limits[kind].bytes) return null
  const id = newId()
  const sealed = seal(text, purposes[kind])
  await database()
    .insertInto('draft')
    .values({ id_hash: hashOfId(id), kind, person, address, sealed, created_at: Date.now() })
    .execute()
  await dropOldest(kind, person, hashOfId(id))
  return id
}

/**
 * Deletes all but the newest texts of a person, and of all; the one just stored always counts as newest, whatever the
 * clock.
 */
async function dropOldest(kind: DraftKind, person: string, justStored: string): Promise<void> {
  const newest = () =>
    database()
      .selectFrom('draft')
      .select(['id_hash', 'created_at'])
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
  const older = await newest()
    .where('person', '=', person)
    .where('id_hash', '!=', justStored)
    .offset(limits[kind].ofOne - 1)
    .limit(maxDropped)
    .execute()
  // By id: texts stored meanwhile are not in the list and remain.
  const ids = older.map(({ id_hash }) => id_hash)
  if (ids.length > 0) await database().deleteFrom('draft').where('id_hash', 'in', ids).execute()
  const [last] = await newest().offset(limits[kind].ofAll).limit(1).execute()
  if (!last) return
  await database()
    .deleteFrom('draft')
    .where('kind', '=', kind)
    .where('created_at', '<=', last.created_at)
    .where('id_hash', '!=', justStored)
    .execute()
}

/** Returns the text; null for another person, at another address, and after a day. */
export async function findSealed(
  kind: DraftKind,
  id: string,
  { person, address }: SealedPlace,
): Promise<string | null> {
  const row = await database()
    .selectFrom('draft')
    .select('sealed')
    .where('id_hash', '=', hashOfId(id))
    .where('kind', '=', kind)
    .where('person', '=', person)
    .where('address', '=', address)
    .where('created_at', '>', Date.now() - maxAgeMs)
    .executeTakeFirst()
  return row ? open(row.sealed, purposes[kind]) : null
}

/** Returns the address of a page with the id of the text it shows. */
export function withDraftId(address: string, id: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}draft=${id}`
}

export async function forgetOldSealed(now = Date.now()): Promise<void> {
  await database()
    .deleteFrom('draft')
    .where('created_at', '<', now - maxAgeMs)
    .execute()
}
