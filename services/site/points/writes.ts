/** Writes to the priority arrays of points, at 16, 8 or 1, permanent or temporary, and their release (domain §4.5). */
import { type Capability, reach } from '../../contracts/permissions'
import type { Value, WrittenPoint } from '../../contracts/points'
import type { site } from '../../contracts/site'
import { isConnected } from '../../fleet/heartbeat'
import { isInjected } from '../../fleet/injections'
import { wakeWatches } from '../../fleet/wake'
import type { Call, Handlers } from '../../kit/call'
import { type Caller, require as requireOf, roleAt } from '../../kit/caller'
import { requireCurrent } from '../../kit/etag'
import { forEach, refuse } from '../../kit/refusal'
import { scopeOfPoint } from '../../kit/scope'
import type { World } from '../../kit/world'
import { requireWritable } from '../equipment/equipment'
import { emergencyLevel, operatorLevel, overrideOf, priorityArray, weakestLevel } from './priority-array'
import { requireSubscribed } from './subscriptions'
import type { HostRow, PointRow } from './values'
import { readHost, statesOf, toPoints, valuesAt } from './values'
import { noteWrite } from './write-history'

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
const longestMinutes = 7 * 24 * 60
const longestForUsers = 24 * 60

export const pointWrites: PointWrites = {
  writePoint: (call) => command(call, weakestLevel),
  emergencyPoint: (call) => command(call, emergencyLevel),
  overridePoint: (call) => command(call, operatorLevel),

  overridePointFor(call) {
    const { duration } = call.body
    return command(call, operatorLevel, () => {
      if (!Number.isInteger(duration) || duration < 1 || duration > longestMinutes) {
        refuse(4603, { errors: { duration: 'errors.points.duration' } })
      }
      return Math.min(duration, mayHoldLong(call) ? longestMinutes : longestForUsers)
    })
  },

  endEmergency: (call) => release(call, emergencyLevel),
  releasePoint: (call) => release(call, operatorLevel),

  releaseOverrides({ body, world, caller, touched }) {
    return forEach(
      body.points,
      { id: ({ pointId }) => pointId, part: world.store.transaction, detail: ({ level }) => ({ level }) },
      ({ pointId, level }) => {
        requireOf(caller, neededFor[level], scopeOfPoint(world.store, pointId))
        const { point, host } = reached(world, pointId)
        touched(point.id)
        return { ...releasedAt({ world, caller, body }, { point, host, level }), level }
      },
    )
  },
}

/** The capability to write at a level and to release it. */
const neededFor = {
  [emergencyLevel]: 'point.emergency',
  [operatorLevel]: 'point.override',
  [weakestLevel]: 'point.write',
} as const satisfies Record<number, Capability>

/**
 * Registers the job that releases expired levels. The services track the expiry, so it happens whether a controller is
 * connected or not.
 */
