/** How a controller accepts configuration, one type at a time (domain §12.2). */

import type { NetworkSettings } from '../../contracts/network-settings'
import type { ConfigurationType } from '../../contracts/site'
import type { World } from '../../kit/world'
import { type ConfigurationSend, LinkError, type SendLine } from '../../link/port'
import type { SendWork, SimulatedController } from '../fleet/controller'
import { parseWork, readController, runningNetwork, setWork, stepDurationMs } from '../fleet/controller'
import type { InjectionKind } from '../fleet/injections'
import { activeInjection, matchesNamed } from '../fleet/injections'
import { reportsOf } from '../fleet/reports'
import { wakeController } from '../fleet/wake'
import { reachWith } from './lan'
import type { WorkStep } from './link'
import { dropLink, isStalledAt, postponeStep, raiseLink, scheduleWorkStep } from './link'

/** New settings are rolled back when the controller does not return within this time. */
const rollbackAfterMs = 120_000
/** Transfer rate of graphics, bytes per second. */
const transferBytesPerSecond = 1_000_000

/** Starts a send, unless the controller is at it. Throws when it does something else. */
export function beginSend(world: World, deviceId: string, { id, type, content }: ConfigurationSend): void {
  const controller = readController(world, deviceId)
  if (!controller) throw new LinkError('unsupported')
  const work = parseWork(controller)
  if (work?.id === id) return
  if (work) throw new LinkError('unreachable')
  setWork(world, deviceId, {
    kind: 'send',
    id,
    type,
    ...(type === 'network' && content !== null && { network: content as NetworkSettings }),
    ...(type === 'gfx' && content !== null && { size: (content as { size: number }).size }),
  })
  scheduleWorkStep(world, deviceId, { name: 'pickUp' }, stepDurationMs(world, deviceId, 1))
}

/** Runs one step of the send in progress; the link is up unless the step runs offline. */
export function stepSend(world: World, controller: SimulatedController, work: SendWork, step: WorkStep): void {
  const run = steps[step.name]
  if (!run) return finish(world, controller.device_id)
  run(world, controller, work)
}

/** Fails the send because the connection was lost for too long; one that was not picked up waits on. */
export function timeOutSend(world: World, controller: SimulatedController, work: SendWork): void {
  if (!isStalledAt(controller, 'pickUp')) {
    const message = 'The connection was lost for more than 10 minutes.'
    fail(world, controller, work, { code: 'CONNECTION_LOST', message, step: 'apply' })
  }
  finish(world, controller.device_id)
}

type Run = (world: World, controller: SimulatedController, work: SendWork) => void

const steps: Record<string, Run> = {
  pickUp(world, controller, work) {
    const id = controller.device_id
    reportsOf(world).sendProgress(id, { sendId: work.id, is: 'started' })
    if (work.type === 'gfx') return scheduleWorkStep(world, id, { name: 'transferred' }, gfxTransfer(world, id, work))
    scheduleWorkStep(world, id, { name: work.type === 'network' ? 'drop' : 'applied' }, stepDurationMs(world, id, 2, 4))
  },

  transferred(world, controller, work) {
    note(world, controller, work, {
      code: 'TRANSFERRED',
      message: 'The graphics file was transferred; the engine loads it.',
      step: 'load',
    })
    scheduleWorkStep(world, controller.device_id, { name: 'applied' }, stepDurationMs(world, controller.device_id, 4))
  },

  applied(world, controller, work) {
    if (!isRejected(world, controller, work)) succeed(world, controller, work)
  },

  drop(world, controller, work) {
    if (isRejected(world, controller, work)) return
    dropLink(world, controller.device_id)
    const message = 'The controller dropped its connection to reconnect with the new settings.'
    note(world, controller, work, { code: 'LINK_DROPPED', message, step: 'apply' })
    const reach = reachWith(world, controller, networkOf(controller, work))
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

  reconnect(world, controller, work) {
    const settings = networkOf(controller, work)
    const reach = reachWith(world, controller, settings)
    if ('code' in reach) return steps.rollBack?.(world, controller, work)
    if (!raiseLink(world, controller.device_id)) return postponeStep(world, controller.device_id, { name: 'reconnect' })
    world.store.run(
      'UPDATE controller SET network = ?, address = ? WHERE device_id = ?',
      JSON.stringify(settings),
      reach.address,
      controller.device_id,
    )
    const message = reach.address ? `The controller is back at ${reach.address}.` : 'The controller is back.'
    note(world, controller, work, { code: 'RECONNECTED', message, step: 'reconnect' })
    succeed(world, controller, work)
  },

  rollBack(world, controller, work) {
    const reach = reachWith(world, controller, networkOf(controller, work))
    if ('code' in reach) note(world, controller, work, { level: 'warning', ...reach, step: 'reconnect' })
    raiseLink(world, controller.device_id)
    const addressNote = controller.address ? ` It answers at ${controller.address} again.` : ''
    fail(world, controller, work, {
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

function isRejected(world: World, controller: SimulatedController, work: SendWork): boolean {
  const rejection = activeInjection(world, controller.device_id, 'rejectConfig', matchesNamed({ type: work.type }))
  const trouble = troubles[work.type]
  const activeTrouble = trouble && activeInjection(world, controller.device_id, trouble.kind) ? trouble : undefined
  if (!rejection && !activeTrouble) return false
  const code = rejection ? String(rejection.code ?? 'REJECTED') : (activeTrouble?.code ?? '')
  const message = rejection
    ? `The controller rejected the configuration with code ${code}.`
    : (activeTrouble?.message ?? '')
  fail(world, controller, work, { code, message, step: 'apply' })
  finish(world, controller.device_id)
  return true
}

function gfxTransfer(world: World, deviceId: string, { size = 0 }: SendWork): number {
  const halt = stepDurationMs(world, deviceId, 1)
  return halt + stepDurationMs(world, deviceId, size / transferBytesPerSecond)
}

const networkOf = (controller: SimulatedController, work: SendWork) => work.network ?? runningNetwork(controller)

/** Adds a line to the log of the send. */
function note(
  world: World,
  { device_id }: SimulatedController,
  { id }: SendWork,
  line: Omit<SendLine, 'level'> & Partial<Pick<SendLine, 'level'>>,
): void {
  reportsOf(world).sendProgress(device_id, { sendId: id, is: 'line', level: 'info', ...line })
}

function fail(
  world: World,
  { device_id }: SimulatedController,
  { id }: SendWork,
  failure: Omit<SendLine, 'level'>,
): void {
  reportsOf(world).sendProgress(device_id, { sendId: id, is: 'failed', ...failure })
}

function succeed(world: World, { device_id }: SimulatedController, { id }: SendWork): void {
  reportsOf(world).sendProgress(device_id, { sendId: id, is: 'succeeded' })
  finish(world, device_id)
}

function finish(world: World, deviceId: string): void {
  setWork(world, deviceId, null)
  if (readController(world, deviceId)?.offline_since === null) wakeController(world, deviceId)
}
