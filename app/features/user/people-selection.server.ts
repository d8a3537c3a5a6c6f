/** The selection of people in an address: `user=` for each, or `all=1` with the filters of the list. */
import { tenant } from '#contracts/tenant'
import { type LoadedSelection, loadSelection, type SelectionSource } from '~/backend/load-selection.server'
import type { Reader } from '~/backend/reader.server'
import { type BulkChangeName, limitFor } from '~/changes'
import { displayName } from '~/domain/current-user'
import { type Selection, selectionOf } from '~/domain/selection'
import { parseFilter } from '~/kit/list/filter'
import { rejectUnknownParams } from '~/kit/list/unknown-params'
import { type PeopleFilter, peopleFields } from './filter'
import { findPeople } from './find-people.server'

export interface SelectedPerson {
  id: string
  name: string
}

/** Returns the selection of an address. Responds 404 to "all matching" with unknown filters. */
export function parsePeopleSelection(query: URLSearchParams): Selection<PeopleFilter> | null {
  const isAll = query.get('all') === '1'
  const filter = parseFilter(query, peopleFields)
  if (isAll) rejectUnknownParams(query, ['all', 'user', 'sort'], filter)
  return selectionOf({ ids: query.getAll('user'), filter: isAll ? filter : null })
}

export async function selectedPeople(
  reader: Pick<Reader, 'read' | 'page'>,
  options: { tenantId: string; change: BulkChangeName; selection: Selection<PeopleFilter> | null },
): Promise<LoadedSelection<SelectedPerson>> {
  const { tenantId, change, selection } = options
  const choosing: SelectionSource<PeopleFilter, SelectedPerson> = {
    of: 'users',
    service: 'tenant',
    max: limitFor(change),
    keyOf: ({ id }) => id,
    async byIds(ids) {
      const initialsList = await reader.read(tenant.allInitials, { path: { id: tenantId } })
      const idSet = new Set(ids)
      return initialsList
        .filter(({ userId }) => idSet.has(userId))
        .map(({ userId, fullName, initials }) => ({ id: userId, name: fullName || initials }))
    },
    async matchPage(filter, after) {
      const { people, total, next, isCut } = await findPeople(reader, { tenantId, filter, after, pageSize: 200 })
      return {
        things: people.map((user) => ({ id: user.id, name: displayName(user) || user.email })),
        next,
        total: total === null ? null : { count: total, isCapped: isCut },
        incomplete: isCut,
      }
    },
  }
  const result = await loadSelection(selection, choosing)
  return { ...result, things: result.things.sort((a, b) => a.name.localeCompare(b.name, 'en')) }
}
