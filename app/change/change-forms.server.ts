/** The forms of planned changes, stored so that failed parts can be retried (promise C4). */

import { open, seal } from '~/session/seal.server'
import { database } from '~/store/store.server'
import type { StartedChange } from './idempotency.server'
import { type Posted, type PostedFields, withoutSecrets } from './posted'

/** A posted form, without secrets. */
export interface StoredChangeForm {
  /** Path and query of the post. */
  address: string
  fields: PostedFields
  reason: string
  /** A secret was removed: the form cannot be sent again as it is. */
  lacksSecret: boolean
  /** Key of the person who sent it. */
  person: string | null
}

/** The URL parameter that names a change whose failed part is retried. */
export const failedParam = 'failed'

const maxAgeMs = 30 * 24 * 60 * 60_000
const purpose = 'the form of a change'

/** Stores the form of a change as it was first sent; later posts of the same change are ignored. */
export async function keepChangeForm(
  { tenantId, changeId }: StartedChange,
  { request, posted, person }: { request: Request; posted: Posted; person: string },
): Promise<void> {
  const fields = withoutSecrets(posted.fields)
  await database()
    .insertInto('change_form')
    .values({
      tenant_id: tenantId,
      change_id: changeId,
      address: formAddress(request),
      sealed: seal(JSON.stringify({ fields, reason: posted.reason }), purpose),
      lacks_secret: fields.length === posted.fields.length ? 0 : 1,
      person,
      created_at: Date.now(),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'change_id']).doNothing())
    .execute()
}

/** Returns the form of a change; null when it was not stored, or was deleted since. */
export async function findChangeForm(tenantId: string, changeId: string): Promise<StoredChangeForm | null> {
  const row = await database()
    .selectFrom('change_form')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('change_id', '=', changeId)
    .executeTakeFirst()
  const text = row && open(row.sealed, purpose)
  if (!row || !text) return null
  const stored = JSON.parse(text) as PostedFields | { fields: PostedFields; reason: string }
  // Older versions stored only the fields.
  const { fields, reason } = Array.isArray(stored) ? { fields: stored, reason: '' } : stored
  return { address: row.address, fields, reason, lacksSecret: row.lacks_secret === 1, person: row.person }
}

export async function forgetOldChangeForms(now = Date.now()): Promise<void> {
  await database()
    .deleteFrom('change_form')
    .where('created_at', '<', now - maxAgeMs)
    .execute()
}

/** Returns the address of the page of a form, from the address of its post. */
export function formAddress(request: Request): string {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/\.data$/, '')
  for (const name of ['index', '_data', '_routes', 'draft', 'putBack', 'change', 'lng', 'tz'])
    url.searchParams.delete(name)
  return url.pathname + url.search
}
