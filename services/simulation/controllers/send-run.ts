/** How a controller accepts configuration, one type at a time (domain §12.2). */
import type { ConfigurationType } from '../../contracts/site'
import type { SendStateRecord } from '../../device-configuration/sends'
import { failSend, logSend, readState, startSend, succeedSend } from '../../device-configuration/sends'
import type { World } from '../../kit/world'
import type { SimulatedController } from '../fleet/controller'
import { readController, runningNetwork, setWork, stepDurationMs } from '../fleet/controller'
import type { InjectionKind } from '../fleet/injections'
import { activeInjection, matchesNamed } from '../fleet/injections'
import { wakeController } from '../fleet/wake'
import { reachWith } from './lan'
import type { WorkStep } from './link'
import { dropLink, postponeStep, raiseLink, scheduleWorkStep } from './link'

/** New settings are rolled back when the controller does not return within this time. */
const rollbackAfterMs = 120_000
/** Transfer rate of graphics, bytes per second. */
const transferBytesPerSecond = 1_000_000

/** Starts a queued send. */
export function beginSend(world: World, deviceId: string, type: ConfigurationType): void {
  setWork(world, deviceId, { kind: 'send', type })
  scheduleWorkStep(world, deviceId, { name: 'pickUp' }, stepDurationMs(world, deviceId, 1))
}

/** Runs one step of the send in progress; the link is up unless the step runs offline. */
export function stepSend(world: World, controller: SimulatedController, type: ConfigurationType, step: WorkStep): void {
  const row = readState(world.store, controller.device_id, type)
  const run = steps[step.name]
  if (!row || !run || (step.name === 'pickUp' ? row.send_state !== 'queued' : row.send_state !== 'running')) {
    return finish(world, controller.device_id)
  }
  run(world, controller, row)
}

/** Fails the send because the connection was lost for too long. */
export function timeOutSend(world: World, controller: SimulatedController, type: ConfigurationType): void {
  const row = readState(world.store, controller.device_id, type)
  if (row?.send_state === 'running') {
    const message = 'The connection was lost for more than 10 minutes.'
    failSend(world, row, { code: 'CONNECTION_LOST', message, step: 'apply' })
  }
  finish(world, controller.device_id)
}

type Run = (world: World, controller: SimulatedController, row: SendStateRecord) => void

const steps: Record<string, Run> = {
  pickUp(world, controller, row) {
    startSend(world, row)
    const id = controller.device_id
    if (row.type === 'gfx') return scheduleWorkStep(world, id, { name: 'transferred' }, gfxTransfer(world, row))
    scheduleWorkStep(world, id, { name: row.type === 'network' ? 'drop' : 'applied' }, stepDurationMs(world, id, 2, 4))
  },

  transferred(world, controller, row) {
    logSend(world, row, {
      code: 'TRANSFERRED',
      message: 'The graphics file was transferred; the engine loads it.',
      step: 'load',
    })
    scheduleWorkStep(world, controller.device_id, { name: 'applied' }, stepDurationMs(world, controller.device_id, 4))
  },

  applied(world, controller, row) {
    if (rejected(world, controller, row)) return
    succeedSend(world, row)
    finish(world, controller.device_id)
  },

  drop(world, controller, row) {
    if (rejected(world, controller, row)) return
    dropLink(world, controller.device_id)
    const message = 'The controller dropped its connection to reconnect with the new settings.'
    logSend(world, row, { code: 'LINK_DROPPED', message, step: 'apply' })
    const reach = reachWith(world, controller, sentNetwork(world, controller))
    if ('code' in reach) {
      return scheduleWorkStep(world, controller.device_id, { name: 'rollBack', offline: true }, rollbackAfterMs)
    }
    scheduleWorkStep(
      world,
      controller.device_id,
      { name: 'reconnect', offline: true },
      stepDurationMs(world, controller.device_id, 8, 15),
    )
  },

  reconnect(world, controller, row) {
    const settings = sentNetwork(world, controller)
    const reach = reachWith(world, controller, settings)
    if ('code' in reach) return steps.rollBack?.(world, controller, row)
    if (!raiseLink(world, controller.device_id)) return postponeStep(world, controller.device_id, { name: 'reconnect' })
    world.store.run(
      'UPDATE controller SET network = ?, address = ? WHERE device_id = ?',
      JSON.stringify(settings),
      reach.address,
      controller.device_id,
    )
    const message = reach.address ? `The controller is back at ${reach.address}.` : 'The controller is back.'
    logSend(world, row, { code: 'RECONNECTED', message, step: 'reconnect' })
    succeedSend(world, row)
    finish(world, controller.device_id)
  },

  rollBack(world, controller, row) {
    const reach = reachWith(world, controller, sentNetwork(world, controller))
    if ('code' in reach) logSend(world, row, { level: 'warning', ...reach, step: 'reconnect' })
    raiseLink(world, controller.device_id)
    const addressNote = controller.address ? ` It answers at ${controller.address} again.` : ''
    failSend(world, row, {
      code: 'ROLLED_BACK',
      message: `The controller could not be reached with the new settings for 120 seconds and went back to the ones before.${addressNote}`,
      step: 'rollback',
    })
    finish(world, controller.device_id)
  },
}

/** Injections that make one kind of configuration fail. */
const troubles: Partial<Record<ConfigurationType, { kind: InjectionKind; code: string; message: string }>> = {
  gfx: {
    kind: 'corruptGfx',
    code: 'GFX_CORRUPT',
    message: 'The graphics file arrived damaged; the engine kept the previous one.',
  },
  users: {
    kind: 'wrongPassword',
    code: 'AUTH_FAILED',
    message: 'The controller rejected its management password.',
  },
  bacnet: {
    kind: 'duplicateInstance',
    code: 'DUPLICATE_INSTANCE',
    message: 'Another device on the network uses the same device instance.',
  },
}

function rejected(world: World, controller: SimulatedController, row: SendStateRecord): boolean {
  const rejection = activeInjection(world, controller.device_id, 'rejectConfig', matchesNamed({ type: row.type }))
  const trouble = troubles[row.type]
  const activeTrouble = trouble && activeInjection(world, controller.device_id, trouble.kind) ? trouble : undefined
  if (!rejection && !activeTrouble) return false
  const code = rejection ? String(rejection.code ?? 'REJECTED') : (activeTrouble?.code ?? '')
  const message = rejection
    ? `The controller rejected the configuration with code ${code}.`
    : (activeTrouble?.message ?? '')
  failSend(world, row, { code, message, step: 'apply' })
  finish(world, controller.device_id)
  return true
}

function gfxTransfer(world: World, row: SendStateRecord): number {
  const halt = stepDurationMs(world, row.device_id, 1)
  return halt + stepDurationMs(world, row.device_id, (row.file_size ?? 0) / transferBytesPerSecond)
}

function sentNetwork(world: World, controller: SimulatedController) {
  const row = world.store.get<{ sent: string | null }>(
    'SELECT sent FROM network_setting WHERE device_id = ?',
    controller.device_id,
  )
  return row?.sent ? (JSON.parse(row.sent) as ReturnType<typeof runningNetwork>) : runningNetwork(controller)
}

function finish(world: World, deviceId: string): void {
  setWork(world, deviceId, null)
  if (readController(world, deviceId)?.offline_since === null) wakeController(world, deviceId)
}
