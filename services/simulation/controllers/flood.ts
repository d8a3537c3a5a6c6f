/** A controller that floods the services with alarms (domain §1.7, §12.3). */
import type { World } from '../../kit/world'
import { floodLimit, reportAlarm } from '../../operations/alarms/alarm-records'
import { activeInjection } from '../fleet/injections'

const minuteMs = 60_000

/** Starts a job that raises alarms every minute while the injection `alarmFlood` is active. */
export function startFlood({ jobs }: World, deviceId: string, at: number): void {
  jobs.schedule('alarm.flood', at, { deviceId, round: 0 }, `alarm.flood:${deviceId}`)
}

export function registerFloods(world: World): void {
  world.jobs.on<{ deviceId: string; round: number }>('alarm.flood', ({ deviceId, round }, at) => {
    const flood = activeInjection(world, deviceId, 'alarmFlood')
    if (!flood) {
      reportAlarm(world, { deviceId, kind: 'deviceFlood', into: 'normal' })
      return
    }
    const perMinute = Number(flood.perMin ?? 300)
    if (perMinute > floodLimit) reportAlarm(world, { deviceId, kind: 'deviceFlood', into: 'offnormal' })
    else raiseOnPoints(world, deviceId, { count: perMinute, into: round % 2 === 0 ? 'highLimit' : 'normal' })
    world.jobs.schedule('alarm.flood', at + minuteMs, { deviceId, round: round + 1 }, `alarm.flood:${deviceId}`)
  })
}

function raiseOnPoints(
  world: World,
  deviceId: string,
  { count, into }: { count: number; into: 'highLimit' | 'normal' },
): void {
  const points = world.store.all<{ id: string; display_name: string; object_type: string; object_instance: number }>(
    'SELECT id, display_name, object_type, object_instance FROM point WHERE device_id = ? ORDER BY id LIMIT ?',
    deviceId,
    count,
  )
  for (const point of points) {
    reportAlarm(world, {
      deviceId,
      kind: 'setpointDeviation',
      into,
      point: {
        id: point.id,
        name: point.display_name,
        objectType: point.object_type,
        objectInstance: point.object_instance,
      },
    })
  }
}
