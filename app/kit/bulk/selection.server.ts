/** The selection of a change of many: in the address of its page, in its form, and as the selected things. */
import type { ServiceName } from '#contracts/endpoint'
import { type LoadedSelection, loadSelection, type MatchPage } from '~/backend/load-selection.server'
import type { PlanContext } from '~/change/plan-context'
import type { PostedFields } from '~/change/posted'
import { type BulkChangeName, limitFor } from '~/changes'
import { type SelectionTooLarge, selectionOf } from '~/domain/selection'
import type { QueryParams } from '~/hrefs'
import { ownTimeZone } from '~/ui/time-zone.server'
import { type FilterFields, type FilterOf, parseFilter } from '../list/filter'
import { rejectUnknownParams } from '../list/unknown-params'

/** What the page and the plan read with. */
export type BulkReader = Omit<PlanContext<unknown>, 'form'>

/** How the selection of a change of many is read, posted and loaded. */
export interface BulkSelection<At, Chosen, Thing> {
  /** Reads the selection from the address of the page. */
  parse(request: Request): Chosen
  /** Returns the fields that post it. */
  fieldsOf(chosen: Chosen, things: readonly Thing[]): PostedFields
  /** Returns the filter of its list; empty for a selection by id. */
  filterOf(chosen: Chosen): QueryParams
  /** Loads the selected things as they are now. */
  load(reader: BulkReader, at: At, chosen: Chosen): Promise<LoadedSelection<Thing>>
}

/** Selected things by id, or all that match a filter. */
export interface ListSelection {
  ids: readonly string[]
  /** The query of the list for "all matching"; null for a selection by id. */
  filter: string | null
  /** The time zone of the days in the filter. */
  zone?: string
}

interface ListedThings<At, Fields extends FilterFields, Thing> {
  change: BulkChangeName
  of: SelectionTooLarge['of']
  service: ServiceName
  /** The parameter of one thing, in the address and in the form. */
  name: string
  /** The filter of the list. */
  fields: Fields
  /** Further parameters of the page. */
  known?: readonly string[]
  /** The form posts the things that were shown, whatever matches the filter later. */
  postsShown?: boolean
  /** The form numbers the things: `name[0]`. */
  isNumbered?: boolean
  /** Days in the filter are in the time zone of the person. */
  hasDays?: boolean
  keyOf(thing: Thing): string
  named(reader: BulkReader, at: At, ids: readonly string[]): Promise<readonly Thing[]>
  matching(
    reader: BulkReader,
    at: At & { zone: string },
    filter: FilterOf<Fields>,
    after: string | undefined,
  ): Promise<MatchPage<Thing>>
}

/** Returns the selection of a list: by id, or all that match its filter. Responds 404 to unknown filters. */
export function listSelection<At, Fields extends FilterFields, Thing>({
  change,
  of,
  service,
  name,
  fields,
  known = [],
  postsShown = false,
  isNumbered = false,
  hasDays = false,
  keyOf,
  named,
  matching,
}: ListedThings<At, Fields, Thing>): BulkSelection<At, ListSelection, Thing> {
  return {
    parse(request) {
      const search = new URL(request.url).searchParams
      return {
        ids: search.getAll(name).filter(Boolean),
        filter: search.has('all') ? search.toString() : null,
        zone: ownTimeZone(request) ?? 'UTC',
      }
    },
    fieldsOf({ ids, filter, zone = 'UTC' }, things) {
      if (filter !== null && !postsShown)
        return [['all', '1'], ['filter', filter], ...(hasDays ? [['zone', zone] as [string, string]] : [])]
      return (filter === null ? ids : things.map(keyOf)).map((id, index) => [
        isNumbered ? `${name}[${index}]` : name,
        id,
      ])
    },
    filterOf: ({ filter }) => (filter === null ? {} : { ...parseFilter(new URLSearchParams(filter), fields) }),
    load(reader, at, { ids, filter, zone = 'UTC' }) {
      const query = new URLSearchParams(filter ?? '')
      const parsed = filter === null ? null : parseFilter(query, fields)
      if (parsed) rejectUnknownParams(query, [name, 'all', ...known], parsed)
      return loadSelection(selectionOf({ ids, filter: parsed }), {
        of,
        service,
        max: limitFor(change),
        keyOf,
        byIds: (own) => named(reader, at, own),
        matchPage: (criteria, after) => matching(reader, { ...at, zone }, criteria, after),
      })
    },
  }
}
