/** The connection of a controller: it falls, it returns, and work goes on from where it stopped (domain §12.2). */

import { keepSilence } from '../building/silence'
import { readController } from '../fleet/controller'
import { isInjected } from '../fleet/injections'
import { wakeController, wakeSchedules } from '../fleet/wake'
import type { World } from '../kit/world'
import { watchLink } from '../operations/device-alarms'
import { failTunnelsTo } from '../site/tunnels/records'

/** A step of the one thing under way; `offline` steps run while the link is down. */
export interface Step {
  name: string
  offline?: boolean
  [more: string]: unknown
}

/** How long work may hang on a lost connection before it counts as failed. */
export const lostAfterMs = 10 * 60_000

/** Heartbeats stop now, and tunnels break. */
export function dropLink(world: World, deviceId: string): void {
  const { store, clock } = world
  failTunnelsTo(world, deviceId)
  store.run('UPDATE device SET offline_since = ? WHERE id = ? AND offline_since IS NULL', clock.now(), deviceId)
  watchLink(world, deviceId, 'down')
}

/** Heartbeats arrive again, unless the controller is held offline; what was stalled goes on. */
export function raiseLink(world: World, deviceId: string): boolean {
  if (isInjected(world, deviceId, 'offline')) return false
  keepSilence(world, deviceId)
  world.store.run('UPDATE device SET offline_since = NULL WHERE id = ?', deviceId)
  wakeSchedules(world, deviceId)
  watchLink(world, deviceId, 'up')
  const controller = readController(world, deviceId)
  if (controller?.stalled) {
    world.store.run('UPDATE controller SET stalled = NULL WHERE device_id = ?', deviceId)
    world.jobs.cancel(lostJob(deviceId))
    scheduleStep(world, deviceId, JSON.parse(controller.stalled) as Step, 1000)
  } else {
    wakeController(world, deviceId)
  }
  return true
}

/** Has the next step of the work under way happen in `ms`. */
export function scheduleStep({ jobs, clock }: World, deviceId: string, step: Step, ms: number): void {
  jobs.schedule('controller.step', clock.now() + ms, { deviceId, step }, `step:${deviceId}`)
}

/** Keeps a step that needs the link until the link is back, for as long as that may take. */
export function stall({ store, jobs, clock }: World, deviceId: string, step: Step, patienceMs = lostAfterMs): void {
  store.run('UPDATE controller SET stalled = ? WHERE device_id = ?', JSON.stringify(step), deviceId)
  jobs.schedule('controller.lost', clock.now() + patienceMs, { deviceId }, lostJob(deviceId))
}

const lostJob = (deviceId: string) => `lost:${deviceId}`
