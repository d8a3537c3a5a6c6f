/** `POST /devices/network`: each controller is saved or rejected separately (domain §5.5). */
import type { deviceConfiguration, Network } from '../contracts/device-configuration'
import type { EntityError } from '../contracts/errors'
import { mergeNetwork, networkSettingsErrors, networkValueErrors } from '../contracts/network-rules'
import { fail } from '../kit/api-error'
import type { Handlers, ServiceCall } from '../kit/call'
import { reachOf } from '../kit/caller'
import { requireCurrent } from '../kit/etag'
import { isArchived, requireOnSomeDevice } from '../kit/require-on-some-device'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { networkSettingsOf, readNetwork, storeNetwork, toNetwork } from './network-records'
import { isSameNetwork } from './network-value'
import { recordChange } from './stands'

type Save = ServiceCall<typeof deviceConfiguration.saveNetwork>
type Failure = Omit<EntityError, 'entityId'>

export const saveNetwork: Handlers<typeof deviceConfiguration>['saveNetwork'] = (call) => {
  const { body, world, require, touched } = call
  const deviceIds = [...new Set(body.deviceIds)]
  const [only] = deviceIds
  if (deviceIds.length === 1 && only !== undefined)
    requireOne(world, require, { deviceId: only, eTag: body.eTag, headers: call.headers })
  else if (body.eTag !== null) fail(4000, { errors: { eTag: 'errors.eTag.single' } })

  requireOnSomeDevice(world, call.caller, { capability: 'config.write', deviceIds })
  const errors = Object.entries(networkValueErrors(body.value, { many: deviceIds.length > 1 }))
  if (errors.length > 0)
    fail(4501, { errors: Object.fromEntries(errors.map(([field, key]) => [`value.${field}`, key])) })

  const saved: Network[] = []
  const failed: EntityError[] = []
  for (const deviceId of deviceIds) {
    const outcome = saveOne(call, deviceId)
    if ('failure' in outcome) failed.push({ entityId: deviceId, ...outcome.failure })
    else saved.push(outcome.network)
  }
  touched(...saved.flatMap((network) => network.deviceId ?? []))
  if (failed.length > 0) fail(4100, { entities: failed, data: saved })
  return { data: saved }
}

/** With one controller the plain errors are clearer: 404, 403, 409 with the current settings. */
function requireOne(
  world: World,
  require: Save['require'],
  { deviceId, eTag, headers }: { deviceId: string; eTag: string | null; headers: Save['headers'] },
): void {
  require(scopeOfDevice(world.store, deviceId))
  const row = readNetwork(world.store, deviceId)
  if (!row) fail(4005)
  if (isArchived(world, row.customer_id)) fail(4202)
  requireCurrent({ body: eTag, ifMatch: headers['if-match'], current: toNetwork(row) })
}

function saveOne(
  { body, caller, world, consulted }: Save,
  deviceId: string,
): { network: Network } | { failure: Failure } {
  const { store } = world
  const scope = scopeOfDevice(store, deviceId)
  const far = scope && reachOf(caller, 'config.write', scope)
  const row = readNetwork(store, deviceId)
  if (!row || far === undefined) return failure('notFound', 4005, 'errors.device.notFound')
  if (far === '-') return failure('forbidden', 4003, 'errors.forbidden')
  if (isArchived(world, row.customer_id)) return failure('archived', 4202, 'errors.archived')
  const refusal = consulted.refusals.get(deviceId)
  if (refusal === 'unsupported') return failure('notSupported', 4310, 'errors.platform')
  if (refusal) return failure('deviceRejected', 4606, 'errors.controllerRefused')

  const expected = body.eTags?.[deviceId]
  const network = toNetwork(row)
  if (expected !== undefined && expected !== network.eTag) {
    return {
      failure: {
        key: 'errors.stale',
        details: { type: 'stale', errorCode: 4009, current: network, currentETag: network.eTag },
      },
    }
  }
  const before = networkSettingsOf(row)
  const after = mergeNetwork(before, body.value)
  const errors = networkSettingsErrors(after, body.value)
  const [first] = Object.entries(errors)
  if (first)
    return { failure: { key: first[1], details: { type: 'network', field: first[0], errorCode: 4501, errors } } }
  if (isSameNetwork(before, after)) return { network }
  recordChange(world, { caller, deviceId, type: 'network' })
  return { network: toNetwork(storeNetwork(store, row, after)) }
}

function failure(type: string, errorCode: number, key: string): { failure: Failure } {
  return { failure: { key, details: { type, errorCode } } }
}
