/** The views of a list for its reader: all rows, the preset views, and the saved views. */
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Counted } from '~/domain/counted'
import type { Search } from '~/hrefs'
import { type FilterFields, type FilterOf, filterIn } from './filter'
import { listAddress } from './list-address'
import { savedViews } from './own-lists.server'

/** The number of views that are counted, with one call each. */
const mostCounted = 8

interface Counting<F extends FilterFields, At> {
  fields: F
  standing?: Readonly<Record<string, Search>> | ((reader: Reader) => Readonly<Record<string, Search>>)
  count?(reader: Reader, wanted: { at: At; filter: FilterOf<F> }): Promise<Counted | null>
}

export interface ViewTab {
  /** The name of a preset view; null for a saved view. */
  key: string | null
  name: string | null
  href: string
  isCurrent: boolean
  count: Counted | null
}

export interface Views {
  tabs: ViewTab[]
  /** The number of rows without a filter. */
  total: Counted | null
  /** Whether the current filter is not a view yet. */
  mayKeep: boolean
  hasOwn: boolean
}

/**
 * Returns the views; null if there is nothing to choose. `currentHref` is the list with its current filter and sort.
 */
export async function viewsOf<F extends FilterFields, At>(
  reader: Reader,
  { fields, standing = {}, count }: Counting<F, At>,
  { at, list, here }: { at: At; list(search: Search): string; here: string },
): Promise<Views | null> {
  const now = listAddress(here)
  if (!now) return null
  const own = await savedViews(reader.session.person, now.list)
  const offered = [
    ...Object.entries(typeof standing === 'function' ? standing(reader) : standing).map(([key, search]) => ({
      key,
      name: null,
      href: list(search),
    })),
    ...own.map(({ name, search }) => ({ key: null, name, href: search ? `${now.list}?${search}` : now.list })),
  ]
  const isWhole = now.search === ''
  if (offered.length === 0 && isWhole) return null
  const searches = offered.map(({ href }) => listAddress(href)?.search)
  const counts = await Promise.all([
    isWhole ? null : counted(''),
    ...searches.map((search, index) => (index < mostCounted ? counted(search) : null)),
  ])
  const current = sorted(now.search)
  const tabs = offered.map((tab, index) => ({
    ...tab,
    isCurrent: sorted(searches[index]) === current,
    count: counts[index + 1] ?? null,
  }))
  return {
    tabs,
    total: counts[0] ?? null,
    mayKeep: !isWhole && tabs.every(({ isCurrent }) => !isCurrent),
    hasOwn: own.length > 0,
  }

  /** Returns null if the service is unavailable or refuses; the list itself reports the problem. */
  async function counted(search: string | undefined): Promise<Counted | null> {
    const given = new URLSearchParams(search)
    given.delete('sort')
    if (!count || [...given.keys()].some((name) => !Object.hasOwn(fields, name))) return null
    return count(reader, { at, filter: filterIn(given, fields) }).catch((error) => {
      if (error instanceof ServiceError || error instanceof Response) return null
      throw error
    })
  }
}

function sorted(search: string | undefined): string {
  const words = new URLSearchParams(search)
  words.sort()
  return words.toString()
}
