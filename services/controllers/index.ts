/**
 * The simulated controllers behind the services: each does one thing at a time, at the pace of real ones, on the
 * injected clock (domain §12). Work in progress is in tables and jobs, so it continues after a restart.
 */

import { applyOrder } from '../device-configuration/send-states'
import { statesOf } from '../device-configuration/sends'
import type { Work } from '../fleet/controller'
import { readController, workOf } from '../fleet/controller'
import type { World } from '../kit/world'
import { registerBackups } from './backup-run'
import { registerInjections } from './control'
import { beginDeployment, deploymentPatienceMs, loseDeployment, stepDeployment } from './deployment-run'
import type { Step } from './link'
import { lostAfterMs, stall } from './link'
import { registerSchedules } from './schedule-run'
import { beginSend, loseSend, stepSend } from './send-run'

export { createDeviceControl } from './control'
export { schema } from './schema'

/** Registers the jobs of the controllers. */
export function register(world: World): void {
  world.jobs.on<{ deviceId: string }>('controller.wake', ({ deviceId }) => {
    const controller = readController(world, deviceId)
    if (!controller || controller.work !== null || controller.offline_since !== null || !controller.onboarded) return
    const work = nextWork(world, deviceId)
    if (work?.kind === 'send') beginSend(world, deviceId, work.type)
    if (work?.kind === 'deployment') beginDeployment(world, deviceId, work.id)
  })

  world.jobs.on<{ deviceId: string; step: Step }>('controller.step', ({ deviceId, step }) => {
    const controller = readController(world, deviceId)
    const work = controller && workOf(controller)
    if (!controller || !work) return
    if (!step.offline && controller.offline_since !== null) {
      const patience = work.kind === 'send' ? lostAfterMs : deploymentPatienceMs(world, work.id)
      stall(world, deviceId, step, patience)
    } else if (work.kind === 'send') {
      stepSend(world, controller, work.type, step)
    } else {
      stepDeployment(world, controller, work.id, step)
    }
  })

  world.jobs.on<{ deviceId: string }>('controller.lost', ({ deviceId }) => {
    const controller = readController(world, deviceId)
    const work = controller && workOf(controller)
    if (!controller?.stalled || !work) return
    if (work.kind === 'send') loseSend(world, controller, work.type)
    else loseDeployment(world, controller, work.id)
  })

  registerInjections(world)
  registerBackups(world)
  registerSchedules(world)
}

/** Returns the earliest request; the types of one send in the order of domain §5.3. */
function nextWork({ store, clock }: World, deviceId: string): Work | null {
  const queued = statesOf(store, deviceId).filter(({ send_state }) => send_state === 'queued')
  const sentAt = Math.min(...queued.map(({ queued_at }) => queued_at ?? 0))
  const deployment = store.get<{ id: string; asked: number }>(
    `SELECT id, coalesce(scheduled_at, requested_at) AS asked FROM deployment
     WHERE device_id = ? AND status = 'NotStarted' AND coalesce(scheduled_at, requested_at) <= ? ORDER BY asked, id LIMIT 1`,
    deviceId,
    clock.now(),
  )
  if (deployment && deployment.asked <= sentAt) return { kind: 'deployment', id: deployment.id }
  const [first] = queued.sort((a, b) => applyOrder.indexOf(a.type) - applyOrder.indexOf(b.type))
  return first ? { kind: 'send', type: first.type } : null
}
