/** Saves the same configuration for one controller or for many, each saved or rejected separately (domain §0, §5). */
import type { IncomingHttpHeaders } from 'node:http'
import type { EntityError } from '../contracts/errors'
import type { Capability } from '../contracts/permissions'
import type { ConfigurationType } from '../contracts/site'
import { ApiError, fail } from '../kit/api-error'
import type { Consultation } from '../kit/call'
import type { Caller, PermissionTarget } from '../kit/caller'
import { reachOf } from '../kit/caller'
import { requireCurrent } from '../kit/etag'
import { isArchived, requireOnSomeDevice } from '../kit/require-on-some-device'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { refusalCodes } from '../link/refusal-codes'
import { recordChange } from './stands'

interface SaveCall {
  body: { eTag: string | null; deviceIds: string[]; eTags?: Record<string, string> }
  caller: Caller
  headers: IncomingHttpHeaders
  consulted: Consultation
  world: World
  require(target: PermissionTarget | undefined): void
  touched(...ids: string[]): void
}

interface SaveKind<Saved> {
  type: ConfigurationType
  capability: Capability
  /** Returns the current settings. */
  read(deviceId: string): Saved
  /** Throws when the value may be saved for no controller at all. */
  check?(): void
  /** Saves the value, or throws before anything is written. */
  save(deviceId: string, position: number): Saved
}

/** One controller is rejected with its own code; of many, a 4100 lists those that failed. */
export function saveEach<Saved extends { eTag: string }>(call: SaveCall, kind: SaveKind<Saved>): { data: Saved[] } {
  const { body, caller, world, require, touched } = call
  const deviceIds = [...new Set(body.deviceIds)]
  const [only = '', ...others] = deviceIds
  const single = others.length === 0
  if (single) {
    require(scopeOfDevice(world.store, only))
    requireDeviceWritable(call, only)
    requireCurrent({ body: body.eTag, ifMatch: call.headers['if-match'], current: kind.read(only) })
  } else {
    if (body.eTag !== null) fail(4000, { errors: { eTag: 'errors.eTag.single' } })
    requireOnSomeDevice(world, caller, { capability: kind.capability, deviceIds })
  }
  kind.check?.()

  const data: Saved[] = []
  const succeededIds: string[] = []
  const failed: EntityError[] = []
  for (const [position, deviceId] of deviceIds.entries()) {
    try {
      if (!single) requireAmongMany(call, kind, deviceId)
      const before = kind.read(deviceId).eTag
      const saved = world.store.transaction(() => kind.save(deviceId, position))
      if (saved.eTag !== before) recordChange(world, { caller, deviceId, type: kind.type })
      data.push(saved)
      succeededIds.push(deviceId)
    } catch (error) {
      if (single || !(error instanceof ApiError)) throw error
      failed.push(entityErrorOf(deviceId, error, kind.type))
    }
  }
  touched(...succeededIds)
  if (failed.length > 0) fail(4100, { entities: failed, data })
  return { data }
}

function requireAmongMany<Saved extends { eTag: string }>(
  { body, caller, world, consulted }: SaveCall,
  { capability, read }: SaveKind<Saved>,
  deviceId: string,
): void {
  const scope = scopeOfDevice(world.store, deviceId)
  const far = scope && reachOf(caller, capability, scope)
  if (far === undefined) fail(4005)
  if (far === '-') fail(4003)
  requireDeviceWritable({ world, consulted }, deviceId)
  const expected = body.eTags?.[deviceId]
  if (expected !== undefined) requireCurrent({ body: expected, ifMatch: undefined, current: read(deviceId) })
}

/** Throws 4202 when the customer is archived, and the code of the refusal when the controller accepts no change. */
export function requireDeviceWritable(
  { world, consulted }: Pick<SaveCall, 'world' | 'consulted'>,
  deviceId: string,
): void {
  const customerId = scopeOfDevice(world.store, deviceId)?.customerId
  if (customerId && isArchived(world, customerId)) fail(4202)
  const refusal = consulted.refusals.get(deviceId)
  if (refusal) fail(refusalCodes[refusal])
}

const reasons: Readonly<Record<number, { type: string; key: string }>> = {
  4003: { type: 'forbidden', key: 'errors.forbidden' },
  4005: { type: 'notFound', key: 'errors.device.notFound' },
  4009: { type: 'stale', key: 'errors.stale' },
  4202: { type: 'archived', key: 'errors.archived' },
  4310: { type: 'notSupported', key: 'errors.platform' },
  4606: { type: 'deviceRejected', key: 'errors.controllerRefused' },
}

/** Returns an error as an entry of a 4100 reply: its first field, and all of them beside it. */
export function entityErrorOf(
  entityId: string,
  { code, key, details }: ApiError,
  type: ConfigurationType,
): EntityError {
  const reason = reasons[code]
  const { errors, current, currentETag } = details
  const [field, fieldKeys] = Object.entries(errors ?? {})[0] ?? []
  return {
    entityId,
    key: [fieldKeys].flat()[0] ?? reason?.key ?? key,
    details: { type: reason?.type ?? type, errorCode: code, field, errors, current, currentETag },
  }
}
