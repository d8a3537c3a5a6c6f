/** How a simulated controller is notified that there is work (domain §12). */
import type { World } from '../../kit/world'

/** Schedules the controller to look for work at `at` (now by default); repeated calls count once. */
export function wakeController({ jobs, clock }: World, deviceId: string, at = clock.now()): void {
  jobs.schedule('controller.wake', at, { deviceId }, at > clock.now() ? `wake:${deviceId}:${at}` : `wake:${deviceId}`)
}

/** The job at which a controller is ready for its schedules, or has taken them. */
export const schedulesJob = 'controller.schedules'
export const schedulesJobId = (deviceId: string) => `schedules:${deviceId}`

/** Schedules the moment at which the controller is ready for pending schedules, if there are any. */
export function wakeSchedules({ store, jobs, clock }: World, deviceId: string): void {
  const waits = store.get(`SELECT 1 FROM host_schedule WHERE device_id = ? AND sync_state = 'pendingSend'`, deviceId)
  if (waits) jobs.schedule(schedulesJob, clock.now() + 500, { deviceId, step: 'take' }, schedulesJobId(deviceId))
}
