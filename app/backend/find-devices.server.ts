/**
 * Finds one page of the controllers below a place: by the extension, else by the specification's calls (domain §17).
 */
import { type Device, site } from '#contracts/site'
import { type Counted, countedIn } from '~/domain/counted'
import type { DeviceSearch } from '~/domain/device-filter'
import { anyOf } from './any-of'
import { withFallback } from './fallback'
import { problemResponse, type Reader } from './reader.server'
import { ServiceError } from './service-error'
import type { Input } from './transport.server'
import { type Walking, walkDevices, walkerOf } from './walk-devices.server'

export interface FoundDevices {
  devices: Device[]
  total: Counted
  next: string | null
  /** Read by the specification's calls within a limit: some controllers may be missing. */
  isPartial: boolean
}

/** The result where a search is not possible. */
export const noDevices: FoundDevices = {
  devices: [],
  total: { count: 0, isCapped: false },
  next: null,
  isPartial: false,
}

/** Returns the search as query parameters; several values of one filter are joined. */
export function deviceQuery<Search extends Omit<DeviceSearch, 'after'>>(
  search: Search,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, typeof value === 'string' ? value : anyOf(value)]),
  )
}

type Query = NonNullable<Input<typeof site.findDevices>['query']>

interface Given {
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
export async function findDevices(reader: Reader, given: Given): Promise<FoundDevices> {
  try {
    return await askDevices(reader, given)
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** Like `findDevices`, but throws `ServiceError`, for a part that a page can do without. */
export async function askDevices(
  reader: Walking,
  { customerId, search, pageSize, ...asked }: Given,
): Promise<FoundDevices> {
  const { after, ...filters } = search
  const query = deviceQuery({ customerId, ...filters }) as Query
  return withFallback(site.findDevices, listed, walked, search.licence && 'licence')

  async function listed(): Promise<FoundDevices> {
    const found = await reader.ask(site.findDevices, {
      query: { ...query, pageSize, continuationToken: after, ...asked },
    })
    return {
      devices: found.data,
      total: countedIn(found),
      next: found.continuationToken ?? null,
      isPartial: false,
    }
  }

  async function walked(): Promise<FoundDevices> {
    const { devices, isCut } = await walkDevices(walkerOf(reader), customerId, search)
    const from = Number(after) || 0
    return {
      devices: devices.slice(from, from + pageSize),
      total: { count: devices.length, isCapped: isCut },
      next: from + pageSize < devices.length ? String(from + pageSize) : null,
      isPartial: isCut,
    }
  }
}
