/** Finds the overrides of a customer with the extension, else among the points of its controllers (domain §17). */
import { splitAnyOf } from '#contracts/any-of'
import { containsWords } from '#contracts/fold'
import type { Point } from '#contracts/points'
import { type Device, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Reader } from '~/backend/reader.server'
import { toWalker, type WalkReader, walkDevices } from '~/backend/walk-devices.server'
import { countInReply, type TotalCount } from '~/domain/count'
import { matchesAny } from '~/kit/list/filter'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'
import { type ListedOverride, type OverrideFilter, overrideQuery } from './filter'
import { overrideKey } from './row'

/** The reader of a page or the context of a change; its calls throw `ServiceError`. */
export type OverrideReader = WalkReader & Pick<Reader, 'person'>

export interface OverrideSearch {
  at: PlaceParams
  filter: OverrideFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface OverridePage {
  overrides: ListedOverride[]
  total: TotalCount
  next: string | null
  incomplete: boolean
}

/** Maximum number of controllers whose points are read, and how many concurrently. */
const maxControllers = 200
const maxConcurrent = 8

/** Returns one page from the backend's list; null if it has none, because reading all points would cost too much. */
export function listOverrides(reader: OverrideReader, search: OverrideSearch): Promise<OverridePage | null> {
  return withFallback<OverridePage | null>(
    site.findOverrides,
    () => listPage(reader, search),
    async () => null,
  )
}

async function listPage(
  reader: OverrideReader,
  { at, filter, sort, after, pageSize }: OverrideSearch,
): Promise<OverridePage> {
  const query = overrideQuery(at, filter, ownId(reader, at))
  if (!query) return { overrides: [], total: { count: 0, isCapped: false }, next: null, incomplete: false }
  const reply = await reader.call(site.findOverrides, {
    query: { ...query, pageSize, ...(sort && { sort }), ...(after && { continuationToken: after }) },
  })
  return { overrides: reply.data, total: countInReply(reply), next: reply.continuationToken ?? null, incomplete: false }
}

export async function findOverrides(reader: OverrideReader, search: OverrideSearch): Promise<OverridePage> {
  const { after, pageSize } = search
  return withFallback<OverridePage>(
    site.findOverrides,
    () => listPage(reader, search),
    async () => {
      const { overrides, isCut } = await walkOverrides(reader, search)
      const from = startIndexAfter(overrides, after, overrideKey)
      const page = overrides.slice(from, from + pageSize)
      const last = page.at(-1)
      const next = from + pageSize < overrides.length && last ? overrideKey(last) : null
      return { overrides: page, total: { count: overrides.length, isCapped: isCut }, next, incomplete: true }
    },
  )
}

/** Returns the person's record id in the tenant, which identifies their own overrides. */
function ownId({ person }: Pick<OverrideReader, 'person'>, { tenantId }: PlaceParams): string | undefined {
  return person.info.tenantUsers.find((record) => record.tenantId === tenantId)?.id
}

/**
 * Reads the overrides that the points of controllers report; values written at the lowest priority alone are missing.
 */
async function walkOverrides(
  reader: OverrideReader,
  { at, filter }: OverrideSearch,
): Promise<{ overrides: ListedOverride[]; isCut: boolean }> {
  const query = overrideQuery(at, filter, ownId(reader, at))
  if (!query) return { overrides: [], isCut: false }
  const { groupId, siteId, buildingId, deviceId } = scopeFilter(at, filter)
  const walker = toWalker(reader)
  const walk = deviceId
    ? { devices: [await walker.read(site.getDevice, { path: { id: deviceId } })], isCut: false }
    : await walkDevices(walker, at.customerId, { groupId, siteId, buildingId })
  const devices = walk.devices.slice(0, maxControllers)
  let isCut = walk.isCut || devices.length < walk.devices.length
  const all = await inParallel(devices, maxConcurrent, async (device) => {
    const read = await asPanel(walker.read(site.listDevicePoints, { path: { id: device.id } }))
    if (!read.ok) isCut = true
    return read.ok ? read.value.flatMap((point) => overridesOf(device, point)) : []
  })
  const overrides = all.flat().filter((override) => matchesQuery(override, query))
  return { overrides: overrides.sort((a, b) => a.at.localeCompare(b.at, 'en')), isCut }
}

function overridesOf(device: Device, point: Point): ListedOverride[] {
  const { override } = point
  if (!override) return []
  return [
    {
      pointId: point.id,
      pointName: point.name,
      displayName: point.displayName,
      kind: point.kind,
      unit: point.unit,
      deviceId: device.id,
      deviceName: device.name,
      hostId: device.hostId,
      siteId: device.siteId ?? '',
      equipmentId: point.equipmentId,
      equipmentName: null,
      path: device.path,
      ...override,
    },
  ]
}

function matchesQuery(override: ListedOverride, query: NonNullable<ReturnType<typeof overrideQuery>>): boolean {
  const { search, level, isOurs, endless, olderThan, since, byUserId } = query
  const text = [
    override.displayName,
    override.pointName,
    override.deviceName,
    override.hostId,
    ...(override.path ?? []).map(({ name }) => name),
  ].join(' ')
  return (
    containsWords(text, search ?? '') &&
    matchesAny(level === undefined ? undefined : splitAnyOf(level), String(override.level)) &&
    (isOurs === undefined || String(override.isOurs !== false) === isOurs) &&
    (endless === undefined || String(override.expiresAt === null) === endless) &&
    (olderThan === undefined || Date.parse(override.at) < Date.parse(olderThan)) &&
    (since === undefined || Date.parse(override.at) >= Date.parse(since)) &&
    (byUserId === undefined || override.by?.id === byUserId)
  )
}
