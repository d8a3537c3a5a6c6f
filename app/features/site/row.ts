/** A site in a list. */
import type { Site } from '#contracts/site'
import { href, type Place } from '~/hrefs'
import { listsOf } from '~/kit/place/lists'
import { noGroup } from '~/paths'
import type { Viewer } from '~/views'

export type SiteListRow = ReturnType<typeof siteRow>

export function siteRow(onlooker: Viewer, at: Place, site: Site) {
  const place = { ...at, groupId: site.siteGroupId ?? noGroup, siteId: site.id }
  const group = site.path?.find(({ type }) => type === 'group')
  const { id, name, archived, address, city, state, postalCode, country, timeZone, counts } = site
  return {
    id,
    name,
    href: href('site', place),
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
    /** The lists of what is counted, where the reader may see them. */
    lists: listsOf(onlooker, { level: 'site', at: place }),
  }
}
