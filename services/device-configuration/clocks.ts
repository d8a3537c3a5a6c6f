/** Setting the clocks of controllers that take the time but no settings: each separately, by their links. */
import type { deviceConfiguration } from '../contracts/device-configuration'
import type { ErrorCode } from '../contracts/error-codes'
import type { EntityError } from '../contracts/errors'
import { ApiError, fail } from '../kit/api-error'
import { type Handlers, linkedWrite, type ServiceCall } from '../kit/call'
import { reachOf } from '../kit/caller'
import { isArchived, requireOnSomeDevice } from '../kit/require-on-some-device'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { type ClockReading, LinkError } from '../link/port'
import { refusalCodes } from '../link/refusal-codes'
import { mayChange } from '../link/writing'
import { entityErrorOf } from './save-each'
import { readTime, toDeviceTime } from './time-records'

type SetClocks = ServiceCall<typeof deviceConfiguration.setClocks>

/** Why the clock of a controller was not set. */
interface Refused {
  code: ErrorCode
  key?: string
}

interface ClockOutcome {
  refused: Refused | null
  clock: ClockReading | null
}

export const setClocks: Handlers<typeof deviceConfiguration>['setClocks'] = linkedWrite<
  typeof deviceConfiguration.setClocks,
  { id: string; refused: Refused | null }[],
  ClockOutcome[]
>({
  lanes: ({ body }) => body.deviceIds.map((id) => `clock:${id}`),

  prepare(call) {
    const { body, caller, world } = call
    requireOnSomeDevice(world, caller, { capability: 'config.send', deviceIds: body.deviceIds })
    return [...new Set(body.deviceIds)].map((id) => ({ id, refused: refusalOf(call, id) }))
  },

  perform: (world, devices) => Promise.all(devices.map((one) => setOne(world, one))),

  complete({ world, touched }, devices, outcomes) {
    const data: ReturnType<typeof toDeviceTime>[] = []
    const failed: EntityError[] = []
    for (const [at, { id }] of devices.entries()) {
      const { refused, clock } = outcomes[at] ?? { refused: { code: 4303 as const }, clock: null }
      if (refused) {
        const errors = refused.key ? { errors: { deviceIds: refused.key } } : {}
        failed.push(entityErrorOf(id, new ApiError(refused.code, errors), 'time'))
        continue
      }
      touched(id)
      data.push(toDeviceTime(world, readTime(world, id), { clock, can: world.links.of(id).can }))
    }
    if (failed.length > 0) fail(4100, { entities: failed, data })
    return { data }
  },
})

function refusalOf({ caller, world }: SetClocks, deviceId: string): Refused | null {
  const scope = scopeOfDevice(world.store, deviceId)
  const far = scope && reachOf(caller, 'config.send', scope)
  if (!scope || far === undefined) return { code: 4005 }
  if (far === '-') return { code: 4003 }
  if (scope.customerId && isArchived(world, scope.customerId)) return { code: 4202 }
  if (!world.links.of(deviceId).can.has('clock')) return { code: 4310 }
  return mayChange(world, deviceId) ? null : { code: 4601, key: 'errors.points.writingOff' }
}

async function setOne(world: World, { id, refused }: { id: string; refused: Refused | null }): Promise<ClockOutcome> {
  if (refused) return { refused, clock: null }
  const link = world.links.of(id)
  try {
    await link.setClock(id)
    return { refused: null, clock: (await link.clocks([id])).get(id) ?? null }
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    return { refused: { code: refusalCodes[error.refusal] }, clock: null }
  }
}
