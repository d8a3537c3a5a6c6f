/** The locations of all sites of a customer: by the extension, or from the site list (domain §17). */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { countInReply, type TotalCount } from '~/domain/count'
import { everySite } from '~/features/site/shared/find-sites.server'
import type { SiteHealth } from './site-health'

export interface LocatedSite extends SiteHealth {
  id: string
  name: string
  siteGroupId: string | null
  /** Null without coordinates. */
  at: { latitude: number; longitude: number } | null
  city: string
  state: string
  country: string
}

/** Returns the sites in use, by name; `total` is capped when not all could be read. */
export async function readSiteLocations(
  reader: Pick<Reader, 'call' | 'read' | 'may'>,
  customerId: string,
): Promise<{ sites: LocatedSite[]; total: TotalCount }> {
  try {
    return await withFallback(
      site.siteLocations,
      async () => {
        const reply = await reader.call(site.siteLocations, { query: { customerId } })
        return { sites: reply.data.map((one) => locatedSite(reader, one, one)), total: countInReply(reply) }
      },
      async () => {
        const { sites, isCut } = await everySite(reader.read, { customerId, filter: {} })
        return {
          sites: sites.map((one) => locatedSite(reader, one, one.counts ?? {})),
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
  state?: string | null | undefined
  country?: string | null | undefined
}

/** As far as a backend counts them. */
type Counts = { [Count in keyof SiteHealth]?: number | null | undefined }

/** Returns the site with the numbers that the reader may see. */
function locatedSite({ may }: Pick<Reader, 'may'>, site: SiteFields, counts: Counts): LocatedSite {
  const { id, name, siteGroupId, latitude, longitude, city, state, country } = site
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number'
  const mayDevices = may('device.read')
  return {
    id,
    name,
    siteGroupId: siteGroupId ?? null,
    at: isPlaced ? { latitude, longitude } : null,
    city: city ?? '',
    state: state ?? '',
    country: country ?? '',
    devices: mayDevices ? (counts.devices ?? null) : null,
    offline: mayDevices ? (counts.offline ?? null) : null,
    criticalAlarms: may('alarm.read') ? (counts.criticalAlarms ?? null) : null,
  }
}
