/** A schedule as a row of a list. */
import type { ListedSchedule, ScheduleSummary } from '#contracts/schedules'
import { href, type Place, placeParams } from '~/hrefs'
import type { PlaceParams } from '~/kit/place/place-params'
import type { ParamsFor } from '~/paths'

/** A schedule as a call lists it; a call for one controller omits the location. */
export type ScheduleListing = ScheduleSummary &
  Partial<Pick<ListedSchedule, 'deviceName' | 'path' | 'facets' | 'timeZone' | 'scheduleDefault'>>

export interface ScheduleRow {
  id: string
  href: string | null
  name: string
  hostId: string
  device: string
  place: string
  valueType: ScheduleSummary['valueType']
  facets: ListedSchedule['facets']
  value: ScheduleSummary['presentValue']
  next: ScheduleSummary['nextTransition']
  /** Whether its next change is known, if there is one. */
  isForecast: boolean
  isActive: boolean
  targets: number
  syncState: ScheduleSummary['syncState']
  timeZone: string
}

export function scheduleRow(at: PlaceParams, schedule: ScheduleListing): ScheduleRow {
  const { deviceId, key, hostId, deviceName = '', path = [], facets = {}, timeZone = '' } = schedule
  return {
    id: scheduleId({ deviceId, key }),
    href: scheduleHref(at, { deviceId, key, path }),
    name: schedule.name || key,
    hostId,
    device: deviceName,
    place: path.map(({ name }) => name).join(' / '),
    valueType: schedule.valueType,
    facets,
    value: schedule.presentValue,
    next: schedule.nextTransition,
    isForecast: schedule.isForecast !== false,
    isActive: schedule.isActive,
    targets: schedule.targetCount,
    syncState: schedule.syncState,
    timeZone,
  }
}

/** Returns the id of a schedule in forms and records; its key is unique only on its controller. */
export const scheduleId = ({ deviceId, key }: { deviceId: string; key: string }) =>
  `${deviceId}.${encodeURIComponent(key)}`

/** Parses a schedule id; null if it is invalid. */
export function parseScheduleId(id: string): { deviceId: string; key: string } | null {
  const [, deviceId, key] = /^([^.]{1,100})\.(.{1,120})$/.exec(id) ?? []
  if (!deviceId || !key) return null
  try {
    return { deviceId, key: decodeURIComponent(key) }
  } catch {
    return null
  }
}

/** Returns the page of a schedule; the page of its controller if the path is unknown. */
export function scheduleHref(
  at: PlaceParams,
  { deviceId, key, path }: { deviceId: string; key: string; path: Parameters<typeof placeParams>[1] },
): string | null {
  const { tenantId, customerId }: Place = at
  const params = { ...(path.length > 0 ? placeParams({ tenantId, customerId }, path) : at), deviceId, scheduleId: key }
  try {
    return href('deviceSchedule', params as ParamsFor<'deviceSchedule'>)
  } catch {
    return href('deviceById', { tenantId, deviceId })
  }
}
