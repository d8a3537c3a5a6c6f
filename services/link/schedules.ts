/** Schedules on their way to a controller whose link takes them at once (domain §3.1). */
import type { World } from '../kit/world'
import { scheduleReevaluation } from '../operations/rules/reevaluation'
import { beginAttempt, recordSent } from '../operations/schedules/controller-copy'
import { findHost, moveSync } from '../operations/schedules/records'
import { type DeliverSchedules, LinkError } from './port'
import { simulatedProtocol } from './registry'

type SendSchedules = Parameters<DeliverSchedules>[1]

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

/** A save that waits this long for a silent controller has failed. */
const maxWaitMs = 24 * 3_600_000

/** Sends the schedules that are saved now. They wait again when the controller is silent. */
async function deliver(world: World, deviceId: string, send: SendSchedules): Promise<void> {
  const { store } = world
  const begun = store.transaction(() => begin(world, deviceId))
  if (!begun) return
  const { host, base, attempts } = begun
  const outcome = await send({ calendars: host.calendars, schedules: host.schedules }, base, attempts).then(
    (sent) => ({ sent }),
    (error: unknown) => ({ isSilent: error instanceof LinkError && error.refusal === 'unreachable' }),
  )
  store.transaction(() => {
    const isReplaced = findHost(world, deviceId)?.eTag !== host.eTag
    if ('isSilent' in outcome) {
      if (!isReplaced) moveSync(world, deviceId, outcome.isSilent ? 'pendingSend' : 'failed')
    } else {
      const state = outcome.sent ? recordSent(world, host, outcome.sent) : 'inSync'
      // Schedules saved meanwhile wait for a delivery of their own.
      if (!isReplaced) moveSync(world, deviceId, state)
    }
    scheduleReevaluation(world, deviceId)
  })
}

/** Returns what is to be sent, and what the controller may have; null when nothing waits, or it waited for too long. */
function begin(world: World, deviceId: string) {
  const host = findHost(world, deviceId)
  if (!host) return null
  const isLate = host.onController !== null && world.clock.now() - (host.updatedAt ?? 0) > maxWaitMs
  if (isLate && moveSync(world, deviceId, 'failed')) return null
  return moveSync(world, deviceId, 'sending') ? { host, ...beginAttempt(world, host) } : null
}
