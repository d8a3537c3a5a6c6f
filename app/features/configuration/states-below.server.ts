/** The configuration states below a place, by calls every backend has: for a customer site by site. */
import { type DeviceStatus, deviceConfiguration } from '#contracts/device-configuration'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { isCutShort } from '~/backend/whole-lists'

/** The limits of controllers and sites that are read, and of concurrent calls. */
const maxControllers = 2_000
const maxSites = 200
const maxConcurrent = 8

export interface StatesBelow {
  states: DeviceStatus[]
  /** More exist than were read. */
  isCut: boolean
}

export async function statesBelow(
  ask: Reader['call'],
  { customerId, groupId, siteId }: { customerId: string; groupId?: string | undefined; siteId?: string | undefined },
): Promise<StatesBelow> {
  const place = siteId ?? groupId
  if (place) return statesUnder(ask, place)
  const sites = await ask(site.listSites, { path: { id: customerId } })
  const states: DeviceStatus[] = []
  let isCut = isCutShort(sites)
  for (let from = 0; from < sites.length; from += maxConcurrent) {
    if (states.length >= maxControllers || from >= maxSites) return { states, isCut: true }
    const pages = await inParallel(sites.slice(from, from + maxConcurrent), maxConcurrent, ({ id }) =>
      statesUnder(ask, id),
    )
    states.push(...pages.flatMap((one) => one.states))
    isCut ||= pages.some((one) => one.isCut)
  }
  return { states, isCut }
}

async function statesUnder(ask: Reader['call'], underTwinId: string): Promise<StatesBelow> {
  const states = await ask(deviceConfiguration.findInfo, { query: { underTwinId } })
  return { states, isCut: isCutShort(states) }
}
