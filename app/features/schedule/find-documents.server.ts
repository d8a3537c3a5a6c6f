/**
 * Reads the schedule documents of a place with the extension, else controller by controller within a bound (domain
 * §17).
 */
import { operations } from '#contracts/operations'
import type { PlacedDocument } from '#contracts/schedules'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { toWalker } from '~/backend/walk-devices.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'
import type { ScheduleFilter } from './columns'
import { documentByHostId } from './document.server'
import {
  maxConcurrentReads,
  orEmpty,
  pathAbove,
  placeQuery,
  readEachController,
  type ScheduleReader,
} from './schedule-reader.server'

/** Number of documents in one of several calls at once, and in calls that wait for one another. */
const documentPageSizes = { atOnce: 100, inTurn: 200 }
/** Maximum number of documents of one page or change. */
const maxDocuments = 2_000

export interface DocumentList {
  documents: PlacedDocument[]
  /** There are more documents than were read. */
  isCut: boolean
}

/** Returns the documents of a place, up to the bound. */
export async function scheduleDocuments(
  reader: ScheduleReader,
  { at, filter = {}, max = maxDocuments }: { at: PlaceParams; filter?: ScheduleFilter; max?: number },
): Promise<DocumentList> {
  const narrowed = scopeFilter(at, filter)
  if (narrowed.deviceId) return { documents: await oneDocument(reader, narrowed.deviceId), isCut: false }
  return withFallback(
    operations.scheduleDocuments,
    () => documentsBelow(reader, placeQuery(at, narrowed), max),
    async () => {
      const { controllers, isCut } = await readEachController(reader, at, narrowed, async (device) => [
        await documentByHostId(toWalker(reader).read, device),
      ])
      const documents = controllers.flatMap(({ device, items }) =>
        items
          .filter(({ schedules }) => schedules.length > 0)
          .map((one) => ({ ...one, deviceName: device.name, siteId: device.siteId ?? '', path: pathAbove(device) })),
      )
      return { documents, isCut }
    },
  )
}

type Below = ReturnType<typeof placeQuery>

/** Reads the pages in parallel: the first reply has the cursors of the following ones (`ahead`). */
async function documentsBelow(reader: ScheduleReader, place: Below, max: number): Promise<DocumentList> {
  const pageSize = documentPageSizes.atOnce
  const first = await documentPage(reader, { ...place, pageSize, ahead: Math.ceil(max / pageSize) - 1 || undefined })
  const others = await Promise.all(
    (first.ahead ?? []).map((continuationToken) => documentPage(reader, { ...place, pageSize, continuationToken })),
  )
  const pages = [first, ...others]
  const countRead = () => pages.reduce((sum, { data }) => sum + data.length, 0)
  // A service without `ahead` is read page after page.
  for (let continuationToken = pages.at(-1)?.continuationToken; continuationToken && countRead() < max; ) {
    const page = await documentPage(reader, { ...place, pageSize: documentPageSizes.inTurn, continuationToken })
    pages.push(page)
    continuationToken = page.continuationToken
  }
  // If a row disappears meanwhile, a page can end with the first row of the next.
  const documents = [...new Map(pages.flatMap(({ data }) => data).map((one) => [one.deviceId, one])).values()]
  return {
    documents: documents.slice(0, max),
    isCut: documents.length > max || Boolean(pages.at(-1)?.continuationToken),
  }
}

type PageQuery = Below & { pageSize: number; continuationToken?: string; ahead?: number | undefined }

const documentPage = ({ call }: ScheduleReader, query: PageQuery) => call(operations.scheduleDocuments, { query })

async function oneDocument({ call, read }: ScheduleReader, id: string): Promise<PlacedDocument[]> {
  const device = await read(site.getDevice, { path: { id } })
  const document = await orEmpty(documentByHostId(call, device).then((one) => [one]))
  return document.map((one) => ({
    ...one,
    deviceName: device.name,
    siteId: device.siteId ?? '',
    path: pathAbove(device),
  }))
}

/** Returns the documents of the given controllers. */
export async function documentsOf(reader: ScheduleReader, deviceIds: readonly string[]): Promise<PlacedDocument[]> {
  const documents = await inParallel([...new Set(deviceIds)], maxConcurrentReads, (id) => oneDocument(reader, id))
  return documents.flat()
}
