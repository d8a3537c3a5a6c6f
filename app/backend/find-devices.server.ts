/**
 * Finds one page of the controllers below a place: by the extension, else by the specification's calls (domain §17).
 */
import { type Device, site } from '#contracts/site'
import { countInReply, type TotalCount } from '~/domain/count'
import type { DeviceSearch } from '~/domain/device-filter'
import { anyOfParam } from './any-of'
import { withFallback } from './fallback'
import { problemResponse, type Reader } from './reader.server'
import { ServiceError } from './service-error'
import type { Input } from './transport.server'
import { toWalker, type WalkReader, walkDevices } from './walk-devices.server'

export interface DeviceMatches {
  devices: Device[]
  total: TotalCount
  next: string | null
  /** Read by the specification's calls within a limit: some controllers may be missing. */
  incomplete: boolean
}

/** The result where a search is not possible. */
export const noDevices: DeviceMatches = {
  devices: [],
  total: { count: 0, isCapped: false },
  next: null,
  incomplete: false,
}

/** Returns the search as query parameters; several values of one filter are joined. */
export function deviceQuery<Search extends Omit<DeviceSearch, 'after'>>(
  search: Search,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, typeof value === 'string' ? value : anyOfParam(value)]),
  )
}

type Query = NonNullable<Input<typeof site.findDevices>['query']>

interface DeviceFindOptions {
  customerId: string
  search: DeviceSearch
  pageSize: number
  /** For rows: omits descriptions, equipment, properties and configuration states where the backend can. */
  withoutDetails?: true
}

/**
 * Returns one page of the customer's controllers that match the search. Throws an error response when the service
 * fails.
 */
export async function findDevices(reader: Reader, options: DeviceFindOptions): Promise<DeviceMatches> {
  try {
    return await requestDevices(reader, options)
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** Like `findDevices`, but throws `ServiceError`, for a part that a page can do without. */
export async function requestDevices(
  reader: WalkReader,
  { customerId, search, pageSize, ...details }: DeviceFindOptions,
): Promise<DeviceMatches> {
  const { after, ...filters } = search
  const query = deviceQuery({ customerId, ...filters }) as Query
  return withFallback(site.findDevices, fromExtension, fromWalk, search.licence && 'licence')

  async function fromExtension(): Promise<DeviceMatches> {
    const reply = await reader.call(site.findDevices, {
      query: { ...query, pageSize, continuationToken: after, ...details },
    })
    return {
      devices: reply.data,
      total: countInReply(reply),
      next: reply.continuationToken ?? null,
      incomplete: false,
    }
  }

  async function fromWalk(): Promise<DeviceMatches> {
    const { devices, isCut } = await walkDevices(toWalker(reader), customerId, search)
    const from = Number(after) || 0
    return {
      devices: devices.slice(from, from + pageSize),
      total: { count: devices.length, isCapped: isCut },
      next: from + pageSize < devices.length ? String(from + pageSize) : null,
      incomplete: isCut,
    }
  }
}
