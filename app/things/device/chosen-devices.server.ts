/** Reads the controllers a deployment is for, and the software there is for them. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { type Device, site } from '#contracts/site'
import type { Catalogues } from '~/backend/catalogues.server'
import { withFallback } from '~/backend/fallback'
import { envelope, wholePages } from '~/backend/pages'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import { walkDevices } from '~/backend/walk-devices.server'
import { type Counted, countedIn } from '~/domain/counted'
import { deploymentStatuses, isDeploymentFailure } from '~/domain/deployment-progress'
import { type EnrichedDevice, enrichDevice } from '~/domain/device'
import type { Place } from '~/hrefs'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { askDeployments } from '../deployment/fleet.server'
import type { Choice } from './choice'

/** How many controllers one deployment can reach; a wider filter has to be narrowed first. */
export const mostDevices = 1_000

export interface ChosenDevices {
  devices: EnrichedDevice[]
  /** How many were named and are not there, or not there for this customer. */
  missing: number
  /** How many match in all, where that is more than one deployment can reach; `devices` is empty then. */
  tooMany: TooMany | null
}

/** `uncounted` where the backend cannot list controllers and walking to them ended at its bound. */
export type TooMany = Counted | 'uncounted'

interface Given {
  ask: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>
  catalogues: Catalogues
  place: Place
}

/** The controllers of a choice by name, as the console knows them (spec §3). Trouble is a ServiceError, a customer of another tenant 404. */
export async function chosenDevices(choice: Choice, given: Given): Promise<ChosenDevices> {
  const [found] = await Promise.all([read(choice, given), ownCustomer(given.ask, given.place)])
  const { controllers, packages } = given.catalogues
  const devices = found.devices
    .map((device) => enrichDevice(device, controllers, packages))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.id < b.id ? -1 : 1))
  return { ...found, devices }
}

interface Found {
  devices: Device[]
  missing: number
  tooMany: TooMany | null
}

async function read(choice: Choice, given: Given): Promise<Found> {
  switch (choice.kind) {
    case 'none':
      return { devices: [], missing: 0, tooMany: null }
    case 'devices':
      return named(choice.ids, given)
    case 'failed':
      return named(await failedIn(choice.operationId, given), given)
    case 'all':
      return matching(choice.filter, given)
  }
}

/** Each by its own call, all at once; only those whose site is the customer's. */
async function named(ids: readonly string[], { ask, place: { customerId } }: Given): Promise<Found> {
  const found = await Promise.all(ids.map((id) => orNull(ask(site.getDevice, { path: { id } }))))
  const siteIds = [...new Set(found.flatMap((device) => (device?.siteId ? [device.siteId] : [])))]
  const sites = await Promise.all(siteIds.map((id) => orNull(ask(site.getSite, { path: { id } }))))
  const own = new Set(sites.flatMap((one) => (one?.customerId === customerId ? [one.id] : [])))
  const devices = found
    .filter((device) => device !== null)
    .filter(({ siteId }) => siteId !== undefined && own.has(siteId))
  return { devices, missing: ids.length - devices.length, tooMany: null }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null
    throw error
  }
}

async function failedIn(operationId: string, given: Given): Promise<string[]> {
  const { tenantId, customerId } = given.place
  const ids = await Promise.all(
    deploymentStatuses.filter(isDeploymentFailure).map(async (status) => {
      const query = { tenantId, customerId, operationId, status, pageSize: 200 }
      const found: string[] = []
      const read = (after: string | undefined) =>
        askDeployments(given, { ...query, continuationToken: after }).then((page) => page ?? { data: [] })
      for await (const page of wholePages('site', read, envelope)) {
        found.push(...page.data.map(({ deviceId }) => deviceId))
        if (found.length >= mostDevices) break
      }
      return found
    }),
  )
  return [...new Set(ids.flat())]
}

type Filter = Extract<Choice, { kind: 'all' }>['filter']

function matching(filter: Filter, given: Given): Promise<Found> {
  return withFallback(
    site.findDevices,
    () => listed(filter, given),
    () => walked(filter, given),
  )
}

/** Nothing is begun on what may be a part of what was meant. */
async function walked(filter: Filter, { ask, catalogues, place: { customerId } }: Given): Promise<Found> {
  const walker = { read: ask, catalogues: async () => catalogues }
  const search = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))
  const { devices, isCut } = await walkDevices(walker, customerId, search)
  if (isCut) return { devices: [], missing: 0, tooMany: 'uncounted' }
  if (devices.length > mostDevices)
    return { devices: [], missing: 0, tooMany: { count: devices.length, isCapped: false } }
  return { devices, missing: 0, tooMany: null }
}

async function listed(filter: Filter, { ask, place: { customerId } }: Given): Promise<Found> {
  const query = { ...filter, customerId, pageSize: 200 }
  const devices: Device[] = []
  const read = (after: string | undefined) => ask(site.findDevices, { query: { ...query, continuationToken: after } })
  for await (const page of wholePages('site', read, envelope)) {
    const total = countedIn(page)
    if (total.isCapped || total.count > mostDevices) return { devices: [], missing: 0, tooMany: total }
    devices.push(...page.data)
    if (devices.length > mostDevices)
      return { devices: [], missing: 0, tooMany: { count: devices.length, isCapped: false } }
  }
  return { devices, missing: 0, tooMany: null }
}
