/** The regions of a customer's sites: a country, and its state or province. */
import { regionName } from '~/domain/regions'
import { subdivisionName } from '~/domain/subdivisions'
import type { LocatedSite } from './site-locations.server'

export interface SiteRegion {
  /** In the address: `CA-QC`, `FR`, or `none` for sites without a country. */
  key: string
  /** Empty for `none`. */
  name: string
  sites: LocatedSite[]
}

export const noRegion = 'none'

export function regionKey({ country, state }: Pick<LocatedSite, 'country' | 'state'>): string {
  return country ? [country, state].filter(Boolean).join('-') : noRegion
}

/** Returns the regions with their sites, those with most controllers first, sites without a country last. */
export function regionsOf(sites: readonly LocatedSite[], language: string): SiteRegion[] {
  const regions = new Map<string, SiteRegion>()
  for (const one of sites) {
    const key = regionKey(one)
    const region = regions.get(key) ?? { key, name: nameOf(one, language), sites: [] }
    region.sites.push(one)
    regions.set(key, region)
  }
  const size = ({ sites: own }: SiteRegion) => own.reduce((sum, { devices }) => sum + (devices ?? 0), 0)
  return [...regions.values()].sort(
    (one, other) =>
      Number(one.key === noRegion) - Number(other.key === noRegion) ||
      size(other) - size(one) ||
      one.name.localeCompare(other.name, language),
  )
}

function nameOf({ country, state }: LocatedSite, language: string): string {
  if (!country) return ''
  const stateName = state && subdivisionName(country, state, language)
  return [stateName, regionName(country, language)].filter(Boolean).join(', ')
}
