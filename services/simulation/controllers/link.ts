/** The connection of a controller: it drops, it returns, and work continues from where it stopped (domain §12.2). */

import type { World } from '../../kit/world'
import { parseWork, readController, type SimulatedController, setWork } from '../fleet/controller'
import { activeInjection } from '../fleet/injections'
import { reportsOf } from '../fleet/reports'
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
  reportsOf(world).down(deviceId, world.clock.now())
}

/** Resumes signs of life and stalled work, unless an injection keeps the controller offline. */
export function raiseLink(world: World, deviceId: string): boolean {
  if (activeInjection(world, deviceId, 'offline')) return false
  reportsOf(world).up(deviceId)
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
  jobs.schedule('controller.step', clock.now() + ms, { deviceId, step }, stepJob(deviceId))
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

/** Whether the next step of the work in progress, which waits for the link, has a name. */
export const isStalledAt = ({ stalled }: SimulatedController, name: string): boolean =>
  stalled !== null && (JSON.parse(stalled) as WorkStep).name === name

/** Drops work that has not begun. */
export function abortWork(world: World, deviceId: string, workId: string): void {
  const controller = readController(world, deviceId)
  if (!controller || parseWork(controller)?.id !== workId) return
  world.jobs.cancel(stepJob(deviceId))
  world.jobs.cancel(lostJob(deviceId))
  world.jobs.cancel(onboardingJob(deviceId))
  setWork(world, deviceId, null)
  wakeController(world, deviceId)
}

/** Names the end of the step of an onboarding. */
export const onboardingJob = (deviceId: string) => `onboarding.step:${deviceId}`
const stepJob = (deviceId: string) => `step:${deviceId}`
const lostJob = (deviceId: string) => `lost:${deviceId}`
