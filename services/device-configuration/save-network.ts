/** `POST /devices/network`: each controller is saved or rejected separately (domain §5.5). */
import type { deviceConfiguration, Network } from '../contracts/device-configuration'
import type { EntityError } from '../contracts/errors'
import { mergeNetwork, settingsErrors, valueErrors } from '../contracts/network-rules'
import { isInjected } from '../fleet/injections'
import type { Call, Handlers } from '../kit/call'
import { reachOf } from '../kit/caller'
import { requireCurrent } from '../kit/etag'
import { refuse } from '../kit/refusal'
import { scopeOfDevice } from '../kit/scope'
import { isArchived, requireOnSome } from '../kit/several'
import type { World } from '../kit/world'
import { keepNetwork, readNetwork, settingsOf, toNetwork } from './network-records'
import { sameNetwork } from './network-value'
import { noteChange } from './stands'

type Save = Call<typeof deviceConfiguration.saveNetwork>
type Failure = Omit<EntityError, 'entityId'>

export const saveNetwork: Handlers<typeof deviceConfiguration>['saveNetwork'] = (call) => {
  const { body, world, require, touched } = call
  const deviceIds = [...new Set(body.deviceIds)]
  const [only] = deviceIds
  if (deviceIds.length === 1 && only !== undefined)
    requireOne(world, require, { deviceId: only, eTag: body.eTag, headers: call.headers })
  else if (body.eTag !== null) refuse(4000, { errors: { eTag: 'errors.eTag.single' } })

  requireOnSome(world, call.caller, { capability: 'config.write', deviceIds })
  const errors = Object.entries(valueErrors(body.value, { many: deviceIds.length > 1 }))
  if (errors.length > 0)
    refuse(4501, { errors: Object.fromEntries(errors.map(([field, key]) => [`value.${field}`, key])) })

  const done: Network[] = []
  const failed: EntityError[] = []
  for (const deviceId of deviceIds) {
    const outcome = saveOne(call, deviceId)
    if ('failure' in outcome) failed.push({ entityId: deviceId, ...outcome.failure })
    else done.push(outcome.network)
  }
  touched(...done.flatMap((network) => network.deviceId ?? []))
  if (failed.length > 0) refuse(4100, { entities: failed, data: done })
  return { data: done }
}

/** With one controller the plain errors are clearer: 404, 403, 409 with the current settings. */
function requireOne(
  world: World,
  require: Save['require'],
  { deviceId, eTag, headers }: { deviceId: string; eTag: string | null; headers: Save['headers'] },
): void {
  require(scopeOfDevice(world.store, deviceId))
  const row = readNetwork(world.store, deviceId)
  if (!row) refuse(4005)
  if (isArchived(world, row.customer_id)) refuse(4202)
  requireCurrent({ body: eTag, ifMatch: headers['if-match'], current: toNetwork(row) })
}

function saveOne({ body, caller, world }: Save, deviceId: string): { network: Network } | { failure: Failure } {
  const { store } = world
  const scope = scopeOfDevice(store, deviceId)
  const far = scope && reachOf(caller, 'config.write', scope)
  const row = readNetwork(store, deviceId)
  if (!row || far === undefined) return failure('notFound', 4005, 'errors.device.notFound')
  if (far === '-') return failure('forbidden', 4003, 'errors.forbidden')
  if (isArchived(world, row.customer_id)) return failure('archived', 4202, 'errors.archived')
  if (isInjected(world, deviceId, 'partialWrite')) return failure('deviceRejected', 4606, 'errors.controllerRefused')

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
  const before = settingsOf(row)
  const after = mergeNetwork(before, body.value)
  const errors = settingsErrors(after, body.value)
  const [first] = Object.entries(errors)
  if (first)
    return { failure: { key: first[1], details: { type: 'network', field: first[0], errorCode: 4501, errors } } }
  if (sameNetwork(before, after)) return { network }
  noteChange(world, { caller, deviceId, type: 'network' })
  return { network: toNetwork(keepNetwork(store, row, after)) }
}

function failure(type: string, errorCode: number, key: string): { failure: Failure } {
  return { failure: { key, details: { type, errorCode } } }
}
