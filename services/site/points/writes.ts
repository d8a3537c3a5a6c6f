/** Writes to the priority arrays of points, at 16, 8 or 1, permanent or temporary, and their release (domain §4.5). */
import { type Capability, reach } from '../../contracts/permissions'
import type { Value, WrittenPoint } from '../../contracts/points'
import type { site } from '../../contracts/site'
import { fail, forEachEntity } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { type Caller, effectiveRoleAt, require as requireOf } from '../../kit/caller'
import { requireCurrent } from '../../kit/etag'
import { scopeOfPoint } from '../../kit/scope'
import type { World } from '../../kit/world'
import { wakeMonitoring } from '../../link/changes'
import { isConnected } from '../../link/presence'
import { activeInjection } from '../../simulation/fleet/injections'
import { requireWritable } from '../equipment/equipment'
import { emergencyLevel, operatorLevel, overrideOf, priorityArray, weakestLevel } from './priority-array'
import { requireSubscribed } from './subscriptions'
import type { HostRecord, PointRecord } from './values'
import { enumerationOf, readHost, toPoints, valuesAt } from './values'
import { recordPointWrite } from './write-history'

type PointWrites = Pick<
  Handlers<typeof site>,
  | 'writePoint'
  | 'emergencyPoint'
  | 'overridePoint'
  | 'overridePointFor'
  | 'endEmergency'
  | 'releasePoint'
  | 'releaseOverrides'
>

const minuteMs = 60_000
/** Seven days for administrators, one day for everyone else (domain §9.4). */
const maxMinutes = 7 * 24 * 60
const longestForUsers = 24 * 60

export const pointWrites: PointWrites = {
  writePoint: (call) => command(call, weakestLevel),
  emergencyPoint: (call) => command(call, emergencyLevel),
  overridePoint: (call) => command(call, operatorLevel),

  overridePointFor(call) {
    const { duration } = call.body
    return command(call, operatorLevel, () => {
      if (!Number.isInteger(duration) || duration < 1 || duration > maxMinutes) {
        fail(4603, { errors: { duration: 'errors.points.duration' } })
      }
      return Math.min(duration, mayOverrideLong(call) ? maxMinutes : longestForUsers)
    })
  },

  endEmergency: (call) => release(call, emergencyLevel),
  releasePoint: (call) => release(call, operatorLevel),

  releaseOverrides({ body, world, caller, touched }) {
    return forEachEntity(
      body.points,
      { id: ({ pointId }) => pointId, savepoint: world.store.transaction, detail: ({ level }) => ({ level }) },
      ({ pointId, level }) => {
        requireOf(caller, capabilityFor[level], scopeOfPoint(world.store, pointId))
        const { point, host } = reachablePoint(world, pointId)
        touched(point.id)
        return { ...releaseLevel({ world, caller, body }, { point, host, level }), level }
      },
    )
  },
}

/** The capability to write at a level and to release it. */
const capabilityFor = {
  [emergencyLevel]: 'point.emergency',
  [operatorLevel]: 'point.override',
  [weakestLevel]: 'point.write',
} as const satisfies Record<number, Capability>

/**
 * Registers the job that releases expired levels. The services track the expiry, so it happens whether a controller is
 * connected or not.
 */
export function registerPointRelease(world: World): void {
  world.jobs.onRealTime<{ pointId: string; level: number }>('point.release', ({ pointId, level }, at) => {
    const current = currentAt(world, pointId, level)
    if (current?.expires_at == null || current.expires_at > at) return
    world.store.run('DELETE FROM point_command WHERE point_id = ? AND level = ?', pointId, level)
    recordPointWrite(world.store, { pointId, level, action: 'expiry', at, old: current.value })
    const point = world.store.get<{ device_id: string }>('SELECT device_id FROM point WHERE id = ?', pointId)
    if (point) wakeMonitoring(world, point.device_id)
  })
}

/** Schedules the release of a level at a moment (ms). */
export function scheduleRelease(
  { jobs }: World,
  { pointId, level, at }: { pointId: string; level: number; at: number },
): void {
  jobs.schedule('point.release', at, { pointId, level }, releaseJob(pointId, level))
}

const releaseJob = (pointId: string, level: number) => `point.release:${pointId}:${level}`

/** The fields that all writes use, whatever their path. */
type WriteFields = 'params' | 'body' | 'headers' | 'world' | 'caller' | 'require' | 'touched'
type CommandCall = Pick<ServiceCall<typeof site.writePoint>, WriteFields>
type ReleaseCall = Pick<ServiceCall<typeof site.releasePoint>, WriteFields>

function command(call: CommandCall, level: number, minutes?: () => number): WrittenPoint {
  const { body, world, caller } = call
  const { point, host } = writablePoint(call)
  requireSubscribed(world, caller, { subscriptionId: body.subscriptionId, pointId: point.id })
  const value = checkedValue(point, body.pointValue)
  const lasts = minutes?.()
  const now = world.clock.now()
  const expiresAt = lasts === undefined ? null : now + lasts * minuteMs
  const by = authorOf(caller, point)
  const current = currentAt(world, point.id, level)
  const json = JSON.stringify(value)
  world.jobs.cancel(releaseJob(point.id, level))
  world.store.run(
    `INSERT INTO point_command (point_id, level, value, tenant_id, customer_id, device_id, by_id, by_name, at, expires_at)
     VALUES (?,?,?,?,?,?,?,?,?,?)
     ON CONFLICT (point_id, level) DO UPDATE SET value = excluded.value, by_id = excluded.by_id,
       by_name = excluded.by_name, at = excluded.at, expires_at = excluded.expires_at`,
    point.id,
    level,
    json,
    point.tenant_id,
    point.customer_id,
    point.device_id,
    by.id,
    by.name,
    now,
    expiresAt,
  )
  recordPointWrite(world.store, {
    pointId: point.id,
    level,
    action: 'write',
    at: now,
    old: current?.value,
    value: json,
    expiresAt,
    by,
    reason: body.reason,
  })
  if (expiresAt !== null) scheduleRelease(world, { pointId: point.id, level, at: expiresAt })
  wakeMonitoring(world, point.device_id)
  const result = writtenPoint(world, host, point)
  return { ...result, effective: result.activePriority === level }
}

