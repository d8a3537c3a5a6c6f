/** How a service tells a controller that there is something to do (domain §12). */
import type { World } from '../kit/world'

/** Has the controller look for work at `at` (now unless given); asking twice is asking once. */
export function wakeController({ jobs, clock }: World, deviceId: string, at = clock.now()): void {
  jobs.schedule('controller.wake', at, { deviceId }, at > clock.now() ? `wake:${deviceId}:${at}` : `wake:${deviceId}`)
}
