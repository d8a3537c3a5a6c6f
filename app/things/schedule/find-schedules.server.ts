/** Finds the schedules of a place with the extension, else controller by controller within a bound (domain §17). */
import { holdsWords } from '#contracts/fold'
import { operations } from '#contracts/operations'
import type { ScheduleSummary } from '#contracts/schedules'
import { site } from '#contracts/site'
import { anyOf } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { ServiceError } from '~/backend/service-error'
import { walkerOf } from '~/backend/walk-devices.server'
import { type Counted, countedIn } from '~/domain/counted'
import { isAmong, onlyOf } from '~/screens/list/filter'
import { startAfter } from '~/screens/list/refused-filter.server'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'
import { type Asking, eachController, pathTo, placeQuery } from './asking.server'
import type { ScheduleFilter } from './columns'
import { documentOfHost } from './document.server'
import { scheduleId, type ToldSchedule } from './row'

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
  /** The search was bounded: some schedules may be missing. */
  isPartial: boolean
}

/** Returns one page of the schedules of a place. */
export async function findSchedules(asking: Asking, asked: Asked): Promise<SchedulePage> {
  const { at, sort, after, pageSize } = asked
  const filter = within(at, asked.filter)
  if (filter.deviceId) return ofController(asking, { ...asked, filter })
  const { q, sync, active, type } = filter
  const onlyActive = onlyOf(active)
  return withFallback(
    operations.findSchedules,
    async () => {
      const found = await asking.ask(operations.findSchedules, {
        query: {
          ...placeQuery(at, filter),
          search: q,
          syncState: anyOf(sync),
          isActive: onlyActive && onlyActive === 'yes',
          valueType: anyOf(type),
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
        const { data } = await walkerOf(asking).read(operations.listSchedules, { path: { id } })
        return data
      })
      const schedules = found.flatMap(({ device, told }) =>
        told.map((one) => ({ ...one, deviceName: device.name, path: pathTo(device) })),
      )
      return pageOf(schedules.filter((one) => matches(one, filter)).sort(inOrder(sort)), { after, pageSize, isCut })
    },
  )
}

/** Returns the schedules of one controller, with the labels of values if its document can be read. */
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
  return (
    holdsWords(`${told.name} ${told.deviceName ?? ''} ${told.hostId}`, q) &&
    isAmong(sync, told.syncState) &&
    isAmong(active, told.isActive ? 'yes' : 'no') &&
    isAmong(type, told.valueType)
  )
}

/** Keeps the order of controllers unless sorted by name. */
function inOrder(sort: string | undefined): (one: ScheduleSummary, other: ScheduleSummary) => number {
  if (sort?.replace('-', '') !== 'name') return () => 0
  const direction = sort.startsWith('-') ? -1 : 1
  return (one, other) => direction * one.name.localeCompare(other.name, 'en', { numeric: true })
}
