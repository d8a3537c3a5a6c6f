/** Reads the selected controllers of a change, sorted by name. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { type Device, site } from '#contracts/site'
import { devicesById } from '~/backend/by-ids.server'
import type { Catalogues } from '~/backend/catalogues.server'
import { withFallback } from '~/backend/fallback'
import { deviceQuery } from '~/backend/find-devices.server'
import { inParallel } from '~/backend/in-parallel'
import { loadSelection, type MatchPage } from '~/backend/load-selection.server'
import { envelope, wholePages } from '~/backend/pages'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import { walkDevices } from '~/backend/walk-devices.server'
import { type BulkChangeName, limitFor } from '~/changes'
import { countInReply } from '~/domain/count'
import { deploymentStatuses, isDeploymentFailure } from '~/domain/deployment-progress'
import { type EnrichedDevice, enrichDevice } from '~/domain/device'
import type { SelectionTooLarge } from '~/domain/selection'
import { readDeployments } from '~/features/deployment/shared/fleet.server'
import type { Place } from '~/hrefs'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { type DeviceFilter, searchOf } from './filter'
import type { DeviceSelection } from './selection'

export interface SelectedDevices {
  devices: EnrichedDevice[]
  /** Number of named controllers that do not exist or do not belong to the customer. */
  missing: number
  /** If set, `devices` is empty. */
  tooMany: SelectionTooLarge | null
}

interface SelectionContext {
  call: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>
  catalogues: Catalogues
  place: Place
  /** The change that the selection is for. */
  change: BulkChangeName
}

/** Maximum number of concurrent calls. */
const maxConcurrent = 32

/**
 * Returns the selected controllers, enriched (spec §3) and sorted by name. Throws `ServiceError`, and 404 for a
 * customer of another tenant.
 */
export async function selectedDevices(
  selection: DeviceSelection | null,
  context: SelectionContext,
): Promise<SelectedDevices> {
  const [{ things, missing, tooMany }] = await Promise.all([
    loadSelection(selection, {
      of: 'devices',
      service: 'site',
      max: limitFor(context.change),
      keyOf: ({ id }: Device) => id,
      byIds: (ids) => devicesNamed(ids, context),
      matchPage: (filter, after) => matching(filter, after, context),
      failedIdsOf: (operationId) => failedIn(operationId, context),
    }),
    ownCustomer(context.call, context.place),
  ])
  const { controllers, packages } = context.catalogues
  const devices = things
    .map((device) => enrichDevice(device, controllers, packages))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.id < b.id ? -1 : 1))
  return { devices, missing, tooMany }
}

/** Returns the controllers that belong to the customer, by their own `customerId` or that of their site. */
async function devicesNamed(
  ids: readonly string[],
  { call, place: { customerId } }: SelectionContext,
): Promise<Device[]> {
  const devices = [...(await devicesById(call, ids)).values()]
  const withoutCustomer = devices.filter((device) => device.customerId === undefined)
  const siteIds = [...new Set(withoutCustomer.flatMap(({ siteId }) => siteId ?? []))]
  const sites = await inParallel(siteIds, maxConcurrent, (id) => orNull(call(site.getSite, { path: { id } })))
  const owners = new Map(sites.flatMap((one) => (one ? [[one.id, one.customerId] as const] : [])))
  return devices.filter((device) => (device.customerId ?? owners.get(device.siteId ?? '')) === customerId)
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null
    throw error
  }
}

async function failedIn(operationId: string, context: SelectionContext): Promise<string[]> {
  const { tenantId, customerId } = context.place
  const ids = await Promise.all(
    deploymentStatuses.filter(isDeploymentFailure).map(async (status) => {
      const query = { tenantId, customerId, operationId, status, pageSize: 200 }
      const deviceIds: string[] = []
      const read = (after: string | undefined) =>
        readDeployments(context, { ...query, continuationToken: after }).then((page) => page ?? { data: [] })
      for await (const page of wholePages('site', read, envelope)) {
        deviceIds.push(...page.data.map(({ deviceId }) => deviceId))
        if (deviceIds.length > limitFor(context.change)) break
      }
      return deviceIds
    }),
  )
  return [...new Set(ids.flat())]
}

type FindQuery = Input<typeof site.findDevices>['query']

function matching(
  filter: DeviceFilter,
  after: string | undefined,
  context: SelectionContext,
): Promise<MatchPage<Device>> {
  return withFallback(
    site.findDevices,
    () => listPage(filter, after, context),
    () => walkAll(filter, context),
    filter.licence && 'licence',
  )
}

/** Returns all matches in one page, because a walk always starts at the beginning. */
async function walkAll(
  filter: DeviceFilter,
  { call, catalogues, place: { customerId } }: SelectionContext,
): Promise<MatchPage<Device>> {
  const walker = { read: call, catalogues: async () => catalogues }
  const { devices, isCut } = await walkDevices(walker, customerId, searchOf(filter))
  const total = isCut ? null : { count: devices.length, isCapped: false }
  return { things: devices, next: null, total, incomplete: isCut }
}

async function listPage(
  filter: DeviceFilter,
  after: string | undefined,
  { call, place: { customerId } }: SelectionContext,
): Promise<MatchPage<Device>> {
  const query = { ...deviceQuery({ ...searchOf(filter), customerId }), pageSize: 200, continuationToken: after }
  const page = await call(site.findDevices, { query: query as FindQuery })
  return { things: page.data, next: page.continuationToken ?? null, total: countInReply(page), incomplete: false }
}
