/** The schedules of a place: by the extension, or controller by controller inside a bound (domain §17). */
import { operations } from '#contracts/operations'
import type { PlacedDocument, ScheduleSummary } from '#contracts/schedules'
import { type Device, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { askDevices } from '~/backend/find-devices.server'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { type Counted, countedIn } from '~/domain/counted'
import { startAfter } from '~/screens/list/refused-filter.server'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'
import type { ScheduleFilter } from './columns'
import { documentOfHost } from './document.server'
import { scheduleId, type ToldSchedule } from './row'

/** Who asks, with trouble thrown as ServiceError. */
export type Asking = Pick<Reader, 'ask' | 'read' | 'catalogues'>

export interface Asked {
  at: PlaceParams
  filter: ScheduleFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface SchedulePage {
  schedules: ToldSchedule[]
  total: Counted | null
  next: string | null
  /** Looked for within a bound: some may be missing. */
  isPartial: boolean
}

/** Controllers that are looked through one by one. */
const mostControllers = 200
const lanes = 8

/** One page of the schedules below a place. */
export async function findSchedules(asking: Asking, asked: Asked): Promise<SchedulePage> {
  const { at, sort, after, pageSize } = asked
  const filter = within(at, asked.filter)
  if (filter.deviceId) return ofController(asking, { ...asked, filter })
  const { q, sync, active, type } = filter
  return withFallback(
    operations.findSchedules,
    async () => {
      const found = await asking.ask(operations.findSchedules, {
        query: {
          ...placeQuery(at, filter),
          search: q,
          syncState: sync,
          isActive: active && active === 'yes',
          valueType: type,
          sort,
          pageSize,
          continuationToken: after,
        },
      })
      return {
        schedules: found.data,
        total: countedIn(found),
        next: found.continuationToken ?? null,
        isPartial: false,
      }
    },
    async () => {
      const { found, isCut } = await eachController(asking, at, filter, async ({ id }) => {
        const { data } = await asking.ask(operations.listSchedules, { path: { id } })
        return data
      })
      const schedules = found.flatMap(({ device, told }) =>
        told.map((one) => ({ ...one, deviceName: device.name, path: pathTo(device) })),
      )
      return pageOf(schedules.filter((one) => matches(one, filter)).sort(inOrder(sort)), { after, pageSize, isCut })
    },
  )
}

/** The controllers whose schedules are asked for, each with what is told of it; none of those that are not onboarded. */
async function eachController<Told>(
  asking: Asking,
  at: PlaceParams,
  filter: ScheduleFilter,
  tell: (device: Device) => Promise<Told[]>,
): Promise<{ found: { device: Device; told: Told[] }[]; isCut: boolean }> {
  const { customerId: _, ...search } = placeQuery(at, filter)
  const { devices, next, total } = await askDevices(asking, {
    customerId: at.customerId,
    search: { ...search, onboarded: 'true' },
    pageSize: mostControllers,
  })
  const found = await inParallel(devices, lanes, async (device) => ({ device, told: await orNone(tell(device)) }))
  return { found, isCut: next !== null || total.isCapped }
}

/** One that was taken out of service meanwhile has none. */
async function orNone<Told>(telling: Promise<Told[]>): Promise<Told[]> {
  try {
    return await telling
  } catch (error) {
    if (error instanceof ServiceError && ['4304', '4005', '4003'].includes(error.code)) return []
    throw error
  }
}

const pathTo = ({ path = [] }: Device) => path.filter(({ type }) => type !== 'device')

/** The schedules of one controller, with the words of their values where its document can be read. */
async function ofController({ ask }: Asking, { filter, sort, after, pageSize }: Asked): Promise<SchedulePage> {
  const path = { id: filter.deviceId ?? '' }
  const told = ask(site.getDevice, { path }).then((device) => documentOfHost(ask, device))
  const [{ data }, document] = await Promise.all([
    ask(operations.listSchedules, { path }),
    told.catch((error: unknown) => {
      if (error instanceof ServiceError) return null
      throw error
    }),
  ])
  const facets = new Map(document?.schedules.map((one) => [one.key, one.facets]))
  const schedules = data.map((one) => ({ ...one, facets: facets.get(one.key), timeZone: document?.timeZone }))
  return pageOf(schedules.filter((one) => matches(one, filter)).sort(inOrder(sort)), {
    after,
    pageSize,
    isCut: false,
  })
}

function pageOf(
  schedules: (ToldSchedule & { timeZone?: string | undefined })[],
  { after, pageSize, isCut }: { after: string | undefined; pageSize: number; isCut: boolean },
): SchedulePage {
  const from = startAfter(schedules, after, scheduleId)
  const page = schedules.slice(from, from + pageSize)
  const last = page.at(-1)
  return {
    schedules: page,
    total: isCut ? null : { count: schedules.length, isCapped: false },
    next: last && from + pageSize < schedules.length ? scheduleId(last) : null,
    isPartial: isCut,
  }
}

function matches(told: ToldSchedule, { q = '', sync, active, type }: ScheduleFilter): boolean {
  const text = `${told.name} ${told.deviceName ?? ''} ${told.hostId}`.toLocaleLowerCase()
  const words = q.toLocaleLowerCase().split(/\s+/)
  return (
    words.every((word) => text.includes(word)) &&
    (sync === undefined || told.syncState === sync) &&
    (active === undefined || told.isActive === (active === 'yes')) &&
    (type === undefined || told.valueType === type)
  )
}

/** By controller as they come; by name where that is asked for. */
function inOrder(sort: string | undefined): (one: ScheduleSummary, other: ScheduleSummary) => number {
  if (sort?.replace('-', '') !== 'name') return () => 0
  const direction = sort.startsWith('-') ? -1 : 1
  return (one, other) => direction * one.name.localeCompare(other.name, 'en', { numeric: true })
}

function placeQuery({ customerId }: PlaceParams, { groupId, siteId, buildingId, spaceId }: ScheduleFilter) {
  return { customerId, groupId, siteId, buildingId, spaceId }
}

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
    async () => {
      const documents: PlacedDocument[] = []
      let after: string | null | undefined
      do {
        const found = await asking.ask(operations.scheduleDocuments, {
          query: { ...placeQuery(at, narrowed), pageSize: documentsInOne, continuationToken: after ?? undefined },
        })
        documents.push(...found.data)
        after = found.continuationToken
      } while (after && documents.length < most)
      return { documents, isCut: Boolean(after) }
    },
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
