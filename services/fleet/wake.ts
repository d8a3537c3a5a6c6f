/** How a service tells a controller that there is something to do (domain §12). */
import type { World } from '../kit/world'

/** Has the controller look for work at `at` (now unless given); asking twice is asking once. */
export function wakeController({ jobs, clock }: World, deviceId: string, at = clock.now()): void {
  jobs.schedule('controller.wake', at, { deviceId }, at > clock.now() ? `wake:${deviceId}:${at}` : `wake:${deviceId}`)
}

/** Has the fault rules of an equipment look again at what they have, after its points were mapped or unmapped. */
export function wakeRules({ jobs, clock }: World, equipmentId: string): void {
  jobs.schedule('fault.readiness', clock.now(), { equipmentId }, `fault.readiness:${equipmentId}`)
}

/**
 * Has the rules and limits of what a controller serves, and of all that it feeds, looked at again: after somebody wrote
 * to a point or gave it back, or at the moment from which something is wrong.
 */
export function wakeWatches({ jobs, clock }: World, deviceId: string, at = clock.now()): void {
  const later = at > clock.now() ? `:${at}` : ''
  jobs.schedule('watch.disturbed', at, { deviceId }, `watch.disturbed:${deviceId}${later}`)
}

/** The same of equipment, after what feeds or serves it has changed. */
export function wakeFed({ jobs, clock }: World, equipmentIds: readonly string[]): void {
  if (equipmentIds.length > 0) jobs.schedule('watch.fed', clock.now(), { equipmentIds })
}

/** Has the controller take the schedules that wait for it, if any do. */
export function wakeSchedules({ store, jobs, clock }: World, deviceId: string): void {
  const waits = store.get(`SELECT 1 FROM host_schedule WHERE device_id = ? AND sync_state = 'pendingSend'`, deviceId)
  if (waits)
    jobs.schedule('controller.schedules', clock.now() + 500, { deviceId, step: 'take' }, `schedules:${deviceId}`)
}
