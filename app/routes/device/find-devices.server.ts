/** One page of the controllers below a place: by the extension, or by the calls of the specification (domain §17). */
import type { ControllerModel } from '#contracts/product'
import { type Device, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import { type Counted, countedIn } from '~/domain/counted'
import type { DeviceSearch } from './filter'
import { hiddenModels } from './hidden'
import { walkDevices } from './walk-devices.server'

export interface FoundDevices {
  devices: Device[]
  total: Counted
  next: string | null
  /** Made of the specification's calls inside a bound: some controllers may be missing. */
  isPartial: boolean
}

type Query = NonNullable<Input<typeof site.findDevices>['query']>

interface Given {
  customerId: string
  search: DeviceSearch
  pageSize: number
}

/** The controllers of a customer as an address narrows them; those whose model is hidden by a flag left out (spec §5). */
export async function findDevices(reader: Reader, given: Given): Promise<FoundDevices> {
  try {
    return await askDevices(reader, given)
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** As `findDevices`, trouble with the extension thrown as ServiceError: for a part that a page can do without. */
export async function askDevices(reader: Reader, { customerId, search, pageSize }: Given): Promise<FoundDevices> {
  const { after, ...filters } = search
  const query = { customerId, ...filters } as Query
  const hidden = reader.catalogues().then(({ controllers }) => hiddenModels(controllers, reader.features))
  return withFallback(site.findDevices, listed, walked)

  async function listed(): Promise<FoundDevices> {
    const [found, without, hiddenCount] = await Promise.all([
      reader.ask(site.findDevices, { query: { ...query, pageSize, continuationToken: after } }),
      hidden,
      hidden.then((models) => countHidden(reader, query, models)),
    ])
    return {
      devices: found.data.filter((device) => !isOneOf(device, without)),
      total: { ...countedIn(found), count: found.totalCount - hiddenCount },
      next: found.continuationToken ?? null,
      isPartial: false,
    }
  }

  async function walked(): Promise<FoundDevices> {
    const [{ devices }, without] = await Promise.all([walkDevices(reader, customerId, search), hidden])
    const shown = devices.filter((device) => !isOneOf(device, without))
    const from = Number(after) || 0
    return {
      devices: shown.slice(from, from + pageSize),
      total: { count: shown.length, isCapped: false },
      next: from + pageSize < shown.length ? String(from + pageSize) : null,
      isPartial: true,
    }
  }
}

/** How many of the controllers that match are hidden; asks nothing while no model is. */
async function countHidden(reader: Reader, query: Query, models: readonly ControllerModel[]): Promise<number> {
  const concerned = models.filter(({ id }) => query.productId === undefined || query.productId === id)
  const counts = await Promise.all(
    concerned.map(({ id }) => reader.ask(site.findDevices, { query: { ...query, productId: id, pageSize: 1 } })),
  )
  return counts.reduce((sum, { totalCount }) => sum + totalCount, 0)
}

function isOneOf({ productId }: Device, models: readonly ControllerModel[]): boolean {
  return models.some(({ id }) => id === productId)
}
