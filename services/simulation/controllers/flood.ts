/** A controller that floods the services with alarms (domain §1.7, §12.3). */
import { floodLimit } from '../../contracts/alarms'
import type { World } from '../../kit/world'
import { activeInjection } from '../fleet/injections'
import { reportsOf } from '../fleet/reports'

const minuteMs = 60_000

/** Starts a job that raises alarms every minute while the injection `alarmFlood` is active. */
export function startFlood({ jobs }: World, deviceId: string, at: number): void {
  jobs.schedule('alarm.flood', at, { deviceId, round: 0 }, `alarm.flood:${deviceId}`)
}

export function registerFloods(world: World): void {
  world.jobs.on<{ deviceId: string; round: number }>('alarm.flood', ({ deviceId, round }, at) => {
    const flood = activeInjection(world, deviceId, 'alarmFlood')
    if (!flood) {
      reportsOf(world).alarm(deviceId, { kind: 'deviceFlood', into: 'normal', pointId: null })
      return
    }
    const perMinute = Number(flood.perMin ?? 300)
    if (perMinute > floodLimit)
      reportsOf(world).alarm(deviceId, { kind: 'deviceFlood', into: 'offnormal', pointId: null })
    else raiseOnPoints(world, deviceId, { count: perMinute, into: round % 2 === 0 ? 'highLimit' : 'normal' })
    world.jobs.schedule('alarm.flood', at + minuteMs, { deviceId, round: round + 1 }, `alarm.flood:${deviceId}`)
  })
}

function raiseOnPoints(
  world: World,
  deviceId: string,
  { count, into }: { count: number; into: 'highLimit' | 'normal' },
): void {
  const points = world.store.all<{ id: string }>(
    'SELECT id FROM point WHERE device_id = ? ORDER BY id LIMIT ?',
    deviceId,
    count,
  )
  for (const { id } of points) reportsOf(world).alarm(deviceId, { kind: 'setpointDeviation', into, pointId: id })
}
