/** Whom a change of several people is for, as its address names them: `user=` for each, or `all=1` with the list's filters. */
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { displayName } from '~/domain/current-user'
import { filterIn } from '~/screens/list/filter'
import { refuseUnknown } from '~/screens/list/not-understood'
import { type PeopleFilter, peopleFields } from './filter'
import { findPeople } from './find-people.server'

/** As many people as one change reaches; more have to be narrowed first. */
export const mostChosen = 1_000

export interface ChosenPeople {
  people: { id: string; name: string }[]
  /** How many were named and are not there. */
  missing: number
  /** How many match, where that is more than one change reaches; `people` is empty then. */
  tooMany: number | null
}

export async function chosenPeople(reader: Reader, tenantId: string, query: URLSearchParams): Promise<ChosenPeople> {
  if (query.get('all') === '1') {
    const filter = filterIn(query, peopleFields)
    const read = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    refuseUnknown(query, ['all', 'user', 'sort', ...read])
    return everyone(reader, tenantId, filter)
  }
  const ids = [...new Set(query.getAll('user'))].slice(0, mostChosen)
  if (ids.length === 0) return { people: [], missing: 0, tooMany: null }
  const known = await reader.read(tenant.allInitials, { path: { id: tenantId } })
  const chosen = new Set(ids)
  const people = known
    .filter(({ userId }) => chosen.has(userId))
    .map(({ userId, fullName, initials }) => ({ id: userId, name: fullName || initials }))
  return { people: byName(people), missing: ids.length - people.length, tooMany: null }
}

async function everyone(reader: Reader, tenantId: string, filter: PeopleFilter): Promise<ChosenPeople> {
  const people: ChosenPeople['people'] = []
  for (let after: string | undefined; ; ) {
    const found = await findPeople(reader, { tenantId, filter, after, pageSize: 200 })
    const matching = Math.max(found.total ?? 0, people.length + found.people.length)
    if (matching > mostChosen || found.isCut) return { people: [], missing: 0, tooMany: matching }
    people.push(...found.people.map((user) => ({ id: user.id, name: displayName(user) || user.email })))
    if (!found.next) return { people: byName(people), missing: 0, tooMany: null }
    after = found.next
  }
}

const byName = (people: ChosenPeople['people']) => people.sort((a, b) => a.name.localeCompare(b.name))
