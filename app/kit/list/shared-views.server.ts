/** Views of lists that are shared with a customer: everybody who may open the list sees them. */
import type { Place } from '~/hrefs'
import { database } from '~/store/store.server'
import type { SavedView } from './own-lists.server'

/** The maximum number of shared views per list. */
export const maxSharedOfList = 20

export interface SharedView extends SavedView {
  /** The name of the person who shared it. */
  author: string
}

const columns = ['id', 'list', 'name', 'search', 'author'] as const

const viewsOf = ({ tenantId, customerId }: Place) =>
  database()
    .selectFrom('shared_view')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', customerId)

/** Returns the shared views of a list, oldest first. */
export function listSharedViews(place: Place, list: string): Promise<SharedView[]> {
  return viewsOf(place).where('list', '=', list).orderBy('created_at').orderBy('id').limit(maxSharedOfList).execute()
}

/** Returns a shared view; undefined if it no longer exists. */
export function sharedViewById(place: Place, id: string): Promise<SharedView | undefined> {
  return viewsOf(place).where('id', '=', id).executeTakeFirst()
}

/** Shares a view, and replaces one with the same name. */
export async function shareView({ tenantId, customerId }: Place, view: SharedView): Promise<void> {
  const { search, author } = view
  await database()
    .insertInto('shared_view')
    .values({ ...view, tenant_id: tenantId, customer_id: customerId, created_at: Date.now() })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'customer_id', 'list', 'name']).doUpdateSet({ search, author }),
    )
    .execute()
}

export async function unshareView({ tenantId, customerId }: Place, id: string): Promise<void> {
  await database()
    .deleteFrom('shared_view')
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}
