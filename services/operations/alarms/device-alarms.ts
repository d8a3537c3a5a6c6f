/** Alarms about controllers themselves: one that falls silent, and one that floods (domain §1.1, §1.7). */

import type { World } from '../../kit/world'
import { isConnected, type LinkRow, silenceMs } from '../../link/presence'
import { activeInjection } from '../../simulation/fleet/injections'
import { floodLimit, reportAlarm } from './alarm-records'

const minuteMs = 60_000

/** Schedules a check of a controller's connection: when its silence counts, or at once when it is back. */
export function scheduleLinkCheck({ jobs, clock }: World, deviceId: string, state: 'down' | 'up'): void {
  const at = state === 'down' ? clock.now() + silenceMs : clock.now()
  jobs.schedule('alarm.link', at, { deviceId }, `alarm.link:${deviceId}`)
}

/** Starts a job that raises alarms every minute while the injection `alarmFlood` is active. */
export function startFlood({ jobs }: World, deviceId: string, at: number): void {
  jobs.schedule('alarm.flood', at, { deviceId, round: 0 }, `alarm.flood:${deviceId}`)
}

export function registerDeviceAlarms(world: World): void {
  const { jobs, store } = world
  jobs.onRealTime<{ deviceId: string }>('alarm.link', ({ deviceId }, at) => {
    const device = store.get<LinkRow>('SELECT onboarded, offline_since FROM device WHERE id = ?', deviceId)
    if (!device?.onboarded) return
    reportAlarm(world, { deviceId, kind: 'deviceOffline', into: isConnected(device, at) ? 'normal' : 'fault' })
  })

  jobs.on<{ deviceId: string; round: number }>('alarm.flood', ({ deviceId, round }, at) => {
    const flood = activeInjection(world, deviceId, 'alarmFlood')
    if (!flood) {
      reportAlarm(world, { deviceId, kind: 'deviceFlood', into: 'normal' })
      return
    }
    const perMinute = Number(flood.perMin ?? 300)
    if (perMinute > floodLimit) reportAlarm(world, { deviceId, kind: 'deviceFlood', into: 'offnormal' })
    else raiseOnPoints(world, deviceId, { count: perMinute, into: round % 2 === 0 ? 'highLimit' : 'normal' })
    jobs.schedule('alarm.flood', at + minuteMs, { deviceId, round: round + 1 }, `alarm.flood:${deviceId}`)
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
