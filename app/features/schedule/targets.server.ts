/** The objects that a schedule commands, with the points of its controller that they are. */
import type { Value } from '#contracts/points'
import type { Schedule } from '#contracts/schedules'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
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
  reader: Pick<Reader, 'may' | 'panel'>,
  at: ParamsFor<'deviceSchedule'>,
  { schedule, device }: { schedule: Schedule; device: { name: string } },
): Promise<CommandedObject[]> {
  const targets = schedule.listOfObjectPropertyReferences
  const isRead = targets.length > 0 && reader.may('point.read')
  const points = isRead ? await reader.panel(site.listDevicePoints, { path: { id: at.deviceId } }) : null
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