export function registerPointRelease(world: World): void {
  world.jobs.on<{ pointId: string; level: number }>('point.release', ({ pointId, level }, at) => {
    const held = heldAt(world, pointId, level)
    if (held?.expires_at == null || held.expires_at > at) return
    world.store.run('DELETE FROM point_command WHERE point_id = ? AND level = ?', pointId, level)
    noteWrite(world.store, { pointId, level, action: 'expiry', at, old: held.value })
    const point = world.store.get<{ device_id: string }>('SELECT device_id FROM point WHERE id = ?', pointId)
    if (point) wakeWatches(world, point.device_id)
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
type Needed = 'params' | 'body' | 'headers' | 'world' | 'caller' | 'require' | 'touched'
type CommandCall = Pick<Call<typeof site.writePoint>, Needed>
type ReleaseCall = Pick<Call<typeof site.releasePoint>, Needed>

function command(call: CommandCall, level: number, minutes?: () => number): WrittenPoint {
  const { body, world, caller } = call
  const { point, host } = target(call)
  requireSubscribed(world, caller, { subscriptionId: body.subscriptionId, pointId: point.id })
  const value = checkedValue(point, body.pointValue)
  const lasts = minutes?.()
  const now = world.clock.now()
  const expiresAt = lasts === undefined ? null : now + lasts * minuteMs
  const by = authorOf(caller, point)
  const held = heldAt(world, point.id, level)
  const written = JSON.stringify(value)
  world.jobs.cancel(releaseJob(point.id, level))
  world.store.run(
    `INSERT INTO point_command (point_id, level, value, tenant_id, customer_id, device_id, by_id, by_name, at, expires_at)
     VALUES (?,?,?,?,?,?,?,?,?,?)
     ON CONFLICT (point_id, level) DO UPDATE SET value = excluded.value, by_id = excluded.by_id,
       by_name = excluded.by_name, at = excluded.at, expires_at = excluded.expires_at`,
    point.id,
    level,
    written,
    point.tenant_id,
    point.customer_id,
    point.device_id,
    by.id,
    by.name,
    now,
    expiresAt,
  )
  noteWrite(world.store, {
    pointId: point.id,
    level,
    action: 'write',
    at: now,
    old: held?.value,
    value: written,
    expiresAt,
    by,
    reason: body.reason,
  })
  if (expiresAt !== null) scheduleRelease(world, { pointId: point.id, level, at: expiresAt })
  wakeWatches(world, point.device_id)
  const shown = writtenPoint(world, host, point)
  return { ...shown, effective: shown.activePriority === level }
}

function release(call: ReleaseCall, level: number): WrittenPoint {
  const { body, world, caller } = call
  const { point, host } = target(call)
  if (body.subscriptionId) {
    requireSubscribed(world, caller, { subscriptionId: body.subscriptionId, pointId: point.id })
  }
  return releasedAt(call, { point, host, level })
}

/** The person who releases, and the reason. */
type Released = Pick<ReleaseCall, 'world' | 'caller'> & { body: Pick<ReleaseCall['body'], 'reason'> }

function releasedAt(
  { world, caller, body }: Released,
  { point, host, level }: { point: PointRow; host: HostRow; level: number },
) {
  const held = heldAt(world, point.id, level)
  world.jobs.cancel(releaseJob(point.id, level))
  if (held) {
    world.store.run('DELETE FROM point_command WHERE point_id = ? AND level = ?', point.id, level)
    const [at, by] = [world.clock.now(), authorOf(caller, point)]
    noteWrite(world.store, {
      pointId: point.id,
      level,
      action: 'release',
      at,
      old: held.value,
      by,
      reason: body.reason,
    })
    wakeWatches(world, point.device_id)
  }
  const written = writtenPoint(world, host, point)
  const stronger = written.activePriority !== null && written.activePriority < level
  return { ...written, effective: held !== undefined && !stronger }
}

const heldAt = ({ store }: World, pointId: string, level: number) =>
  store.get<{ value: string; expires_at: number | null }>(
    'SELECT value, expires_at FROM point_command WHERE point_id = ? AND level = ?',
    pointId,
    level,
  )

/** Returns the caller's record in the tenant of the point. */
const authorOf = (caller: Caller, point: PointRow) => ({
  id: caller.records.get(point.tenant_id) ?? caller.personId ?? caller.subject,
  name: caller.fullName,
})

/** Returns the point if it can be written now; throws otherwise. */
function target({ params, body, headers, world, require, touched }: CommandCall | ReleaseCall): {
  point: PointRow
  host: HostRow
} {
  require(scopeOfPoint(world.store, params.id))
  const found = reached(world, params.id, body.deviceId)
  if (headers['if-match'] !== undefined) {
    const [{ eTag = '', ...current } = refuse(4005)] = toPoints(world, found.host, [found.point])
    requireCurrent({ body: undefined, ifMatch: headers['if-match'], current: { ...current, eTag } })
  }
  touched(found.point.id)
  return found
}

/** Returns a commandable point on a reachable controller; on the named controller, if there is one. */
function reached(world: World, id: string, deviceId?: string | null): { point: PointRow; host: HostRow } {
  const point = world.store.get<PointRow>('SELECT * FROM point WHERE id = ?', id) ?? refuse(4005)
  requireWritable(world, point.customer_id)
  if (deviceId && deviceId !== point.device_id) {
    refuse(4000, { errors: { deviceId: 'errors.field.invalid' } })
  }
  if (!point.is_writable) refuse(4601, { errors: { pointValue: 'errors.points.notWritable' } })
  const host = readHost(world, point.device_id) ?? refuse(4005)
  if (!host.onboarded) refuse(4304)
  if (!isConnected(host, world.clock.now())) refuse(4303)
  if (isInjected(world, host.id, 'rejectConfig', ({ type }) => type === 'point')) refuse(4606)
  return { point, host }
}

/** Returns a value of the point's kind within its range; states by number or text. Throws otherwise. */
function checkedValue(point: PointRow, value: Value): Value {
  const wrong = (key: string) => refuse(4602, { errors: { pointValue: `errors.points.${key}` } })
  switch (point.kind) {
    case 'number':
      if (typeof value !== 'number') return wrong('type')
      if (value < (point.min ?? -Infinity) || value > (point.max ?? Infinity)) return wrong('range')
      return value
    case 'boolean':
      return typeof value === 'boolean' ? value : wrong('type')
    case 'enum': {
      const states = statesOf(point)
      if (typeof value === 'boolean') return wrong('type')
      const number = typeof value === 'number' ? value : states.indexOf(value) + 1
      return Number.isInteger(number) && number >= 1 && number <= states.length ? number : wrong('enum')
    }
    case 'string':
      return typeof value === 'string' ? value : wrong('type')
  }
}

/** Whether the caller may override permanently, as administrators may; everyone else at most for a day. */
function mayHoldLong({ caller, world, params }: Call<typeof site.overridePointFor>): boolean {
  const scope = scopeOfPoint(world.store, params.id)
  const role = scope && roleAt(caller, scope)
  return role !== undefined && reach(role, 'point.overridePermanent') !== '-'
}

function writtenPoint(world: World, host: HostRow, point: PointRow) {
  const shown = valuesAt(world, host, [point], world.clock.now()).get(point.id)
  const commands = shown?.commands ?? []
  return {
    pointId: point.id,
    presentValue: shown?.presentValue ?? null,
    activePriority: shown?.activePriority ?? null,
    priorityArray: priorityArray(commands),
    override: overrideOf(commands),
  }
}
