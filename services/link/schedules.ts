/** Schedules on their way to a controller: requested from its link, whose answer is stored (domain §3.1, §12.2). */
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
      if (!world.inFlight.shutdown.aborted) track(world, deviceId, () => deliver(world, { deviceId, send }))
    })
}

/**
 * Delivers the schedules of a controller at once, maybe within a transaction, as its link has requested; with
 * `isResumed`, those that were on their way when the services ended.
 */
export function deliverSchedules(world: World, deviceId: string, isResumed = false): void {
  const send: SendSchedules = (...sent) => world.links.of(deviceId).sendSchedules(deviceId, ...sent)
  track(world, deviceId, () => deliver(world, { deviceId, send, isResumed }))
}

function track(world: World, deviceId: string, work: () => Promise<void>): void {
  world.inFlight
    .track(work)
    .catch((error: unknown) => world.log.error({ err: error, deviceId }, 'schedules were not delivered'))
}

const giveUpJob = 'schedules.giveUp'
const giveUpId = (deviceId: string) => `${giveUpJob}:${deviceId}`

/** Registers the job at which schedules have waited for too long. */
export function registerScheduleExpiry(world: World): void {
  world.jobs.onRealTime<{ deviceId: string }>(giveUpJob, ({ deviceId }) => {
    if (findHost(world, deviceId)?.syncState === 'pendingSend') moveSync(world, deviceId, 'failed')
  })
}

/** Schedules the moment at which schedules that wait for a silent controller since `since` have failed. */
export const giveUpSchedules = ({ jobs }: Pick<World, 'jobs'>, deviceId: string, since: number): void =>
  void jobs.schedule(giveUpJob, since + maxWaitMs, { deviceId }, giveUpId(deviceId))

/**
 * Requests again what a crash left on its way. The simulation goes on with what it was at, and keeps what waits for its
 * own time; all others are notified once more.
 */
export function resumeSchedules(world: World): void {
  const waiting = world.store.all<{ id: string; protocol: string }>(
    `SELECT device_id AS id, protocol FROM host_schedule JOIN device ON device.id = device_id
     WHERE sync_state = 'sending' OR (sync_state = 'pendingSend' AND protocol <> ?)`,
    simulatedProtocol,
  )
  for (const { id, protocol } of waiting) {
    if (protocol === simulatedProtocol) {
      deliverSchedules(world, id, true)
      continue
    }
    world.store.transaction(() => moveSync(world, id, 'pendingSend'))
    world.links.of(id).schedulesSaved(id)
  }
}

/** A save that waits this long for a silent controller has failed. */
const maxWaitMs = 24 * 3_600_000

interface Delivery {
  deviceId: string
  send: SendSchedules
  isResumed?: boolean
}

/** Sends the schedules that are saved now. They wait again when the controller is silent. */
async function deliver(world: World, { deviceId, send, isResumed = false }: Delivery): Promise<void> {
  const { store, clock, inFlight } = world
  const begun = store.transaction(() => begin(world, deviceId, isResumed))
  if (!begun) return
  const { host, base, attempts } = begun
  const answer = send({ calendars: host.calendars, schedules: host.schedules }, base, attempts).then(
    (sent) => ({ sent }),
    (error: unknown) => ({ isSilent: error instanceof LinkError && error.refusal === 'unreachable' }),
  )
  const outcome = await unlessAborted(inFlight.shutdown, answer)
  // They are requested again after the next start.
  if (outcome === 'aborted') return
  store.transaction(() => {
    const isReplaced = findHost(world, deviceId)?.eTag !== host.eTag
    if ('isSilent' in outcome) {
      if (!isReplaced && moveSync(world, deviceId, outcome.isSilent ? 'pendingSend' : 'failed') && outcome.isSilent)
        giveUpSchedules(world, deviceId, clock.now())
    } else {
      const state = outcome.sent ? recordSent(world, host, outcome.sent) : 'inSync'
      // Schedules saved meanwhile wait for a delivery of their own.
      if (!isReplaced) moveSync(world, deviceId, state)
    }
    scheduleReevaluation(world, deviceId)
  })
}

/** Returns what a promise resolves to, or that the signal was aborted before. */
function unlessAborted<Result>(signal: AbortSignal, result: Promise<Result>): Promise<Result | 'aborted'> {
  return new Promise((resolve, reject) => {
    const abort = () => resolve('aborted')
    signal.addEventListener('abort', abort)
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Returns what is to be sent, and what the controller may have; null when nothing waits, or it waited for too long. */
function begin(world: World, deviceId: string, isResumed: boolean) {
  const host = findHost(world, deviceId)
  if (!host) return null
  const isLate = host.onController !== null && world.clock.now() - (host.updatedAt ?? 0) > maxWaitMs
  if (isLate && moveSync(world, deviceId, 'failed')) return null
  const isBegun = moveSync(world, deviceId, 'sending') || (isResumed && host.syncState === 'sending')
  return isBegun ? { host, ...beginAttempt(world, host) } : null
}
