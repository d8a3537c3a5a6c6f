/** How services notify a controller that there is work (domain §12). */
import type { World } from '../../kit/world'

/** Schedules the controller to look for work at `at` (now by default); repeated calls count once. */
export function wakeController({ jobs, clock }: World, deviceId: string, at = clock.now()): void {
  jobs.schedule('controller.wake', at, { deviceId }, at > clock.now() ? `wake:${deviceId}:${at}` : `wake:${deviceId}`)
}

/** Schedules the fault rules of a piece of equipment to check their points again, after a mapping changed. */
export function wakeRules({ jobs, clock }: World, equipmentId: string): void {
  jobs.schedule('fault.readiness', clock.now(), { equipmentId }, `fault.readiness:${equipmentId}`)
}

/**
 * Schedules the rules and limits of everything a controller serves and feeds to be evaluated again: after a write or a
 * release, or when a fault begins.
 */
export function wakeMonitoring({ jobs, clock }: World, deviceId: string, at = clock.now()): void {
  const later = at > clock.now() ? `:${at}` : ''
  jobs.schedule('watch.disturbed', at, { deviceId }, `watch.disturbed:${deviceId}${later}`)
}

/** The same for equipment, after what feeds or serves it changed. */
export function wakeDownstream({ jobs, clock }: World, equipmentIds: readonly string[]): void {
  if (equipmentIds.length > 0) jobs.schedule('watch.fed', clock.now(), { equipmentIds })
}

/** Schedules the controller to accept pending schedules, if there are any. */
export function wakeSchedules({ store, jobs, clock }: World, deviceId: string): void {
  const waits = store.get(`SELECT 1 FROM host_schedule WHERE device_id = ? AND sync_state = 'pendingSend'`, deviceId)
  if (waits)
    jobs.schedule('controller.schedules', clock.now() + 500, { deviceId, step: 'take' }, `schedules:${deviceId}`)
}
