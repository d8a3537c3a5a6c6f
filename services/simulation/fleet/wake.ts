/** How a simulated controller is notified that there is work (domain §12). */
import type { World } from '../../kit/world'

/** Schedules the controller to look for work at `at` (now by default); repeated calls count once. */
export function wakeController({ jobs, clock }: World, deviceId: string, at = clock.now()): void {
  jobs.schedule('controller.wake', at, { deviceId }, at > clock.now() ? `wake:${deviceId}:${at}` : `wake:${deviceId}`)
}

/** Schedules the controller to accept pending schedules, if there are any. */
export function wakeSchedules({ store, jobs, clock }: World, deviceId: string): void {
  const waits = store.get(`SELECT 1 FROM host_schedule WHERE device_id = ? AND sync_state = 'pendingSend'`, deviceId)
  if (waits)
    jobs.schedule('controller.schedules', clock.now() + 500, { deviceId, step: 'take' }, `schedules:${deviceId}`)
}
