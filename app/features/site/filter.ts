/** Filter of a site list: the query of the call, and the sites that match. */
import { containsWords, fold } from '#contracts/fold'
import type { Site } from '#contracts/site'
import { type FilterFields, type FilterOf, matchesAny, singleValue } from '~/kit/list/filter'
import { noGroup } from '~/paths'

/** `archived`: `true` lists archived sites, `all` lists both; by default sites in use are listed. */
export const siteFilterFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:site.list.searchHint') },
  groupId: { kind: 'choice', several: true, label: (t) => t('entity.group') },
  country: { kind: 'words', label: (t) => t('main:site.form.country') },
  archived: {
    kind: 'choice',
    label: (t) => t('main:site.list.archived'),
    values: ['true', 'all'],
    text: (t, value) => t(value === 'all' ? 'word.all' : 'main:site.list.onlyArchived'),
    any: (t) => t('main:site.list.inUse'),
  },
} as const satisfies FilterFields

export type SiteFilter = FilterOf<typeof siteFilterFields>

/** Returns the query of the call. It accepts one group, so with several all sites are read and filtered here. */
export function siteQuery({ q, groupId, country, archived }: SiteFilter) {
  return {
    search: q,
    siteGroupId: singleValue(groupId)?.slice(0, 200),
    country,
    archived: archived === 'all' ? undefined : archived === 'true',
  }
}

/** Whether a site matches the filter. */
export function matchesSiteFilter(site: Site, { q, groupId, country, archived }: SiteFilter): boolean {
  return (
    (archived === 'all' || site.archived === (archived === 'true')) &&
    matchesAny(groupId, site.siteGroupId ?? noGroup) &&
    (!country || fold(site.country ?? '') === fold(country)) &&
    containsWords([site.name, site.address, site.postalCode, site.city].filter(Boolean).join(' '), q ?? '')
  )
}
