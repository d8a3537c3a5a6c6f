/** The alarm about a controller that falls silent (domain §1.1). */

import type { World } from '../../kit/world'
import { isConnected, type LinkRow, silenceMs } from '../../link/presence'
import { reportAlarm } from './alarm-records'

/** Schedules a check of a controller's connection: when its silence counts, or at once when it is back. */
export function scheduleLinkCheck({ jobs, clock }: World, deviceId: string, state: 'down' | 'up'): void {
  const at = state === 'down' ? clock.now() + silenceMs : clock.now()
  jobs.schedule('alarm.link', at, { deviceId }, `alarm.link:${deviceId}`)
}

export function registerDeviceAlarms(world: World): void {
  const { jobs, store } = world
  jobs.onRealTime<{ deviceId: string }>('alarm.link', ({ deviceId }, at) => {
    const device = store.get<LinkRow>('SELECT onboarded, offline_since FROM device WHERE id = ?', deviceId)
    if (!device?.onboarded) return
    reportAlarm(world, { deviceId, kind: 'deviceOffline', into: isConnected(device, at) ? 'normal' : 'fault' })
  })
}
