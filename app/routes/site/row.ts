/** A site in a list. */
import type { Site } from '#contracts/site'
import { href, type Place } from '~/hrefs'
import { noGroup } from '~/paths'

export type SiteRow = ReturnType<typeof siteRow>

export function siteRow(at: Place, site: Site) {
  const group = site.path?.find(({ type }) => type === 'group')
  const { id, name, archived, address, city, state, postalCode, country, timeZone, counts } = site
  return {
    id,
    name,
    href: href('site', { ...at, groupId: site.siteGroupId ?? noGroup, siteId: id }),
    archived,
    group: group?.name ?? null,
    address,
    city,
    state,
    postalCode,
    country,
    latitude: site.latitude ?? null,
    longitude: site.longitude ?? null,
    size: site.size ?? null,
    isInFeet: site.units === 'us' || site.units === 'ft2',
    timeZone,
    usage: site.usage ?? null,
    counts,
  }
}
