/** How a list of people is narrowed and sorted, as it stands in its address. */
import { type RoleName, roleNames } from '#contracts/permissions'
import type { Search } from '~/hrefs'

export const columns = ['name', 'email', 'initials', 'role', 'created'] as const
export type Column = (typeof columns)[number]

export interface PeopleSearch {
  /** Part of a name or of an address. */
  q?: string
  role?: RoleName
  /** The id of a customer in which a role is held. */
  customer?: string
  initials?: string
  /** A column, with `-` before it where the highest come first; by last name where absent. */
  sort?: Column | `-${Column}`
  after?: string
}

/** Reads an address; what it does not know, it leaves out. */
export function peopleSearch(given: URLSearchParams): PeopleSearch {
  const text = (name: string, longest = 200) => given.get(name)?.trim().slice(0, longest) || undefined
  const sort = text('sort')
  return {
    q: text('q'),
    role: roleNames.find((role) => role === given.get('role')),
    customer: text('customer'),
    initials: text('initials', 10),
    sort:
      sort && columns.some((column) => column === sort.replace(/^-/, '')) ? (sort as PeopleSearch['sort']) : undefined,
    after: text('after', 2_000),
  }
}

/** The filters alone, for links that keep them: sort and page left out. */
export function filtersOf({ q, role, customer, initials }: PeopleSearch): Search {
  return { q, role, customer, initials }
}

export function isFiltered(search: PeopleSearch): boolean {
  return Object.values(filtersOf(search)).some((value) => value !== undefined)
}

/** The sort a click on a heading leads to, and how the rows are sorted now. */
export function sortOf(search: PeopleSearch, column: Column) {
  const direction =
    search.sort === column ? ('asc' as const) : search.sort === `-${column}` ? ('desc' as const) : undefined
  return { next: direction === 'asc' ? `-${column}` : column, direction }
}
