/** A fault with its site, time zone and default trend window. */
import type { Fault } from '#contracts/faults'
import { type Site, site } from '#contracts/site'
import { type Panel, problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { ParamsFor } from '~/paths'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { faultCalled } from '~/things/fault/find-faults.server'
import { newestOf } from '~/things/fault/trends.server'
import type { Stretch } from '~/ui/chart/buckets'
import { knownZone } from '~/ui/format'

export interface FaultHere {
  fault: Fault
  site: Panel<Site>
  timeZone: string
}

/** Throws a 404 response when the fault does not exist or is another customer's, a problem response on errors. */
export async function faultHere(reader: Reader, at: ParamsFor<'fault'>): Promise<FaultHere> {
  const [fault] = await Promise.all([faultOf(reader, at.faultId), ownCustomer(reader.read, at)])
  const found = await reader.panel(site.getSite, { path: { id: fault.siteId } })
  const owner = found.ok ? found.value.customerId : undefined
  if (owner !== undefined && owner !== at.customerId) throw new Response(null, { status: 404 })
  return { fault, site: found, timeZone: knownZone((found.ok && found.value.timeZone) || 'UTC') }
}

async function faultOf(reader: Reader, id: string): Promise<Fault> {
  try {
    return await faultCalled(reader, id)
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

const hour = 3_600_000

/** Returns the window from 1 h before the fault started until it was last seen: at least 6 h, at most 7 days. */
export function windowOf(fault: Fault): Stretch {
  const newest = newestOf(fault)
  const to = fault.endedAt ? newest + hour : newest
  const began = Date.parse(fault.startedAt) - hour
  const least = to - 6 * hour
  return { from: Number.isNaN(began) ? least : Math.max(to - 7 * 24 * hour, Math.min(began, least)), to }
}
