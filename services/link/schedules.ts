/** Schedules on their way to a controller whose link takes them at once (domain §3.1). */
import type { World } from '../kit/world'
import { scheduleReevaluation } from '../operations/rules/reevaluation'
import { findHost, moveSync } from '../operations/schedules/records'
import { type DeliverSchedules, LinkError, type ScheduleContent } from './port'
import { simulatedProtocol } from './registry'

/** Returns the function that delivers schedules after the transaction in which they were saved. */
export function createScheduleDelivery(world: World): DeliverSchedules {
  return (deviceId, send) =>
    void setImmediate(() => {
      if (world.inFlight.shutdown.aborted) return
      world.inFlight
        .track(() => deliver(world, deviceId, send))
        .catch((error: unknown) => world.log.error({ err: error, deviceId }, 'schedules were not delivered'))
    })
}

/** Notifies the links again of the schedules that a crash left on their way; the simulation keeps its own jobs. */
export function resumeSchedules(world: World): void {
  const waiting = world.store.all<{ id: string }>(
    `SELECT device_id AS id FROM host_schedule JOIN device ON device.id = device_id
     WHERE sync_state IN ('pendingSend', 'sending') AND protocol <> ?`,
    simulatedProtocol,
  )
  for (const { id } of waiting) {
    world.store.transaction(() => moveSync(world, id, 'pendingSend'))
    world.links.of(id).schedulesSaved(id)
  }
}

/** Sends the schedules that are saved now. They wait again when the controller is silent. */
async function deliver(
  world: World,
  deviceId: string,
  send: (content: ScheduleContent) => Promise<void>,
): Promise<void> {
  const { store } = world
  if (!store.transaction(() => moveSync(world, deviceId, 'sending'))) return
  const host = findHost(world, deviceId)
  if (!host) return
  const state = await send({ calendars: host.calendars, schedules: host.schedules }).then(
    () => 'inSync' as const,
    (error: unknown) =>
      error instanceof LinkError && error.refusal === 'unreachable' ? ('pendingSend' as const) : ('failed' as const),
  )
  store.transaction(() => {
    // Schedules saved meanwhile wait for a delivery of their own.
    if (findHost(world, deviceId)?.eTag !== host.eTag) return
    moveSync(world, deviceId, state)
    scheduleReevaluation(world, deviceId)
  })
}
