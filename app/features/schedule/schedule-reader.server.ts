/** Reads the schedules of a place: its query, and controller by controller if the backend has no list. */
import type { Device } from '#contracts/site'
import { requestDevices } from '~/backend/find-devices.server'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { WalkReader } from '~/backend/walk-devices.server'
import type { PlaceParams } from '~/kit/place/place-params'
import type { ScheduleFilter } from './columns'

/** A reader whose calls throw `ServiceError`. */
export type ScheduleReader = WalkReader & Pick<Reader, 'read'>

/** Maximum number of controllers read one by one. */
const maxControllers = 200
export const maxConcurrentReads = 8

/** Reads the items of each onboarded controller of a place; `isCut` if there are more controllers. */
export async function readEachController<Item>(
  reader: ScheduleReader,
  at: PlaceParams,
  filter: ScheduleFilter,
  read: (device: Device) => Promise<Item[]>,
): Promise<{ controllers: { device: Device; items: Item[] }[]; isCut: boolean }> {
  const { customerId: _, ...search } = placeQuery(at, filter)
  const { devices, next, total } = await requestDevices(reader, {
    customerId: at.customerId,
    search: { ...search, onboarded: 'true' },
    pageSize: maxControllers,
  })
  const controllers = await inParallel(devices, maxConcurrentReads, async (device) => ({
    device,
    items: await orEmpty(read(device)),
  }))
  return { controllers, isCut: next !== null || total.isCapped }
}

/** Returns [] for a controller that is not in service, or that does not exist for this person. */
export async function orEmpty<Item>(reading: Promise<Item[]>): Promise<Item[]> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ServiceError && (error.isMissing || error.code === '4304')) return []
    throw error
  }
}

export const pathAbove = ({ path = [] }: Device) => path.filter(({ type }) => type !== 'device')

export function placeQuery({ customerId }: PlaceParams, { groupId, siteId, buildingId, spaceId }: ScheduleFilter) {
  return { customerId, groupId, siteId, buildingId, spaceId }
}
