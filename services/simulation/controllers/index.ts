/**
 * The simulated controllers behind the services: each does one thing at a time, at the pace of real ones, on the
 * injected clock (domain §12). Work in progress is in tables and jobs, so it continues after a restart.
 */

import type { World } from '../../kit/world'
import { parseWork, readController } from '../fleet/controller'
import { reportsOf } from '../fleet/reports'
import { stepBackup } from './backup-run'
import { registerInjections } from './control'
import { deploymentTimeoutMs, stepDeployment, timeOutDeployment } from './deployment-run'
import { registerFloods } from './flood'
import { registerBuilds } from './graphics-build'
import type { WorkStep } from './link'
import { lostAfterMs, postponeStep } from './link'
import { registerOnboarding } from './onboarding-run'
import { registerSchedules } from './schedule-run'
import { stepSend, timeOutSend } from './send-run'
import { registerTunnelSteps } from './tunnel-run'

export { createDeviceControl } from './control'
export { schema } from './schema'

/** Registers the jobs of the controllers. */
export function register(world: World): void {
  world.jobs.on<{ deviceId: string }>('controller.wake', ({ deviceId }) => {
    const controller = readController(world, deviceId)
    if (!controller || controller.work !== null) return
    if (controller.onboarded && controller.offline_since !== null) return
    reportsOf(world).ready(deviceId)
  })

  world.jobs.on<{ deviceId: string; step: WorkStep }>('controller.step', ({ deviceId, step }) => {
    const controller = readController(world, deviceId)
    const work = controller && parseWork(controller)
    if (!controller || !work || work.kind === 'onboarding') return
    if (!step.offline && controller.offline_since !== null) {
      const patienceMs = work.kind === 'deployment' ? deploymentTimeoutMs(step) : lostAfterMs
      postponeStep(world, deviceId, step, patienceMs)
    } else if (work.kind === 'send') {
      stepSend(world, controller, work, step)
    } else if (work.kind === 'backup') {
      stepBackup(world, controller, work, step)
    } else {
      stepDeployment(world, controller, work, step)
    }
  })

  world.jobs.on<{ deviceId: string }>('controller.lost', ({ deviceId }) => {
    const controller = readController(world, deviceId)
    const work = controller && parseWork(controller)
    if (!controller?.stalled || !work) return
    if (work.kind === 'send') timeOutSend(world, controller, work)
    if (work.kind === 'deployment') timeOutDeployment(world, controller, work)
  })

  registerInjections(world)
  registerFloods(world)
  registerBuilds(world)
  registerOnboarding(world)
  registerSchedules(world)
  registerTunnelSteps(world)
}
