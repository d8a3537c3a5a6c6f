/** The connection of a controller: it drops, it returns, and work continues from where it stopped (domain §12.2). */

import type { World } from '../../kit/world'
import { recordDown, recordUp } from '../../link/connection'
import { readController } from '../fleet/controller'
import { activeInjection } from '../fleet/injections'
import { wakeController } from '../fleet/wake'

/** A step of the work in progress; `offline` steps run while the link is down. */
export interface WorkStep {
  name: string
  offline?: boolean
  [more: string]: unknown
}

/** How long work may wait for a lost connection before it fails. */
export const lostAfterMs = 10 * 60_000

/** Stops signs of life. */
export function dropLink(world: World, deviceId: string): void {
  recordDown(world, deviceId)
}

/** Resumes signs of life and stalled work, unless an injection keeps the controller offline. */
export function raiseLink(world: World, deviceId: string): boolean {
  if (activeInjection(world, deviceId, 'offline')) return false
  recordUp(world, deviceId)
  const controller = readController(world, deviceId)
  if (controller?.stalled) {
    world.store.run('UPDATE controller SET stalled = NULL WHERE device_id = ?', deviceId)
    world.jobs.cancel(lostJob(deviceId))
    scheduleWorkStep(world, deviceId, JSON.parse(controller.stalled) as WorkStep, 1000)
  } else {
    wakeController(world, deviceId)
  }
  return true
}

/** Schedules the next step of the work in progress, `ms` from now. */
export function scheduleWorkStep({ jobs, clock }: World, deviceId: string, step: WorkStep, ms: number): void {
  jobs.schedule('controller.step', clock.now() + ms, { deviceId, step }, `step:${deviceId}`)
}

/** Postpones a step that needs the link until the link is back, at most for `patienceMs`. */
export function postponeStep(
  { store, jobs, clock }: World,
  deviceId: string,
  step: WorkStep,
  patienceMs = lostAfterMs,
): void {
  store.run('UPDATE controller SET stalled = ? WHERE device_id = ?', JSON.stringify(step), deviceId)
  jobs.schedule('controller.lost', clock.now() + patienceMs, { deviceId }, lostJob(deviceId))
}

const lostJob = (deviceId: string) => `lost:${deviceId}`
