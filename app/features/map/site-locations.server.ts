/** The locations of all sites of a customer: by the extension, or from the site list (domain §17). */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { countInReply, type TotalCount } from '~/domain/count'
import { everySite } from '~/features/site/shared/find-sites.server'

export interface LocatedSite {
  id: string
  name: string
  siteGroupId: string | null
  /** Null without coordinates. */
  at: { latitude: number; longitude: number } | null
  place: string
  offline: number | null
}

/** Returns the sites in use, by name; `total` is capped when not all could be read. */
export async function readSiteLocations(
  reader: Pick<Reader, 'call' | 'read'>,
  customerId: string,
): Promise<{ sites: LocatedSite[]; total: TotalCount }> {
  try {
    return await withFallback(
      site.siteLocations,
      async () => {
        const reply = await reader.call(site.siteLocations, { query: { customerId } })
        return { sites: reply.data.map((one) => locatedSite(one, one.offline ?? null)), total: countInReply(reply) }
      },
      async () => {
        const { sites, isCut } = await everySite(reader.read, { customerId, filter: {} })
        return {
          sites: sites.map((one) => locatedSite(one, one.counts?.offline ?? null)),
          total: { count: sites.length, isCapped: isCut },
        }
      },
    )
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

interface SiteFields {
  id: string
  name: string
  siteGroupId?: string | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  city?: string | null | undefined
  country?: string | null | undefined
}

function locatedSite(
  { id, name, siteGroupId, latitude, longitude, city, country }: SiteFields,
  offline: number | null,
): LocatedSite {
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number'
  return {
    id,
    name,
    siteGroupId: siteGroupId ?? null,
    at: isPlaced ? { latitude, longitude } : null,
    place: [city, country].filter(Boolean).join(', '),
    offline,
  }
}
