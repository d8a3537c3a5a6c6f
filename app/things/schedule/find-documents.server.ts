/** The schedule documents of a place: by the extension, or controller by controller inside a bound (domain §17). */
import { operations } from '#contracts/operations'
import type { PlacedDocument } from '#contracts/schedules'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { walkerOf } from '~/backend/walk-devices.server'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'
import { type Asking, eachController, lanes, orNone, pathTo, placeQuery } from './asking.server'
import type { ScheduleFilter } from './columns'
import { documentOfHost } from './document.server'

/** As many documents as a call answers. */
const documentsInOne = 200
/** Documents that one page or one change is made of. */
const mostDocuments = 2_000

export interface FoundDocuments {
  documents: PlacedDocument[]
  /** There are more than could be read. */
  isCut: boolean
}

/** The documents of a place, all of them up to the bound. */
export async function scheduleDocuments(
  asking: Asking,
  { at, filter = {}, most = mostDocuments }: { at: PlaceParams; filter?: ScheduleFilter; most?: number },
): Promise<FoundDocuments> {
  const narrowed = within(at, filter)
  if (narrowed.deviceId) return { documents: await oneDocument(asking, narrowed.deviceId), isCut: false }
  return withFallback(
    operations.scheduleDocuments,
    () => documentsBelow(asking, placeQuery(at, narrowed), most),
    async () => {
      const { found, isCut } = await eachController(asking, at, narrowed, async (device) => [
        await documentOfHost(walkerOf(asking).read, device),
      ])
      const documents = found.flatMap(({ device, told }) =>
        told
          .filter(({ schedules }) => schedules.length > 0)
          .map((one) => ({ ...one, deviceName: device.name, siteId: device.siteId ?? '', path: pathTo(device) })),
      )
      return { documents, isCut }
    },
  )
}

type Below = ReturnType<typeof placeQuery>

/** Where the pages after the first begin is told with it, so that no call waits for more than one other. */
async function documentsBelow(asking: Asking, place: Below, most: number): Promise<FoundDocuments> {
  const ahead = Math.ceil(most / documentsInOne) - 1
  const first = await documentPage(asking, place, { ahead })
  const others = await Promise.all((first.ahead ?? []).map((after) => documentPage(asking, place, { after })))
  const pages = [first, ...others]
  // A service that does not look ahead is asked page after page.
  for (let after = pages.at(-1)?.continuationToken; after && pages.length <= ahead; ) {
    const page = await documentPage(asking, place, { after })
    pages.push(page)
    after = page.continuationToken
  }
  // A page that lost a row meanwhile ends with the first of the next.
  const documents = [...new Map(pages.flatMap(({ data }) => data).map((one) => [one.deviceId, one])).values()]
  return {
    documents: documents.slice(0, most),
    isCut: documents.length > most || Boolean(pages.at(-1)?.continuationToken),
  }
}

const documentPage = ({ ask }: Asking, place: Below, { after, ahead }: { after?: string; ahead?: number }) =>
  ask(operations.scheduleDocuments, {
    query: { ...place, pageSize: documentsInOne, continuationToken: after, ahead: ahead || undefined },
  })

async function oneDocument({ ask, read }: Asking, id: string): Promise<PlacedDocument[]> {
  const device = await read(site.getDevice, { path: { id } })
  const document = await orNone(documentOfHost(ask, device).then((one) => [one]))
  return document.map((one) => ({ ...one, deviceName: device.name, siteId: device.siteId ?? '', path: pathTo(device) }))
}

/** Documents of some controllers, by their ids. */
export async function documentsOf(asking: Asking, deviceIds: readonly string[]): Promise<PlacedDocument[]> {
  const found = await inParallel([...new Set(deviceIds)], lanes, (id) => oneDocument(asking, id))
  return found.flat()
}
