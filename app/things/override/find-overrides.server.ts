/** Finds the overrides of a customer with the extension, else among the points of its controllers (domain §17). */
import { splitAnyOf } from '#contracts/any-of'
import { holdsWords } from '#contracts/fold'
import type { Point } from '#contracts/points'
import { type Device, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Reader } from '~/backend/reader.server'
import { type Walking, walkDevices, walkerOf } from '~/backend/walk-devices.server'
import { type Counted, countedIn } from '~/domain/counted'
import { isAmong } from '~/screens/list/filter'
import { startAfter } from '~/screens/list/refused-filter.server'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'
import { type Override, type OverrideFilter, overrideQuery } from './filter'
import { keyOfOverride } from './row'

/** The reader of a page or the context of a change; its calls throw `ServiceError`. */
export type Asking = Walking & Pick<Reader, 'person'>

export interface AskedOverrides {
  at: PlaceParams
  filter: OverrideFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface OverridePage {
  overrides: Override[]
  total: Counted
  next: string | null
  isPartial: boolean
}

/** Maximum number of controllers whose points are read, and how many concurrently. */
const mostWalked = 200
const atOnce = 8

/** Returns one page from the backend's list; null if it has none, because reading all points would cost too much. */
export function listedOverrides(asking: Asking, asked: AskedOverrides): Promise<OverridePage | null> {
  return withFallback<OverridePage | null>(
    site.findOverrides,
    () => listed(asking, asked),
    async () => null,
  )
}

async function listed(asking: Asking, { at, filter, sort, after, pageSize }: AskedOverrides): Promise<OverridePage> {
  const query = overrideQuery(at, filter, ownId(asking, at))
  if (!query) return { overrides: [], total: { count: 0, isCapped: false }, next: null, isPartial: false }
  const found = await asking.ask(site.findOverrides, {
    query: { ...query, pageSize, ...(sort && { sort }), ...(after && { continuationToken: after }) },
  })
  return { overrides: found.data, total: countedIn(found), next: found.continuationToken ?? null, isPartial: false }
}

export async function findOverrides(asking: Asking, asked: AskedOverrides): Promise<OverridePage> {
  const { after, pageSize } = asked
  return withFallback<OverridePage>(
    site.findOverrides,
    () => listed(asking, asked),
    async () => {
      const { overrides, isCut } = await walked(asking, asked)
      const from = startAfter(overrides, after, keyOfOverride)
      const page = overrides.slice(from, from + pageSize)
      const last = page.at(-1)
      const next = from + pageSize < overrides.length && last ? keyOfOverride(last) : null
      return { overrides: page, total: { count: overrides.length, isCapped: isCut }, next, isPartial: true }
    },
  )
}

/** Returns the person's record id in the tenant, which identifies their own overrides. */
function ownId({ person }: Pick<Asking, 'person'>, { tenantId }: PlaceParams): string | undefined {
  return person.info.tenantUsers.find((record) => record.tenantId === tenantId)?.id
}

/**
 * Reads the overrides that the points of controllers report; values written at the lowest priority alone are missing.
 */
async function walked(
  asking: Asking,
  { at, filter }: AskedOverrides,
): Promise<{ overrides: Override[]; isCut: boolean }> {
  const query = overrideQuery(at, filter, ownId(asking, at))
  if (!query) return { overrides: [], isCut: false }
  const { groupId, siteId, deviceId } = within(at, filter)
  const walker = walkerOf(asking)
  const found = deviceId
    ? { devices: [await walker.read(site.getDevice, { path: { id: deviceId } })], isCut: false }
    : await walkDevices(walker, at.customerId, { groupId, siteId })
  const devices = found.devices.slice(0, mostWalked)
  let isCut = found.isCut || devices.length < found.devices.length
  const all = await inParallel(devices, atOnce, async (device) => {
    const read = await asPanel(walker.read(site.listDevicePoints, { path: { id: device.id } }))
    if (!read.ok) isCut = true
    return read.ok ? read.value.flatMap((point) => heldOf(device, point)) : []
  })
  const overrides = all.flat().filter((override) => isAsked(override, query))
  return { overrides: overrides.sort((a, b) => a.at.localeCompare(b.at, 'en')), isCut }
}

function heldOf(device: Device, point: Point): Override[] {
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

function isAsked(override: Override, query: NonNullable<ReturnType<typeof overrideQuery>>): boolean {
  const { search, level, endless, olderThan, since, byUserId } = query
  const text = [
    override.displayName,
    override.pointName,
    override.deviceName,
    override.hostId,
    ...(override.path ?? []).map(({ name }) => name),
  ].join(' ')
  return (
    holdsWords(text, search ?? '') &&
    isAmong(level === undefined ? undefined : splitAnyOf(level), String(override.level)) &&
    (endless === undefined || String(override.expiresAt === null) === endless) &&
    (olderThan === undefined || Date.parse(override.at) < Date.parse(olderThan)) &&
    (since === undefined || Date.parse(override.at) >= Date.parse(since)) &&
    (byUserId === undefined || override.by?.id === byUserId)
  )
}
