/** The filters of a controller list, as they stand in its address. */
import type { Search } from '~/hrefs'

/** Places below the list's own, and what is asked of a controller; the names are those of the call (domain §17). */
const places = ['groupId', 'siteId', 'buildingId', 'spaceId'] as const
const asked = [
  'search',
  'productId',
  'platform',
  'connected',
  'onboarded',
  'packageStatus',
  'work',
  'package',
  'version',
] as const
/** What is being done to a controller, or was last and failed. */
export const works = ['deploying', 'deploymentFailed', 'sendFailed', 'sendWaiting'] as const
export type Work = (typeof works)[number]
const sorts = ['name', '-name', 'hostId', '-hostId', 'model', '-model'] as const

type Sort = (typeof sorts)[number]

export type DeviceSearch = Partial<Record<(typeof places)[number] | (typeof asked)[number], string>> & {
  sort?: Sort
  after?: string
}

/** Reads an address; what it does not know, it leaves out. */
export function deviceSearch(request: Request): DeviceSearch {
  const given = new URL(request.url).searchParams
  const found: Record<string, string> = {}
  for (const name of names) {
    const value = given.get(wordOf(name))?.trim().slice(0, 2000)
    if (value && (choices[name] ?? [value]).includes(value)) found[name] = value
  }
  return found
}

const names = [...places, ...asked, 'sort', 'after'] as const

/** The word of an address: every list calls what is searched for `q`. */
const wordOf = (name: string) => (name === 'search' ? 'q' : name)

/** The words that an address may say, each with what was read of it. */
export function wordsOf(search: DeviceSearch): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [wordOf(name), search[name]]))
}

const choices: Record<string, readonly string[] | undefined> = {
  connected: ['true', 'false'],
  onboarded: ['true', 'false'],
  packageStatus: ['outdated', 'upToDate'],
  work: works,
  sort: sorts,
}

/** The filters alone, for links that keep them: sort and page left out. */
export function filtersOf({ sort: _, after: __, search, ...filters }: DeviceSearch): Search {
  return { q: search, ...filters }
}

/** Whether a person narrowed the list, as against coming from a place. */
export function isFiltered(search: DeviceSearch): boolean {
  return asked.some((name) => search[name] !== undefined)
}

/** The sort a click on a heading leads to, and how the rows are sorted now. */
export function sortOf(search: DeviceSearch, column: 'name' | 'hostId' | 'model') {
  const now = search.sort ?? 'name'
  const direction = now === column ? ('asc' as const) : now === `-${column}` ? ('desc' as const) : undefined
  return { next: direction === 'asc' ? `-${column}` : column, direction }
}
