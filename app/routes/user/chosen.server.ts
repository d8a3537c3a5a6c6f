/** The selection of people in an address: `user=` for each, or `all=1` with the filters of the list. */
import { tenant } from '#contracts/tenant'
import { type Choosing, type Chosen, chosen } from '~/backend/chosen.server'
import type { Reader } from '~/backend/reader.server'
import { type ChangeOfMany, mostFor } from '~/changes'
import { displayName } from '~/domain/current-user'
import { type Selection, selectionOf } from '~/domain/selection'
import { filterIn } from '~/screens/list/filter'
import { refuseUnknown } from '~/screens/list/not-understood'
import { type PeopleFilter, peopleFields } from './filter'
import { findPeople } from './find-people.server'

export interface ChosenPerson {
  id: string
  name: string
}

/** Returns the selection of an address. Responds 404 to "all matching" with unknown filters. */
export function peopleIn(query: URLSearchParams): Selection<PeopleFilter> | null {
  const isAll = query.get('all') === '1'
  const filter = filterIn(query, peopleFields)
  if (isAll) refuseUnknown(query, ['all', 'user', 'sort'], filter)
  return selectionOf({ ids: query.getAll('user'), filter: isAll ? filter : null })
}

export async function chosenPeople(
  reader: Pick<Reader, 'read' | 'page'>,
  given: { tenantId: string; change: ChangeOfMany; selection: Selection<PeopleFilter> | null },
): Promise<Chosen<ChosenPerson>> {
  const { tenantId, change, selection } = given
  const choosing: Choosing<PeopleFilter, ChosenPerson> = {
    of: 'users',
    service: 'tenant',
    most: mostFor(change),
    keyOf: ({ id }) => id,
    async named(ids) {
      const known = await reader.read(tenant.allInitials, { path: { id: tenantId } })
      const wanted = new Set(ids)
      return known
        .filter(({ userId }) => wanted.has(userId))
        .map(({ userId, fullName, initials }) => ({ id: userId, name: fullName || initials }))
    },
    async matching(filter, after) {
      const { people, total, next, isCut } = await findPeople(reader, { tenantId, filter, after, pageSize: 200 })
      return {
        things: people.map((user) => ({ id: user.id, name: displayName(user) || user.email })),
        next,
        total: total === null ? null : { count: total, isCapped: isCut },
        isPartial: isCut,
      }
    },
  }
  const found = await chosen(selection, choosing)
  return { ...found, things: found.things.sort((a, b) => a.name.localeCompare(b.name, 'en')) }
}
