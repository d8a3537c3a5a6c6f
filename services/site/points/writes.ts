/** Writes to the priority arrays of points, at 16, 8 or 1, permanent or temporary, and their release (domain §4.5). */
import type { ErrorCode } from '../../contracts/error-codes'
import { type Capability, reach } from '../../contracts/permissions'
import type { ControllerAnswer, Value, WrittenPoint } from '../../contracts/points'
import type { site } from '../../contracts/site'
import { ApiError, type ApiErrorDetails, fail, forEachEntity } from '../../kit/api-error'
import { type Consultation, type Handlers, linkedWrite, type ServiceCall } from '../../kit/call'
import { type Caller, effectiveRoleAt, reachOf, require as requireOf } from '../../kit/caller'
import { requireCurrent } from '../../kit/etag'
import type { WorkAttempt } from '../../kit/intents'
import { scopeOfPoint } from '../../kit/scope'
import type { World } from '../../kit/world'
import { wakeMonitoring } from '../../link/changes'
import { LinkError, type PointReading, type PointRef } from '../../link/port'
import { isConnected } from '../../link/presence'
import { refusalCodes } from '../../link/refusal-codes'
import { writingPermission } from '../../link/writing'
import { requireWritable } from '../equipment/equipment'
import {
  allLevels,
  emergencyLevel,
  isSameValue,
  operatorLevel,
  overrideOf,
  priorityArray,
  weakestLevel,
} from './priority-array'
import { requireSubscribed } from './subscriptions'
import type { HostRecord, PointRecord } from './values'
import { currentValues, enumerationOf, pointsWith, readHost, readPoints } from './values'
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
  writePoint: command<typeof site.writePoint>((call) => toCommand(call, weakestLevel)),
  emergencyPoint: command<typeof site.emergencyPoint>((call) => toCommand(call, emergencyLevel)),
  overridePoint: command<typeof site.overridePoint>((call) => toCommand(call, operatorLevel)),

  overridePointFor: command<typeof site.overridePointFor>((call) =>
    toCommand(call, operatorLevel, () => {
      const { duration } = call.body
      if (!Number.isInteger(duration) || duration < 1 || duration > maxMinutes) {
        fail(4603, { errors: { duration: 'errors.points.duration' } })
      }
      return Math.min(duration, mayOverrideLong(call) ? maxMinutes : longestForUsers)
    }),
  ),

  endEmergency: release<typeof site.endEmergency>(emergencyLevel),
  releasePoint: release<typeof site.releasePoint>(operatorLevel),

  releaseOverrides: linkedWrite<typeof site.releaseOverrides, EachRelease[], EachAnswer[]>({
    lanes: ({ body }) => body.points.map(({ pointId }) => laneOf(pointId)),
    prepare: (call) => call.body.points.map(({ pointId, level }) => releaseOrRefusal(call, pointId, level)),
    async perform(world, items, details) {
      const answers = await Promise.all(
        items.map(async (item): Promise<EachAnswer | { open: LinkError }> => {
          if (!('release' in item)) return null
          try {
            return { written: await writeNow(world, { ...item.release, value: null }, details) }
          } catch (error) {
            if (error instanceof LinkError && isOpen(error, details)) return { open: error }
            return { refusal: refusalOf(error) }
          }
        }),
      )
      return answers.map((answer) => {
        if (answer && 'open' in answer) throw answer.open
        return answer
      })
    },
    complete: ({ world, touched }, items, answers) =>
      forEachEntity(
        items.map((item, at) => ({ item, answer: answers[at] ?? null })),
        {
          id: ({ item }) => item.pointId,
          savepoint: world.store.transaction,
          detail: ({ item }) => ({ level: item.level }),
          field: 'pointValue',
        },
        ({ item, answer }) => {
          if ('error' in item) fail(item.error.code, item.error.details)
          if (!answer) return fail(4303)
          if ('refusal' in answer) return fail(answer.refusal.code, answer.refusal.details)
          touched(item.pointId)
          return { ...recordRelease(world, item.release, answer.written), level: item.level }
        },
      ),
  }),
}

/** Names the order of what is written to a point. */
export const laneOf = (pointId: string) => `point:${pointId}`

/** A release of a call for many, or why there is none. */
type EachRelease = { pointId: string; level: Release['level'] } & (
  | { release: Release }
  | { error: { code: ErrorCode; details: ApiErrorDetails } }
)
type EachAnswer = { written: Written } | { refusal: Refusal } | null

