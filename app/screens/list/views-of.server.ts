/** The views of a list as its reader has them: the whole, those that everybody is offered, and those they saved. */
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Counted } from '~/domain/counted'
import type { Search } from '~/hrefs'
import { type FilterFields, type FilterOf, filterIn } from './filter'
import { listAddress } from './list-address'
import { savedViews } from './own-lists.server'

/** So many are counted, each by one read. */
const mostCounted = 8

interface Counting<F extends FilterFields, At> {
  fields: F
  standing?: Readonly<Record<string, Search>> | ((reader: Reader) => Readonly<Record<string, Search>>)
  count?(reader: Reader, wanted: { at: At; filter: FilterOf<F> }): Promise<Counted | null>
}

export interface ViewTab {
  /** One that everybody is offered, by the word of the list; nothing of one that was saved under a name. */
  key: string | null
  name: string | null
  href: string
  isCurrent: boolean
  count: Counted | null
}

export interface Views {
  tabs: ViewTab[]
  /** How many there are where nothing is narrowed. */
  total: Counted | null
  /** Whether the list as it is narrowed now is none of them. */
  mayKeep: boolean
  hasOwn: boolean
}

/** Null where there is nothing to choose. `here` is the list as it is narrowed and sorted now. */
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

  /** Nothing where the service is down, or says no: the list itself tells of that. */
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
