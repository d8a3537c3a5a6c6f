/**
 * `POST /devices/configuration/send`: saved configuration is sent to controllers; sends to offline ones wait (domain
 * §5.3).
 */
import { randomUUID } from 'node:crypto'
import type { deviceConfiguration } from '../contracts/device-configuration'
import type { ErrorCode } from '../contracts/error-codes'
import type { EntityError } from '../contracts/errors'
import type { ConfigurationType, SendState } from '../contracts/site'
import { fail } from '../kit/api-error'
import type { Consultation, Handlers, ServiceCall } from '../kit/call'
import { reachOf } from '../kit/caller'
import { isArchived, requireOnSomeDevice } from '../kit/require-on-some-device'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { isConnected } from '../link/presence'
import { applyOrder, isBuilt, isSending } from './send-states'
import { queueSend, readState } from './sends'

type Send = ServiceCall<typeof deviceConfiguration.send>

interface DeviceRow {
  id: string
  customer_id: string
  onboarded: number
  offline_since: number | null
}

type Results = {
  deviceId: string
  results: { type: ConfigurationType; sendState: SendState }[]
}

export const send: Handlers<typeof deviceConfiguration>['send'] = (call) => {
  const { body, caller, world, touched } = call
  requireOnSomeDevice(world, caller, { capability: 'config.send', deviceIds: body.deviceIds })
  const operationId = randomUUID()
  const requested = new Set(body.configurationTypes)
  const types = applyOrder.filter((type) => requested.has(type))
  const accepted: Results[] = []
  const failed: EntityError[] = []
  for (const deviceId of new Set(body.deviceIds)) {
    const { results, failures } = sendTo(call, { deviceId, types, operationId })
    if (results.length > 0) accepted.push({ deviceId, results })
    failed.push(...failures)
  }
  touched(...accepted.map(({ deviceId }) => deviceId))
  if (failed.length > 0) fail(4100, { entities: failed, data: accepted })
  return { operationId, data: accepted }
}

interface Order {
  deviceId: string
  types: readonly ConfigurationType[]
  operationId: string
}

/** Queues or rejects each type of one controller separately. */
function sendTo(
  { world, caller, consulted }: Pick<Send, 'world' | 'caller' | 'consulted'>,
  { deviceId, types, operationId }: Order,
) {
  const scope = scopeOfDevice(world.store, deviceId)
  const far = scope && reachOf(caller, 'config.send', scope)
  const device = world.store.get<DeviceRow>('SELECT * FROM device WHERE id = ?', deviceId)
  if (!device || far === undefined) return refusedAs(deviceId, 'notFound', 4005, 'errors.device.notFound')
  if (far === '-') return refusedAs(deviceId, 'forbidden', 4003, 'errors.forbidden')

  const results: Results['results'] = []
  const failures: EntityError[] = []
  for (const type of types) {
    const refusal = refusalOf(world, device, { type, consulted })
    if (refusal) {
      failures.push({ entityId: deviceId, key: refusal.key, details: { type, errorCode: refusal.code } })
      continue
    }
    const state = readState(world.store, deviceId, type)
    if (!state) continue
    const queued = queueSend(world, state, operationId, isConnected(device, world.clock.now()))
    results.push({ type, sendState: queued.send_state })
  }
  if (results.length > 0) world.links.of(deviceId).workQueued(deviceId)
  return { results, failures }
}

function refusedAs(entityId: string, type: string, errorCode: ErrorCode, key: string) {
  return { results: [], failures: [{ entityId, key, details: { type, errorCode } }] }
}

function refusalOf(
  world: World,
  device: DeviceRow,
  { type, consulted }: { type: ConfigurationType; consulted: Consultation },
): { code: ErrorCode; key: string } | undefined {
  if (isArchived(world, device.customer_id)) return { code: 4202, key: 'errors.archived' }
  if (consulted.refusals.has(device.id)) return { code: 4606, key: 'errors.controllerRefused' }
  if (!device.onboarded) return { code: 4304, key: 'errors.device.notOnboarded' }
  const state = readState(world.store, device.id, type)
  if (!state || !world.links.of(device.id).can.has(type)) return { code: 4310, key: 'errors.platform' }
  if (isSending(state.send_state)) return { code: 4503, key: 'errors.config.sendInProgress' }
  if (type === 'gfx' && !isBuilt(state.process_state)) return { code: 4505, key: 'errors.gfx.notBuilt' }
  return undefined
}
