/** How many controllers match: what a page asks in one moment is one call, else one for each (domain §17). */
import { site } from '#contracts/site'
import { type Counted, countedIn } from '~/domain/counted'
import type { DeviceSearch } from '~/domain/device-filter'
import type { RequestContext } from '~/door/context'
import { withFallback } from './fallback'
import type { Reader } from './reader.server'
import type { Input } from './transport.server'

/** Controllers of a customer, or of a place of it, that match. */
type Wanted = { customerId: string } & DeviceSearch
type Counts = readonly (Counted | null)[]

/** As many as one call takes. */
const mostInOne = 20

interface Gathering {
  wanted: Wanted[]
  counts: Promise<Counts>
}

const gatherings = new WeakMap<RequestContext, Gathering>()

/** Null where the backend cannot look for controllers. */
export async function countDevices(reader: Pick<Reader, 'ask' | 'context'>, wanted: Wanted): Promise<Counted | null> {
  // A backend that has the rest may lack this one: it is asked by itself.
  if (wanted.licence) return countedAlone(reader, wanted)
  const open = gatherings.get(reader.context)
  const gathering = open && open.wanted.length < mostInOne ? open : gather(reader)
  const place = gathering.wanted.push(wanted) - 1
  return (await gathering.counts)[place] ?? null
}

/** Takes what is asked until others had their turn. */
function gather(reader: Pick<Reader, 'ask' | 'context'>): Gathering {
  const wanted: Wanted[] = []
  const counts = Promise.resolve().then(() => {
    gatherings.delete(reader.context)
    return counted(reader, wanted)
  })
  const gathering = { wanted, counts }
  gatherings.set(reader.context, gathering)
  return gathering
}

function counted(reader: Pick<Reader, 'ask'>, wanted: readonly Wanted[]): Promise<Counts> {
  const { ask } = reader
  const each = () => Promise.all(wanted.map((one) => countedAlone(reader, one)))
  if (wanted.length < 2) return each()
  return withFallback<Counts>(
    site.countDevices,
    async () => {
      const { data } = await ask(site.countDevices, { body: { filters: wanted as CountFilters } })
      return data.length === wanted.length ? data.map(countedIn) : each()
    },
    each,
  )
}

function countedAlone({ ask }: Pick<Reader, 'ask'>, wanted: Wanted): Promise<Counted | null> {
  return withFallback(
    site.findDevices,
    async () => countedIn(await ask(site.findDevices, { query: { ...wanted, pageSize: 1 } as FindQuery })),
    async () => null,
    wanted.licence && 'licence',
  )
}

type FindQuery = Input<typeof site.findDevices>['query']
type CountFilters = NonNullable<Input<typeof site.countDevices>['body']>['filters']
