/** A site in a list. */
import type { Site } from '#contracts/site'
import { href, type Place } from '~/hrefs'
import { noGroup } from '~/paths'

export type SiteRow = ReturnType<typeof siteRow>

export function siteRow(at: Place, site: Site) {
  const group = site.path?.find(({ type }) => type === 'group')
  return {
    id: site.id,
    name: site.name,
    href: href('site', { ...at, groupId: site.siteGroupId ?? noGroup, siteId: site.id }),
    archived: site.archived,
    group: group?.name ?? null,
    address: [site.address, site.city, site.state, site.postalCode].filter(Boolean).join(', '),
    country: site.country ?? '',
    usage: site.usage ?? null,
    counts: site.counts,
  }
}
