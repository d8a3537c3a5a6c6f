/** A fault with its site, time zone and default trend window. */
import type { Fault } from '#contracts/faults'
import { type Site, site } from '#contracts/site'
import { type Panel, problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { ParamsFor } from '~/paths'
import type { ChartSpan } from '~/ui/chart/buckets'
import { timeZoneOrUtc } from '~/ui/format'
import { faultById } from './shared/find-faults.server'
import { lastSeenMs } from './shared/trends.server'

export interface FaultAtSite {
  fault: Fault
  site: Panel<Site>
  timeZone: string
}

/** Throws a 404 response when the fault does not exist or is another customer's, a problem response on errors. */
export async function readFaultAtSite(reader: Reader, at: ParamsFor<'fault'>): Promise<FaultAtSite> {
  const [fault] = await Promise.all([readFault(reader, at.faultId), ownCustomer(reader.read, at)])
  const sitePanel = await reader.panel(site.getSite, { path: { id: fault.siteId } })
  const owner = sitePanel.ok ? sitePanel.value.customerId : undefined
  if (owner !== undefined && owner !== at.customerId) throw new Response(null, { status: 404 })
  return { fault, site: sitePanel, timeZone: timeZoneOrUtc((sitePanel.ok && sitePanel.value.timeZone) || 'UTC') }
}

async function readFault(reader: Reader, id: string): Promise<Fault> {
  try {
    return await faultById(reader, id)
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

const hourMs = 3_600_000

/** Returns the window from 1 h before the fault started until it was last seen: at least 6 h, at most 7 days. */
export function faultWindow(fault: Fault): ChartSpan {
  const newest = lastSeenMs(fault)
  const to = fault.endedAt ? newest + hourMs : newest
  const startMs = Date.parse(fault.startedAt) - hourMs
  const latestStart = to - 6 * hourMs
  return {
    from: Number.isNaN(startMs) ? latestStart : Math.max(to - 7 * 24 * hourMs, Math.min(startMs, latestStart)),
    to,
  }
}
