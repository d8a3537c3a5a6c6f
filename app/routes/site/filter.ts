/** The filters of a site list, as they stand in its address. */
import type { Site } from '#contracts/site'
import type { Search } from '~/hrefs'
import { noGroup } from '~/paths'

const names = ['search', 'groupId', 'country', 'archived'] as const

/** `archived`: `true` only those, `all` both; without it those in use. */
export type SiteSearch = Partial<Record<(typeof names)[number] | 'after', string>>

/** Reads an address; what it does not know, it leaves out. */
export function siteSearch(given: URLSearchParams): SiteSearch {
  const found: SiteSearch = {}
  for (const name of [...names, 'after'] as const) {
    const value = given
      .get(name === 'search' ? 'q' : name)
      ?.trim()
      .slice(0, 2000)
    if (value && (name !== 'archived' || value === 'true' || value === 'all')) found[name] = value
  }
  return found
}

/** The filters alone, for links that keep them. */
export function filtersOf({ after: _, search, ...filters }: SiteSearch): Search {
  return { q: search, ...filters }
}

/** The words that an address may say, each with what was read of it. */
export function wordsOf({ search, groupId, country, archived }: SiteSearch): Record<string, string | undefined> {
  return { q: search, groupId, country, archived }
}

export function isFiltered(search: SiteSearch): boolean {
  return names.some((name) => search[name] !== undefined)
}

/** What the call is asked for. */
export function queryOf({ search, groupId, country, archived }: SiteSearch) {
  return {
    search: search?.slice(0, 200),
    siteGroupId: groupId?.slice(0, 200),
    country: country?.slice(0, 200),
    archived: archived === 'all' ? undefined : archived === 'true',
  }
}

/** Whether a site is among those an address asks for. */
export function matches(site: Site, { search, groupId, country, archived }: SiteSearch): boolean {
  const text = plain([site.name, site.address, site.postalCode, site.city].filter(Boolean).join(' '))
  return (
    (archived === 'all' || site.archived === (archived === 'true')) &&
    (!groupId || (site.siteGroupId ?? noGroup) === groupId) &&
    (!country || plain(site.country ?? '') === plain(country)) &&
    plain(search ?? '')
      .split(/\s+/)
      .every((word) => text.includes(word))
  )
}

/** Lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
