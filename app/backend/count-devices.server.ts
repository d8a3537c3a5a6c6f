/**
 * Counts matching controllers: the queries of one moment share a call; without the extension each has its own (domain
 * §17).
 */
import { site } from '#contracts/site'
import { countInReply, type TotalCount } from '~/domain/count'
import type { DeviceSearch } from '~/domain/device-filter'
import { batch } from './batch'
import { withFallback } from './fallback'
import { deviceQuery } from './find-devices.server'
import type { Reader } from './reader.server'
import type { Input } from './transport.server'

/** A filter for the controllers of a customer, or of a place in it. */
type DeviceCountQuery = { customerId: string } & DeviceSearch
type CountResults = readonly (TotalCount | null)[]

/** The maximum of the service for one call. */
const maxPerCall = 20

const countInBatch = batch(maxPerCall, countBatch)

/** Returns the number of matches; null where the backend cannot search for controllers. */
export async function countDevices(
  reader: Pick<Reader, 'call' | 'context'>,
  query: DeviceCountQuery,
): Promise<TotalCount | null> {
  // A backend may support everything but the licence filter: it has its own fallback.
  if (query.licence) return countOne(reader, query)
  return (await countInBatch(reader, query)) ?? null
}

function countBatch(reader: Pick<Reader, 'call'>, queries: readonly DeviceCountQuery[]): Promise<CountResults> {
  const { call } = reader
  const each = () => Promise.all(queries.map((query) => countOne(reader, query)))
  if (queries.length < 2) return each()
  return withFallback<CountResults>(
    site.countDevices,
    async () => {
      const { data } = await call(site.countDevices, { body: { filters: queries.map(deviceQuery) as CountFilters } })
      return data.length === queries.length ? data.map(countInReply) : each()
    },
    each,
  )
}

function countOne({ call }: Pick<Reader, 'call'>, query: DeviceCountQuery): Promise<TotalCount | null> {
  return withFallback(
    site.findDevices,
    async () =>
      countInReply(await call(site.findDevices, { query: { ...deviceQuery(query), pageSize: 1 } as FindQuery })),
    async () => null,
    query.licence && 'licence',
  )
}

type FindQuery = Input<typeof site.findDevices>['query']
type CountFilters = NonNullable<Input<typeof site.countDevices>['body']>['filters']
