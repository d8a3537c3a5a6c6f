/**
 * Reads the schedule documents of a place with the extension, else controller by controller within a bound (domain
 * §17).
 */
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

/** Maximum number of documents in one call. */
const documentsInOne = 200
/** Maximum number of documents of one page or change. */
const mostDocuments = 2_000

export interface FoundDocuments {
  documents: PlacedDocument[]
  /** There are more documents than were read. */
  isCut: boolean
}

/** Returns the documents of a place, up to the bound. */
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

/** Reads the pages in parallel: the first reply has the cursors of the following ones (`ahead`). */
async function documentsBelow(asking: Asking, place: Below, most: number): Promise<FoundDocuments> {
  const ahead = Math.ceil(most / documentsInOne) - 1
  const first = await documentPage(asking, place, { ahead })
  const others = await Promise.all((first.ahead ?? []).map((after) => documentPage(asking, place, { after })))
  const pages = [first, ...others]
  // A service without `ahead` is read page after page.
  for (let after = pages.at(-1)?.continuationToken; after && pages.length <= ahead; ) {
    const page = await documentPage(asking, place, { after })
    pages.push(page)
    after = page.continuationToken
  }
  // If a row disappears meanwhile, a page can end with the first row of the next.
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

/** Returns the documents of the given controllers. */
export async function documentsOf(asking: Asking, deviceIds: readonly string[]): Promise<PlacedDocument[]> {
  const found = await inParallel([...new Set(deviceIds)], lanes, (id) => oneDocument(asking, id))
  return found.flat()
}
