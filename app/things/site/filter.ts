/** How a list of sites is narrowed, and which sites that means. */
import { fold, holdsWords } from '#contracts/fold'
import type { Site } from '#contracts/site'
import { noGroup } from '~/paths'
import { type FilterFields, type FilterOf, isAmong, onlyOf } from '~/screens/list/filter'

/** `archived`: `true` only those, `all` both; without it those in use. */
export const siteFields = {
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

export type SiteFilter = FilterOf<typeof siteFields>

/** What the call is asked for; it has one group, so that of several every site is read and narrowed here. */
export function queryOf({ q, groupId, country, archived }: SiteFilter) {
  return {
    search: q,
    siteGroupId: onlyOf(groupId)?.slice(0, 200),
    country,
    archived: archived === 'all' ? undefined : archived === 'true',
  }
}

/** Whether a site is among those an address asks for. */
export function matches(site: Site, { q, groupId, country, archived }: SiteFilter): boolean {
  return (
    (archived === 'all' || site.archived === (archived === 'true')) &&
    isAmong(groupId, site.siteGroupId ?? noGroup) &&
    (!country || fold(site.country ?? '') === fold(country)) &&
    holdsWords([site.name, site.address, site.postalCode, site.city].filter(Boolean).join(' '), q ?? '')
  )
}