/** What a controller that did not release a level is answered with. */
interface Refusal {
  code: ErrorCode
  details: ApiErrorDetails
}

/** Whether a release may have had its effect all the same, and nobody has read yet that it had none. */
const isOpen = ({ refusal, mayHaveRun }: LinkError, { mayRepeat }: WorkAttempt) =>
  mayHaveRun || (refusal === 'unreachable' && !mayRepeat)

function refusalOf(error: unknown): Refusal {
  if (error instanceof LinkError) return { code: refusalCodes[error.refusal], details: {} }
  if (error instanceof ApiError) return { code: error.code, details: error.details }
  throw error
}

function releaseOrRefusal(
  { world, caller, body }: ServiceCall<typeof site.releaseOverrides>,
  pointId: string,
  level: keyof typeof capabilityFor,
): EachRelease {
  try {
    requireOf(caller, capabilityFor[level], scopeOfPoint(world.store, pointId))
    const { point } = reachablePoint(world, pointId)
    return { pointId, level, release: toRelease({ world, caller, body }, point, level) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { pointId, level, error: { code: error.code, details: error.details } }
  }
}

/** The capability to write at a level and to release it. */
const capabilityFor = {
  [emergencyLevel]: 'point.emergency',
  [operatorLevel]: 'point.override',
  [weakestLevel]: 'point.write',
} as const satisfies Record<number, Capability>

/** Schedules the release of a level at a moment (ms). */
export function scheduleRelease(
  { jobs }: World,
  { pointId, level, at }: { pointId: string; level: number; at: number },
): void {
  jobs.schedule('point.release', at, { pointId, level }, releaseJob(pointId, level))
}

/** Forgets that a level is released at its end. */
export const cancelRelease = ({ jobs }: World, pointId: string, level: number): void =>
  void jobs.cancel(releaseJob(pointId, level))

/** Whether a write to a point, or a release, is on its way to the controller. */
export const isBeingWritten = ({ store }: World, pointId: string): boolean =>
  store.get('SELECT 1 FROM intent, json_each(intent.lanes) WHERE json_each.value = ?', laneOf(pointId)) !== undefined

const releaseJob = (pointId: string, level: number) => `point.release:${pointId}:${level}`

/** The fields that all writes use, whatever their path. */
type WriteFields = 'params' | 'body' | 'headers' | 'world' | 'caller' | 'consulted' | 'require' | 'touched'
type CommandCall = Pick<ServiceCall<typeof site.writePoint>, WriteFields>
type ReleaseCall = Pick<ServiceCall<typeof site.releasePoint>, WriteFields>

/** What is written, and what its record needs. */
interface Release {
  point: PointRef
  level: number
  /** What the level held before, as JSON. */
  before: string | null
  by: { id: string | null; name: string }
  reason: string | null
}

interface Command extends Release {
  value: Value
  /** How long it lasts; null until it is released. */
  minutes: number | null
}

type CommandCalls =
  | typeof site.writePoint
  | typeof site.emergencyPoint
  | typeof site.overridePoint
  | typeof site.overridePointFor
type ReleaseCalls = typeof site.endEmergency | typeof site.releasePoint

/** Returns the write of a command. */
function command<E extends CommandCalls>(prepare: (call: ServiceCall<E>) => Command) {
  return linkedWrite<E, Command, Written>({
    lanes: ({ params }) => [laneOf((params as { id: string }).id)],
    prepare,
    perform: writeNow,
    complete: ({ world }, work, written) => recordCommand(world, work, written) as never,
  })
}

/** Returns the write that releases a level. */
function release<E extends ReleaseCalls>(level: number) {
  return linkedWrite<E, Release, Written>({
    lanes: ({ params }) => [laneOf((params as { id: string }).id)],
    prepare(call) {
      const { body, world, caller } = call
      const { point } = writablePoint(call)
      if (body.subscriptionId) {
        requireSubscribed(world, caller, { subscriptionId: body.subscriptionId, pointId: point.id })
      }
      return toRelease(call, point, level)
    },
    perform: (world, work, details) => writeNow(world, { ...work, value: null }, details),
    complete: ({ world }, work, written) => recordRelease(world, work, written) as never,
  })
}

interface LevelWrite {
  point: PointRef
  level: number
  /** Null releases the level. */
  value: Value | null
}

/** What came of a write at its controller. */
export interface Written {
  /** The point after the write; null when the controller does not answer the reading. */
  reading: PointReading | null
  controller: ControllerAnswer
}

/**
 * Writes a level at the controller. A write that may have been sent before is looked for in the levels first: what is
 * there already is not written again.
 */
export async function writeLevel(
  world: World,
  { point, level, value }: LevelWrite,
  { mayHaveRun, mayRepeat }: WorkAttempt,
): Promise<Written> {
  const link = world.links.of(point.device_id)
  if (mayHaveRun) {
    const found = await findWritten(world, { point, level, value })
    if (found) return found
    if (!mayRepeat) return failUnanswered()
  }
  try {
    const { before, after } = await link.write(point, level, value)
    return {
      reading: after,
      controller: {
        answer: 'accepted',
        before: before && !mayHaveRun ? allLevels(before) : null,
        after: after && allLevels(after.levels),
      },
    }
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    if (error.refusal === 'unreachable') {
      const found = await findWritten(world, { point, level, value }).catch((unread: unknown) => {
        // The levels are not read either: what became of the write stays as it is known.
        throw error.mayHaveRun ? error : unread
      })
      if (found) return found
      return error.mayHaveRun ? failUnanswered() : failUnsent()
    }
    if (error.answer === null) throw error
    return fail(4606, { errors: { pointValue: `errors.points.answer.${error.answer}` } })
  }
}

/** A controller that answers again, but did not answer the write: its levels say that it was not made. */
const failUnanswered = () => fail(4303, { errors: { pointValue: 'errors.points.unanswered' } })
const failUnsent = () => fail(4303, { errors: { pointValue: 'errors.points.notSent' } })

/** Writes a level for somebody who waits: what could not be sent is not tried again, and the reply says so. */
async function writeNow(world: World, work: LevelWrite, attempt: WorkAttempt): Promise<Written> {
  try {
    return await writeLevel(world, work, attempt)
  } catch (error) {
    const isSilent = error instanceof LinkError && error.refusal === 'unreachable'
    if (isSilent && !error.mayHaveRun && !attempt.mayHaveRun) return failUnsent()
    throw error
  }
}

/** Returns what a write that may have been sent has left, when its level is as requested. Throws when it is not read. */
async function findWritten({ links }: World, { point, level, value }: LevelWrite): Promise<Written | null> {
  const [reading] = await links.of(point.device_id).read(point.device_id, [point])
  if (!reading) throw new LinkError('unreachable')
  if (!isSameValue(heldAt(reading, level), value)) return null
  return { reading, controller: { answer: 'found', before: null, after: allLevels(reading.levels) } }
}

/** Returns what a level of a reading holds. */
export const heldAt = ({ levels }: PointReading, level: number): Value | null =>
  levels.find((one) => one.level === level)?.value ?? null

function toCommand(call: CommandCall, level: number, minutes?: () => number): Command {
  const { body, world, caller } = call
  const { point } = writablePoint(call)
  requireSubscribed(world, caller, { subscriptionId: body.subscriptionId, pointId: point.id })
  const value = checkedValue(point, body.pointValue)
  return { ...toRelease(call, point, level), value, minutes: minutes?.() ?? null }
}

/** The person who writes, and the reason. */
type WriteContext = Pick<ReleaseCall, 'world' | 'caller'> & { body: Pick<ReleaseCall['body'], 'reason'> }

const toRelease = ({ world, caller, body }: WriteContext, point: PointRecord, level: number): Release => ({
  point: refOf(point),
  level,
  before: currentAt(world, point.id, level)?.value ?? null,
  by: authorOf(caller, point),
  reason: body.reason ?? null,
})

export const refOf = ({ id, device_id, object_type, object_instance, kind }: PointRecord): PointRef => ({
  id,
  device_id,
  object_type,
  object_instance,
  kind,
})

/** Stores a command that the controller has accepted, with the value as the controller holds it. */
function recordCommand(world: World, work: Command, { reading, controller }: Written): WrittenPoint {
  const { level, minutes, before, by, reason } = work
  const value = (reading && heldAt(reading, level)) ?? work.value
  const point = readPoint(world, work.point.id)
  const now = world.clock.now()
  const expiresAt = minutes === null ? null : now + minutes * minuteMs
  const json = JSON.stringify(value)
  cancelRelease(world, point.id, level)
  world.store.run(
    `INSERT INTO point_command (point_id, level, value, tenant_id, customer_id, device_id, by_id, by_name, at, expires_at)
     VALUES (?,?,?,?,?,?,?,?,?,?)
     ON CONFLICT (point_id, level) DO UPDATE SET value = excluded.value, by_id = excluded.by_id,
       by_name = excluded.by_name, at = excluded.at, expires_at = excluded.expires_at, is_seen = 0`,
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
  const entry = { pointId: point.id, level, at: now, old: before, by, reason }
  recordPointWrite(world.store, { ...entry, action: 'write', value: json, expiresAt, controller })
  if (expiresAt !== null) scheduleRelease(world, { pointId: point.id, level, at: expiresAt })
  wakeMonitoring(world, point.device_id)
  const result = writtenPoint(world, point, reading)
  return { ...result, effective: result.activePriority === level, controller }
}

/** Stores a release that the controller has accepted: of a command of this installation, or of somebody else's. */
function recordRelease(world: World, work: Release, { reading, controller }: Written) {
  const { level, by, reason } = work
  const found = controller.before?.[level - 1] ?? null
  const before = work.before ?? (found === null ? null : JSON.stringify(found))
  const point = readPoint(world, work.point.id)
  cancelRelease(world, point.id, level)
  world.store.run('DELETE FROM point_command WHERE point_id = ? AND level = ?', point.id, level)
  if (before !== null) {
    const at = world.clock.now()
    recordPointWrite(world.store, {
      pointId: point.id,
      level,
      action: 'release',
      at,
      old: before,
      by,
      reason,
      controller,
    })
    wakeMonitoring(world, point.device_id)
  }
  const result = writtenPoint(world, point, reading)
  const stronger = result.activePriority !== null && result.activePriority < level
  return { ...result, effective: before !== null && !stronger, controller }
}

const readPoint = ({ store }: World, id: string) =>
  store.get<PointRecord>('SELECT * FROM point WHERE id = ?', id) ?? fail(4005)

/** Returns what this installation knows of a level. */
export const currentAt = ({ store }: World, pointId: string, level: number) =>
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
function writablePoint({ params, body, headers, world, consulted, require, touched }: CommandCall | ReleaseCall): {
  point: PointRecord
  host: HostRecord
} {
  require(scopeOfPoint(world.store, params.id))
  const writable = reachablePoint(world, params.id, body.deviceId)
  if (headers['if-match'] !== undefined) {
    const readings = consulted.readings ?? new Map()
    const [{ eTag = '', ...current } = fail(4005)] = pointsWith(world, [writable.host], {
      rows: [writable.point],
      readings,
    })
    requireCurrent({ body: undefined, ifMatch: headers['if-match'], current: { ...current, eTag } })
  }
  touched(writable.point.id)
  return writable
}

/** Returns a commandable point on a reachable controller; on the named controller, if there is one. */
function reachablePoint(world: World, id: string, deviceId?: string | null): { point: PointRecord; host: HostRecord } {
  const point = readPoint(world, id)
  requireWritable(world, point.customer_id)
  if (deviceId && deviceId !== point.device_id) {
    fail(4000, { errors: { deviceId: 'errors.field.invalid' } })
  }
  if (!point.is_writable) fail(4601, { errors: { pointValue: 'errors.points.notWritable' } })
  const host = readHost(world, point.device_id) ?? fail(4005)
  if (!host.onboarded) fail(4304)
  if (!isConnected(host, world.clock.now())) fail(4303)
  if (!world.links.of(host.id).can.has('write')) fail(4310)
  if (!writingPermission(world, host.id)(point)) fail(4601, { errors: { pointValue: 'errors.points.writingOff' } })
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

function writtenPoint(world: World, point: PointRecord, reading: PointReading | null) {
  const readings = new Map(reading ? [[point.id, reading]] : [])
  const current = currentValues(world, [point], readings).get(point.id)
  const commands = current?.commands ?? []
  return {
    pointId: point.id,
    presentValue: current?.presentValue ?? null,
    activePriority: current?.activePriority ?? null,
    priorityArray: priorityArray(commands),
    override: overrideOf(commands),
  }
}

/** Reads a point before it is written, where the write depends on its version and the caller may read it. */
export async function consultPoint({
  params,
  headers,
  caller,
  world,
}: Pick<ServiceCall<typeof site.writePoint>, 'params' | 'headers' | 'caller' | 'world'>): Promise<Consultation> {
  const refusals = new Map()
  const scope = scopeOfPoint(world.store, params.id)
  const reach = scope && reachOf(caller, 'point.read', scope)
  if (headers['if-match'] === undefined || reach === undefined || reach === '-') return { refusals }
  const point = readPoint(world, params.id)
  return { refusals, readings: await readPoints(world, [point]) }
}
