/** Everything the store has for a list and its reader, in one statement: display options, saved and shared views. */
import { sql } from 'kysely'
import { personKey } from '~/change/drafts.server'
import type { Session } from '~/session/session.server'
import { preparedRead } from '~/store/prepared-read.server'
import type { ViewName } from '~/views'
import type { ListAddress } from './list-address'
import { type Look, parseLook, plainLook } from './look'
import { anyList, maxSaved, type SavedView } from './own-lists.server'
import { maxSharedOfList, type SharedView } from './shared-views.server'

export interface StoredList {
  /** The display options of the person, with the columns of this list. */
  look: Look
  /** Oldest first. */
  saved: SavedView[]
  /** The views that are shared with the customer of the list, oldest first. */
  shared: SharedView[]
}

interface StoredRow {
  kind: 'look' | 'saved' | 'shared'
  id: string
  list: string
  name: string
  search: string
  author: string
}

/** Reads what is stored for a person: the options of `view`, and the views at an address. Either may be unknown. */
export async function readStoredList(
  person: Session['person'],
  { view, address }: { view: ViewName | undefined; address: ListAddress | null },
): Promise<StoredList> {
  const { tenantId = '', customerId = '' } = address?.params ?? {}
  const rows: StoredRow[] = await readRows(
    personKey(person),
    view ?? anyList,
    address?.list ?? '',
    tenantId,
    customerId,
  )
  const of = (kind: StoredRow['kind']) => rows.filter((row) => row.kind === kind)
  const lookOf = (list: string) => parseLook(new URLSearchParams(of('look').find((row) => row.list === list)?.search))
  const { hidden = [], shown = [] } = view ? lookOf(view) : {}
  return {
    look: view ? { ...plainLook, ...lookOf(anyList), hidden, shown } : plainLook,
    saved: of('saved').slice(0, maxSaved.ofList),
    shared: of('shared').slice(0, maxSharedOfList),
  }
}

const none = sql<string>`''`
const kind = (name: StoredRow['kind']) => sql<StoredRow['kind']>`${sql.lit(name)}`.as('kind')

/** Every part has the same columns in the same order; an unknown list has no rows. */
const readRows = preparedRead((db, person: string, view: string, list: string, tenantId: string, customerId: string) =>
  // A query, not text: the store recognizes a read by it, which a write in progress does not block.
  db
    .selectFrom('list_look')
    .select(['list', 'look as search'])
    .select([kind('look'), none.as('id'), none.as('name'), none.as('author'), sql<number>`0`.as('created_at')])
    .where('person', '=', person)
    .where('list', 'in', [anyList, view])
    .unionAll((one) =>
      one
        .selectFrom('saved_view')
        .select(['list', 'search', kind('saved'), 'id', 'name', none.as('author'), 'created_at'])
        .where('person', '=', person)
        .where('list', '=', list),
    )
    .unionAll((one) =>
      one
        .selectFrom('shared_view')
        .select(['list', 'search', kind('shared'), 'id', 'name', 'author', 'created_at'])
        .where('tenant_id', '=', tenantId)
        .where('customer_id', '=', customerId)
        .where('list', '=', list),
    )
    .orderBy('created_at')
    .orderBy('id'),
)