function release(call: ReleaseCall, level: number): WrittenPoint {
  const { body, world, caller } = call
  const { point, host } = writablePoint(call)
  if (body.subscriptionId) {
    requireSubscribed(world, caller, { subscriptionId: body.subscriptionId, pointId: point.id })
  }
  return releaseLevel(call, { point, host, level })
}

/** The person who releases, and the reason. */
type ReleaseContext = Pick<ReleaseCall, 'world' | 'caller'> & { body: Pick<ReleaseCall['body'], 'reason'> }

function releaseLevel(
  { world, caller, body }: ReleaseContext,
  { point, host, level }: { point: PointRecord; host: HostRecord; level: number },
) {
  const current = currentAt(world, point.id, level)
  world.jobs.cancel(releaseJob(point.id, level))
  if (current) {
    world.store.run('DELETE FROM point_command WHERE point_id = ? AND level = ?', point.id, level)
    const [at, by] = [world.clock.now(), authorOf(caller, point)]
    recordPointWrite(world.store, {
      pointId: point.id,
      level,
      action: 'release',
      at,
      old: current.value,
      by,
      reason: body.reason,
    })
    wakeMonitoring(world, point.device_id)
  }
  const result = writtenPoint(world, host, point)
  const stronger = result.activePriority !== null && result.activePriority < level
  return { ...result, effective: current !== undefined && !stronger }
}

const currentAt = ({ store }: World, pointId: string, level: number) =>
  store.get<{ value: string; expires_at: number | null }>(
    'SELECT value, expires_at FROM point_command WHERE point_id = ? AND level = ?',
    pointId,
    level,
  )

/** Returns the caller's record in the tenant of the point. */
const authorOf = (caller: Caller, point: PointRecord) => ({
  id: caller.records.get(point.tenant_id) ?? caller.personId ?? caller.subject,
  name: caller.fullName,
})

/** Returns the point if it can be written now; throws otherwise. */
function writablePoint({ params, body, headers, world, require, touched }: CommandCall | ReleaseCall): {
  point: PointRecord
  host: HostRecord
} {
  require(scopeOfPoint(world.store, params.id))
  const writable = reachablePoint(world, params.id, body.deviceId)
  if (headers['if-match'] !== undefined) {
    const [{ eTag = '', ...current } = fail(4005)] = toPoints(world, writable.host, [writable.point])
    requireCurrent({ body: undefined, ifMatch: headers['if-match'], current: { ...current, eTag } })
  }
  touched(writable.point.id)
  return writable
}

/** Returns a commandable point on a reachable controller; on the named controller, if there is one. */
function reachablePoint(world: World, id: string, deviceId?: string | null): { point: PointRecord; host: HostRecord } {
  const point = world.store.get<PointRecord>('SELECT * FROM point WHERE id = ?', id) ?? fail(4005)
  requireWritable(world, point.customer_id)
  if (deviceId && deviceId !== point.device_id) {
    fail(4000, { errors: { deviceId: 'errors.field.invalid' } })
  }
  if (!point.is_writable) fail(4601, { errors: { pointValue: 'errors.points.notWritable' } })
  const host = readHost(world, point.device_id) ?? fail(4005)
  if (!host.onboarded) fail(4304)
  if (!isConnected(host, world.clock.now())) fail(4303)
  if (activeInjection(world, host.id, 'rejectConfig', ({ type }) => type === 'point')) fail(4606)
  return { point, host }
}

/** Returns a value of the point's kind within its range; states by number or text. Throws otherwise. */
function checkedValue(point: PointRecord, value: Value): Value {
  const wrong = (key: string) => fail(4602, { errors: { pointValue: `errors.points.${key}` } })
  switch (point.kind) {
    case 'number':
      if (typeof value !== 'number') return wrong('type')
      if (value < (point.min ?? -Infinity) || value > (point.max ?? Infinity)) return wrong('range')
      return value
    case 'boolean':
      return typeof value === 'boolean' ? value : wrong('type')
    case 'enum': {
      const states = enumerationOf(point)
      if (typeof value === 'boolean') return wrong('type')
      const number = typeof value === 'number' ? value : states.indexOf(value) + 1
      return Number.isInteger(number) && number >= 1 && number <= states.length ? number : wrong('enum')
    }
    case 'string':
      return typeof value === 'string' ? value : wrong('type')
  }
}

/** Whether the caller may override permanently, as administrators may; everyone else at most for a day. */
function mayOverrideLong({ caller, world, params }: ServiceCall<typeof site.overridePointFor>): boolean {
  const scope = scopeOfPoint(world.store, params.id)
  const role = scope && effectiveRoleAt(caller, scope)
  return role !== undefined && reach(role, 'point.overridePermanent') !== '-'
}

function writtenPoint(world: World, host: HostRecord, point: PointRecord) {
  const current = valuesAt(world, host, [point], world.clock.now()).get(point.id)
  const commands = current?.commands ?? []
  return {
    pointId: point.id,
    presentValue: current?.presentValue ?? null,
    activePriority: current?.activePriority ?? null,
    priorityArray: priorityArray(commands),
    override: overrideOf(commands),
  }
}
