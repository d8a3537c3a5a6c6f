/** All sites of a customer by trouble, in pages for a wall: critical alarms first, then what is not connected, then high alarms. */
import { operations } from '#contracts/operations'
import { site as contract } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Reader } from '~/backend/reader.server'
import { everySite } from '~/features/site/shared/find-sites.server'
import { alarmsHref, devicesHref } from '~/kit/place/lists'
import { noGroup, type ParamsFor } from '~/paths'
import { byTrouble, type RankedSite, type SiteRanking } from './site-ranking'

/** Rows of a page: readable from five metres on one screen. */
const pageSize = 10
/** High alarms are counted by site up to this many; above it their numbers are not known. */
const maxAlarms = 200

interface CountedSite {
  id: string
  name: string
  siteGroupId?: string | null | undefined
  offline: number | null
  critical: number | null
}

/** Returns the page that starts at a rank from 0; null while the sites cannot be read. */
export async function loadSiteRanking(
  reader: Reader,
  at: ParamsFor<'customer'>,
  after: string | null,
): Promise<{ ranking: SiteRanking | null; next: string | null }> {
  const [sites, high] = await Promise.all([asPanel(countedSites(reader, at.customerId)), asPanel(highAlarms(reader))])
  if (!sites.ok) return { ranking: null, next: null }
  const counts = high.ok ? high.value : null
  const ranked = sites.value.sites
    .map((site): RankedSite => {
      const placement = { level: 'site', at: { ...at, groupId: site.siteGroupId ?? noGroup, siteId: site.id } } as const
      return {
        id: site.id,
        name: site.name,
        critical: site.critical,
        offline: site.offline,
        high: counts && (counts.get(site.id) ?? 0),
        links: {
          critical: alarmsHref(placement, { state: 'active', severity: 'critical' }),
          offline: devicesHref(placement, { connected: 'false', onboarded: 'true' }),
          high: alarmsHref(placement, { state: 'active', severity: 'high' }),
        },
      }
    })
    .sort(byTrouble)
  const requested = Math.trunc(Number(after)) || 0
  const from = requested > 0 && requested < ranked.length ? requested : 0
  const end = from + pageSize
  return {
    ranking: { rows: ranked.slice(from, end), from: from + 1, total: ranked.length, isCut: sites.value.isCut },
    next: end < ranked.length ? String(end) : null,
  }

  /** Returns the number of active high alarms by site; null if there are too many, or without the permission. */
  async function highAlarms({ call, may }: Reader): Promise<Map<string, number> | null> {
    if (!may('alarm.read')) return null
    const reply = await call(operations.findAlarms, {
      body: { isActive: true, severities: ['high'], pageSize: maxAlarms },
    })
    if (reply.data.length >= maxAlarms || reply.data.some(({ siteId }) => !siteId)) return null
    const bySite = new Map<string, number>()
    for (const { siteId } of reply.data) if (siteId) bySite.set(siteId, (bySite.get(siteId) ?? 0) + 1)
    return bySite
  }
}

async function countedSites(reader: Reader, customerId: string): Promise<{ sites: CountedSite[]; isCut: boolean }> {
  const known = <Count>(capability: 'alarm.read' | 'device.read', count: Count | null | undefined) =>
    reader.may(capability) ? (count ?? null) : null
  return withFallback(
    contract.siteLocations,
    async () => {
      const reply = await reader.call(contract.siteLocations, { query: { customerId } })
      return {
        sites: reply.data.map(({ criticalAlarms, offline, ...site }) => ({
          ...site,
          critical: known('alarm.read', criticalAlarms),
          offline: known('device.read', offline),
        })),
        isCut: Boolean(reply.continuationToken),
      }
    },
    async () => {
      const { sites, isCut } = await everySite(reader.read, { customerId, filter: {} })
      return {
        sites: sites.map(({ counts, ...site }) => ({
          ...site,
          critical: null,
          offline: known('device.read', counts?.offline),
        })),
        isCut,
      }
    },
  )
}
