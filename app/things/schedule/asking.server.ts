/** Reads the schedules of a place: its query, and controller by controller if the backend has no list. */
import type { Device } from '#contracts/site'
import { askDevices } from '~/backend/find-devices.server'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Walking } from '~/backend/walk-devices.server'
import type { PlaceParams } from '~/screens/place/mount.server'
import type { ScheduleFilter } from './columns'

/** A reader whose calls throw `ServiceError`. */
export type Asking = Walking & Pick<Reader, 'read'>

/** Maximum number of controllers read one by one. */
const mostControllers = 200
export const lanes = 8

/** Reads the items of each onboarded controller of a place; `isCut` if there are more controllers. */
export async function eachController<Told>(
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

/** Returns [] for a controller that was removed from service meanwhile. */
export async function orNone<Told>(telling: Promise<Told[]>): Promise<Told[]> {
  try {
    return await telling
  } catch (error) {
    if (error instanceof ServiceError && ['4304', '4005', '4003'].includes(error.code)) return []
    throw error
  }
}

export const pathTo = ({ path = [] }: Device) => path.filter(({ type }) => type !== 'device')

export function placeQuery({ customerId }: PlaceParams, { groupId, siteId, buildingId, spaceId }: ScheduleFilter) {
  return { customerId, groupId, siteId, buildingId, spaceId }
}
