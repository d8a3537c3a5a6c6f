/** The objects that a schedule commands, with the points of its controller that they are. */
import type { Point, Value } from '#contracts/points'
import type { Schedule, ScheduleTarget } from '#contracts/schedules'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Reader } from '~/backend/reader.server'
import { nameWithoutDevice } from '~/features/point/shared/row'
import { type ValueFormat, valueFormatOf } from '~/features/point/shared/value'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { isCommandedBy } from './shared/commanded'

export interface CommandedObject {
  /** `binaryValue 1`, with the instance of its controller where that is another one. */
  object: string
  deviceInstance: number | null
  /** Null where it is no point that the reader may see. */
  point: { name: string; href: string; value: Value | null; valueFormat: ValueFormat } | null
}

/** Returns what a schedule commands; without points where the reader must not read them, or they could not be read. */
export async function commandedObjects(
  reader: Pick<Reader, 'may' | 'call'>,
  at: ParamsFor<'deviceSchedule'>,
  { schedule, device }: { schedule: Schedule; device: { name: string } },
): Promise<CommandedObject[]> {
  const targets = schedule.listOfObjectPropertyReferences
  const isRead = targets.length > 0 && reader.may('point.read')
  const points = isRead ? await asPanel(readPoints(reader.call, at.deviceId, targets)) : null
  return targets.map((target) => {
    const point = points?.ok ? points.value.find((one) => isCommandedBy(target, one)) : undefined
    const { objectType, objectInstance, deviceInstance = null } = target
    return {
      object: `${objectType} ${objectInstance}${deviceInstance === null ? '' : ` @${deviceInstance}`}`,
      deviceInstance,
      point: point
        ? {
            name: nameWithoutDevice(point.displayName || point.name, { device: device.name }),
            href: href('point', { ...at, pointId: point.id }),
            value: point.presentValue ?? null,
            valueFormat: valueFormatOf(point),
          }
        : null,
    }
  })
}

/** Most points that are read by their ids; of more, all points of the controller are read at once. */
const maxById = 8

/** Returns points of a controller, those that its schedule commands among them: it may have ten thousand. */
function readPoints(
  call: Reader['call'],
  deviceId: string,
  targets: readonly ScheduleTarget[],
): Promise<readonly Point[]> {
  const ofController = () => call(site.listDevicePoints, { path: { id: deviceId } })
  const ids = [...new Set(targets.flatMap(({ pointId }) => pointId ?? []))]
  if (ids.length > maxById || targets.some(({ pointId }) => !pointId)) return ofController()
  return withFallback<readonly Point[]>(
    site.findPoints,
    async () => {
      const pages = await Promise.all(ids.map((pointId) => call(site.findPoints, { query: { deviceId, pointId } })))
      return pages.flatMap(({ data }) => data)
    },
    ofController,
  )
}
