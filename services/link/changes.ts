/** How one service notifies the rules and limits of another that their inputs changed. */
import type { World } from '../kit/world'

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
