/** Finds the schedules of a place with the extension, else controller by controller within a bound (domain §17). */
import { containsWords } from '#contracts/fold'
import { operations } from '#contracts/operations'
import type { ScheduleSummary } from '#contracts/schedules'
import { site } from '#contracts/site'
import { anyOfParam } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { ServiceError } from '~/backend/service-error'
import { toWalker } from '~/backend/walk-devices.server'
import { countInReply, type TotalCount } from '~/domain/count'
import { matchesAny, singleValue } from '~/kit/list/filter'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'
import type { ScheduleFilter } from './columns'
import { documentByHostId } from './document.server'
import { pathAbove, placeQuery, readEachController, type ScheduleReader } from './schedule-reader.server'
import { type ScheduleListing, scheduleId } from './shared/row'

export interface ScheduleSearch {
  at: PlaceParams
  filter: ScheduleFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface SchedulePage {
  schedules: ScheduleListing[]
  total: TotalCount | null
  next: string | null
  /** The search was bounded: some schedules may be missing. */
  incomplete: boolean
}

/** Returns one page of the schedules of a place. */
export async function findSchedules(reader: ScheduleReader, search: ScheduleSearch): Promise<SchedulePage> {
  const { at, sort, after, pageSize } = search
  const filter = scopeFilter(at, search.filter)
  if (filter.deviceId) return schedulesOfController(reader, { ...search, filter })
  const { q, sync, active, type } = filter
  const onlyActive = singleValue(active)
  return withFallback(
    operations.findSchedules,
    async () => {
      const reply = await reader.call(operations.findSchedules, {
        query: {
          ...placeQuery(at, filter),
          search: q,
          syncState: anyOfParam(sync),
          isActive: onlyActive && onlyActive === 'yes',
          valueType: anyOfParam(type),
          sort,
          pageSize,
          continuationToken: after,
        },
      })
      return {
        schedules: reply.data,
        total: countInReply(reply),
        next: reply.continuationToken ?? null,
        incomplete: false,
      }
    },
    async () => {
      const { controllers, isCut } = await readEachController(reader, at, filter, async ({ id }) => {
        const { data } = await toWalker(reader).read(operations.listSchedules, { path: { id } })
        return data
      })
      const schedules = controllers.flatMap(({ device, items }) =>
        items.map((one) => ({ ...one, deviceName: device.name, path: pathAbove(device) })),
      )
      return pageOf(schedules.filter((one) => matches(one, filter)).sort(inOrder(sort)), { after, pageSize, isCut })
    },
  )
}

/** Returns the schedules of one controller, with the labels of values if its document can be read. */
async function schedulesOfController(
  { call }: ScheduleReader,
  { filter, sort, after, pageSize }: ScheduleSearch,
): Promise<SchedulePage> {
  const path = { id: filter.deviceId ?? '' }
  const reading = call(site.getDevice, { path }).then((device) => documentByHostId(call, device))
  const [{ data }, document] = await Promise.all([
    call(operations.listSchedules, { path }),
    reading.catch((error: unknown) => {
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
  schedules: (ScheduleListing & { timeZone?: string | undefined })[],
  { after, pageSize, isCut }: { after: string | undefined; pageSize: number; isCut: boolean },
): SchedulePage {
  const from = startIndexAfter(schedules, after, scheduleId)
  const page = schedules.slice(from, from + pageSize)
  const last = page.at(-1)
  return {
    schedules: page,
    total: isCut ? null : { count: schedules.length, isCapped: false },
    next: last && from + pageSize < schedules.length ? scheduleId(last) : null,
    incomplete: isCut,
  }
}

function matches(schedule: ScheduleListing, { q = '', sync, active, type }: ScheduleFilter): boolean {
  return (
    containsWords(`${schedule.name} ${schedule.deviceName ?? ''} ${schedule.hostId}`, q) &&
    matchesAny(sync, schedule.syncState) &&
    matchesAny(active, schedule.isActive ? 'yes' : 'no') &&
    matchesAny(type, schedule.valueType)
  )
}

/** Keeps the order of controllers unless sorted by name. */
function inOrder(sort: string | undefined): (one: ScheduleSummary, other: ScheduleSummary) => number {
  if (sort?.replace('-', '') !== 'name') return () => 0
  const direction = sort.startsWith('-') ? -1 : 1
  return (one, other) => direction * one.name.localeCompare(other.name, 'en', { numeric: true })
}
