/**
 * Counts matching controllers: the queries of one moment share a call; without the extension each has its own (domain
 * §17).
 */
import { site } from '#contracts/site'
import { type Counted, countedIn } from '~/domain/counted'
import type { DeviceSearch } from '~/domain/device-filter'
import { withFallback } from './fallback'
import { deviceQuery } from './find-devices.server'
import { gathered } from './gathered'
import type { Reader } from './reader.server'
import type { Input } from './transport.server'

/** A filter for the controllers of a customer, or of a place in it. */
type Wanted = { customerId: string } & DeviceSearch
type Counts = readonly (Counted | null)[]

/** The maximum of the service for one call. */
const mostInOne = 20

const countTogether = gathered(mostInOne, counted)

/** Returns the number of matches; null where the backend cannot search for controllers. */
export async function countDevices(reader: Pick<Reader, 'ask' | 'context'>, wanted: Wanted): Promise<Counted | null> {
  // A backend may support everything but the licence filter: it has its own fallback.
  if (wanted.licence) return countedAlone(reader, wanted)
  return (await countTogether(reader, wanted)) ?? null
}

function counted(reader: Pick<Reader, 'ask'>, wanted: readonly Wanted[]): Promise<Counts> {
  const { ask } = reader
  const each = () => Promise.all(wanted.map((one) => countedAlone(reader, one)))
  if (wanted.length < 2) return each()
  return withFallback<Counts>(
    site.countDevices,
    async () => {
      const { data } = await ask(site.countDevices, { body: { filters: wanted.map(deviceQuery) as CountFilters } })
      return data.length === wanted.length ? data.map(countedIn) : each()
    },
    each,
  )
}

function countedAlone({ ask }: Pick<Reader, 'ask'>, wanted: Wanted): Promise<Counted | null> {
  return withFallback(
    site.findDevices,
    async () => countedIn(await ask(site.findDevices, { query: { ...deviceQuery(wanted), pageSize: 1 } as FindQuery })),
    async () => null,
    wanted.licence && 'licence',
  )
}

type FindQuery = Input<typeof site.findDevices>['query']
type CountFilters = NonNullable<Input<typeof site.countDevices>['body']>['filters']
