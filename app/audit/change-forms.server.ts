/** What planned changes were asked with, kept so that the rest of one can be tried again (promise C4). */

import { open, seal } from '~/session/seal.server'
import { database } from '~/store/store.server'
import { type Fields, type Posted, withoutSecrets } from './posted'
import type { Deed } from './trail.server'

/** A form as it was posted, without secrets. */
export interface ChangeForm {
  /** Path and query it was posted to. */
  address: string
  fields: Fields
}

const kept = 30 * 24 * 60 * 60_000
const purpose = 'the form of a change'

/** Keeps the form of a change that is about to begin. */
export async function keepChangeForm(deed: Deed, request: Request, posted: Posted): Promise<void> {
  const fields = withoutSecrets(posted.fields)
  // What lacks a secret cannot be sent again as it was.
  if (fields.length !== posted.fields.length) return
  await database()
    .insertInto('change_form')
    .values({
      tenant_id: deed.tenantId,
      change_id: deed.changeId,
      address: formAddress(request),
      sealed: seal(JSON.stringify(fields), purpose),
      created_at: Date.now(),
    })
    .execute()
}

/** The form of a change; null when it was not kept, or is no longer. */
export async function findChangeForm(tenantId: string, changeId: string): Promise<ChangeForm | null> {
  const row = await database()
    .selectFrom('change_form')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('change_id', '=', changeId)
    .executeTakeFirst()
  const text = row && open(row.sealed, purpose)
  return row && text ? { address: row.address, fields: JSON.parse(text) as Fields } : null
}

export async function forgetOldChangeForms(now = Date.now()): Promise<void> {
  await database()
    .deleteFrom('change_form')
    .where('created_at', '<', now - kept)
    .execute()
}

/** The page a form stands on, from the address it was posted to. */
export function formAddress(request: Request): string {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/\.data$/, '')
  for (const name of ['index', '_data', '_routes', 'draft', 'putBack']) url.searchParams.delete(name)
  return url.pathname + url.search
}
