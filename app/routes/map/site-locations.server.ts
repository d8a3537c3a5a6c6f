/** The locations of all sites of a customer: by the extension, or from the site list (domain §17). */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { type Counted, countedIn } from '~/domain/counted'
import { everySite } from '~/things/site/find-sites.server'

export interface Located {
  id: string
  name: string
  siteGroupId: string | null
  /** Null without coordinates. */
  at: { latitude: number; longitude: number } | null
  place: string
  offline: number | null
}

/** Returns the sites in use, by name; `total` is capped when not all could be read. */
export async function siteLocations(
  reader: Pick<Reader, 'ask' | 'read'>,
  customerId: string,
): Promise<{ sites: Located[]; total: Counted }> {
  try {
    return await withFallback(
      site.siteLocations,
      async () => {
        const found = await reader.ask(site.siteLocations, { query: { customerId } })
        return { sites: found.data.map((one) => located(one, one.offline ?? null)), total: countedIn(found) }
      },
      async () => {
        const { sites, isCut } = await everySite(reader.read, { customerId, filter: {} })
        return {
          sites: sites.map((one) => located(one, one.counts?.offline ?? null)),
          total: { count: sites.length, isCapped: isCut },
        }
      },
    )
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

interface Given {
  id: string
  name: string
  siteGroupId?: string | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  city?: string | null | undefined
  country?: string | null | undefined
}

function located(
  { id, name, siteGroupId, latitude, longitude, city, country }: Given,
  offline: number | null,
): Located {
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
