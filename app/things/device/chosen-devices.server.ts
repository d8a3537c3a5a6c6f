/** Reads the selected controllers of a change, sorted by name. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { type Device, site } from '#contracts/site'
import { namedDevices } from '~/backend/by-ids.server'
import type { Catalogues } from '~/backend/catalogues.server'
import { chosen, type Matching } from '~/backend/chosen.server'
import { withFallback } from '~/backend/fallback'
import { deviceQuery } from '~/backend/find-devices.server'
import { inParallel } from '~/backend/in-parallel'
import { envelope, wholePages } from '~/backend/pages'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import { walkDevices } from '~/backend/walk-devices.server'
import { type ChangeOfMany, mostFor } from '~/changes'
import { countedIn } from '~/domain/counted'
import { deploymentStatuses, isDeploymentFailure } from '~/domain/deployment-progress'
import { type EnrichedDevice, enrichDevice } from '~/domain/device'
import type { TooMany } from '~/domain/selection'
import type { Place } from '~/hrefs'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { askDeployments } from '../deployment/fleet.server'
import type { DeviceSelection } from './choice'
import { type DeviceFilter, searchOf } from './filter'

export interface ChosenDevices {
  devices: EnrichedDevice[]
  /** Number of named controllers that do not exist or do not belong to the customer. */
  missing: number
  /** If set, `devices` is empty. */
  tooMany: TooMany | null
}

interface Given {
  ask: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>
  catalogues: Catalogues
  place: Place
  /** The change that the selection is for. */
  change: ChangeOfMany
}

/** Maximum number of concurrent calls. */
const atOnce = 32

/**
 * Returns the selected controllers, enriched (spec §3) and sorted by name. Throws `ServiceError`, and 404 for a
 * customer of another tenant.
 */
export async function chosenDevices(choice: DeviceSelection | null, given: Given): Promise<ChosenDevices> {
  const [{ things, missing, tooMany }] = await Promise.all([
    chosen(choice, {
      of: 'devices',
      service: 'site',
      most: mostFor(given.change),
      keyOf: ({ id }: Device) => id,
      named: (ids) => named(ids, given),
      matching: (filter, after) => matching(filter, after, given),
      failedIn: (operationId) => failedIn(operationId, given),
    }),
    ownCustomer(given.ask, given.place),
  ])
  const { controllers, packages } = given.catalogues
  const devices = things
    .map((device) => enrichDevice(device, controllers, packages))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.id < b.id ? -1 : 1))
  return { devices, missing, tooMany }
}

/** Returns the controllers that belong to the customer, by their own `customerId` or that of their site. */
async function named(ids: readonly string[], { ask, place: { customerId } }: Given): Promise<Device[]> {
  const found = [...(await namedDevices(ask, ids)).values()]
  const unsaid = found.filter((device) => device.customerId === undefined)
  const siteIds = [...new Set(unsaid.flatMap(({ siteId }) => siteId ?? []))]
  const sites = await inParallel(siteIds, atOnce, (id) => orNull(ask(site.getSite, { path: { id } })))
  const owners = new Map(sites.flatMap((one) => (one ? [[one.id, one.customerId] as const] : [])))
  return found.filter((device) => (device.customerId ?? owners.get(device.siteId ?? '')) === customerId)
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
        if (found.length > mostFor(given.change)) break
      }
      return found
    }),
  )
  return [...new Set(ids.flat())]
}

type FindQuery = Input<typeof site.findDevices>['query']

function matching(filter: DeviceFilter, after: string | undefined, given: Given): Promise<Matching<Device>> {
  return withFallback(
    site.findDevices,
    () => listed(filter, after, given),
    () => walked(filter, given),
    filter.licence && 'licence',
  )
}

/** Returns all matches in one page, because a walk always starts at the beginning. */
async function walked(
  filter: DeviceFilter,
  { ask, catalogues, place: { customerId } }: Given,
): Promise<Matching<Device>> {
  const walker = { read: ask, catalogues: async () => catalogues }
  const { devices, isCut } = await walkDevices(walker, customerId, searchOf(filter))
  const total = isCut ? null : { count: devices.length, isCapped: false }
  return { things: devices, next: null, total, isPartial: isCut }
}

async function listed(
  filter: DeviceFilter,
  after: string | undefined,
  { ask, place: { customerId } }: Given,
): Promise<Matching<Device>> {
  const query = { ...deviceQuery({ ...searchOf(filter), customerId }), pageSize: 200, continuationToken: after }
  const page = await ask(site.findDevices, { query: query as FindQuery })
  return { things: page.data, next: page.continuationToken ?? null, total: countedIn(page), isPartial: false }
}
