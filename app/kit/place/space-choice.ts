/** Where the space is chosen in which something is added. */
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { PlaceParams } from './place-params'

export interface SpaceChoice {
  href: string
  /** What is chosen first. */
  of: 'site' | 'space'
}

/** Returns the sites of a customer or a group, and the page of a site or a building; null inside of a space. */
export function spaceChoice(at: PlaceParams): SpaceChoice | null {
  if (at.spaceId) return null
  if (at.buildingId) return { of: 'space', href: href('building', at as ParamsFor<'building'>) }
  if (at.siteId) return { of: 'space', href: href('site', at as ParamsFor<'site'>) }
  return { of: 'site', href: href('customerSites', at) }
}
