/** The schedule documents of a place: by the extension, or controller by controller inside a bound (domain §17). */
import { operations } from '#contracts/operations'
import type { PlacedDocument } from '#contracts/schedules'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
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
        await documentOfHost(asking.ask, device),
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

/**
 * Page after page. Of a group that fills more than one its sites are asked beside each other, so that no call waits for
 * more than one other.
 */
async function documentsBelow(asking: Asking, place: Below, most: number): Promise<FoundDocuments> {
  const { groupId, siteId } = place
  const isGroup = groupId !== undefined && siteId === undefined
  const [first, sites] = await Promise.all([
    documentPage(asking, place),
    isGroup ? asking.ask(site.listGroupSites, { path: { id: groupId } }) : [],
  ])
  if (!isGroup || !first.continuationToken) return pagesAfter(asking, place, { first, most })
  let count = 0
  const found = await inParallel(sites, lanes, async ({ id }): Promise<FoundDocuments> => {
    if (count >= most) return { documents: [], isCut: true }
    const own = { ...place, siteId: id }
    const told = await pagesAfter(asking, own, { first: await documentPage(asking, own), most })
    count += told.documents.length
    return told
  })
  const documents = found.flatMap((one) => one.documents)
  return { documents: documents.slice(0, most), isCut: documents.length > most || found.some(({ isCut }) => isCut) }
}

const documentPage = ({ ask }: Asking, place: Below, after?: string) =>
  ask(operations.scheduleDocuments, {
    query: { ...place, pageSize: documentsInOne, continuationToken: after },
  })

async function pagesAfter(
  asking: Asking,
  place: Below,
  { first, most }: { first: Awaited<ReturnType<typeof documentPage>>; most: number },
): Promise<FoundDocuments> {
  const documents = [...first.data]
  let after = first.continuationToken
  while (after && documents.length < most) {
    const found = await documentPage(asking, place, after)
    documents.push(...found.data)
    after = found.continuationToken
  }
  return { documents, isCut: Boolean(after) }
}

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
