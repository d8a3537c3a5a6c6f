/** How many controllers match: what a page asks in one moment is one call, else one for each (domain §17). */
import { site } from '#contracts/site'
import { type Counted, countedIn } from '~/domain/counted'
import type { DeviceSearch } from '~/domain/device-filter'
import { withFallback } from './fallback'
import { deviceQuery } from './find-devices.server'
import { gathered } from './gathered'
import type { Reader } from './reader.server'
import type { Input } from './transport.server'

/** Controllers of a customer, or of a place of it, that match. */
type Wanted = { customerId: string } & DeviceSearch
type Counts = readonly (Counted | null)[]

/** As many as one call takes. */
const mostInOne = 20

const countTogether = gathered(mostInOne, counted)

/** Null where the backend cannot look for controllers. */
export async function countDevices(reader: Pick<Reader, 'ask' | 'context'>, wanted: Wanted): Promise<Counted | null> {
  // A backend that has the rest may lack this one: it is asked by itself.
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
