/** What asking for the schedules of a place is made of: who asks, which place, and controller by controller where there is no list. */
import type { Device } from '#contracts/site'
import { askDevices } from '~/backend/find-devices.server'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Walking } from '~/backend/walk-devices.server'
import type { PlaceParams } from '~/screens/place/mount.server'
import type { ScheduleFilter } from './columns'

/** Who asks, with trouble thrown as ServiceError. */
export type Asking = Walking & Pick<Reader, 'read'>

/** Controllers that are looked through one by one. */
const mostControllers = 200
export const lanes = 8

/** The controllers whose schedules are asked for, each with what is told of it; none of those that are not onboarded. */
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

/** One that was taken out of service meanwhile has none. */
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
