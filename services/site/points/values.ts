/** Current readings of points: the strongest command, else the simulated day of their unit (domain §4.4, §4.5). */
import { createHash } from 'node:crypto'
import type { Point, PointKind, PointValue, Value } from '../../contracts/points'
import { timestamp } from '../../kit/clock'
import type { World } from '../../kit/world'
import { isConnected } from '../../link/presence'
import { isOverwritten, pointsAt, scheduledLevels } from '../../simulation/building/values'
import { storedPoints, storesAny } from './historian'
import type { CommandRecord } from './priority-array'
import { commandedValue, commandsOf, overrideOf, priorityArray, scheduledCommand, weakestLevel } from './priority-array'

export interface PointRecord {
  id: string
  tenant_id: string
  customer_id: string
  device_id: string
  object_type: string
  object_instance: number
  name: string
  display_name: string
  description: string
  kind: PointKind
  unit: string | null
  precision: number
  min: number | null
  max: number | null
  state_text: string | null
  cov_increment: number
  is_writable: number
  relinquish_default: string | null
  behaviour: string
}

/** The fields of a controller that the values of its points depend on. */
export interface HostRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  host_id: string
  onboarded: number
  offline_since: number | null
}

export function readHost({ store }: World, deviceId: string): HostRecord | undefined {
  return store.get<HostRecord>(
    'SELECT id, tenant_id, customer_id, site_id, host_id, onboarded, offline_since FROM device WHERE id = ?',
    deviceId,
  )
}

/** Returns the status flags of an event state; these controllers have no manual switches. */
function flagsOf(eventState: string | undefined) {
  const fault = eventState === 'fault'
  return { inAlarm: eventState !== undefined && !fault, fault, overridden: false, outOfService: false }
}

/** Returns the event state of active alarms by point id. */
function eventStatesOf({ store }: World, points: readonly { id: string }[]): Map<string, string> {
  const rows = store.all<{ point_id: string; event_state: string }>(
    `SELECT point_id, event_state FROM alarm
     WHERE event_state <> 'normal' AND point_id IN (SELECT value FROM json_each(?)) ORDER BY raised_at, id`,
    JSON.stringify(points.map(({ id }) => id)),
  )
  return new Map(rows.map(({ point_id, event_state }) => [point_id, event_state]))
}

const noReliability = 'noFaultDetected'

export interface CurrentValue {
  presentValue: Value | null
  /** The value once every level is released: that of the program, if there is one. */
  relinquishDefault: Value | null
  activePriority: number | null
  commands: CommandRecord[]
}

/** Returns the readings of the points of one controller at a moment (ms), by point id. */
export function valuesAt(
  world: World,
  host: HostRecord,
  points: readonly PointRecord[],
  at: number,
): Map<string, CurrentValue> {
  const ids = points.map(({ id }) => id)
  const writtenCommands = commandsOf(world.store, ids)
  const scheduled = scheduledLevels(world, host.id, { at, points })
  const commandedIds = new Set([...writtenCommands.keys(), ...scheduled.keys()])
  const days = pointsAt(world, host.id, { at, ids: new Set(ids), commandedIds })
  return new Map(
    points.map((point) => {
      const manual = (writtenCommands.get(point.id) ?? []).filter(
        (command) => command.level !== weakestLevel || !isOverwritten(world, point, { writtenAt: command.at, at }),
      )
      const bySchedules = (scheduled.get(point.id) ?? [])
        .filter(({ level }) => !manual.some((command) => command.level === level))
        .flatMap(({ level, value }) => (value === null ? [] : [scheduledCommand(point.id, { level, value, at })]))
      const active = [...manual, ...bySchedules].sort((a, b) => a.level - b.level)
      const day = days.get(point.id)
      const [strongest] = active
      return [
        point.id,
        {
          presentValue: strongest ? commandedValue(strongest) : (day?.value ?? defaultOf(point)),
          relinquishDefault: point.is_writable ? (day?.free ?? defaultOf(point)) : null,
          activePriority: strongest?.level ?? null,
          commands: active,
        },
      ]
    }),
  )
}

/** Returns the moment of the last known readings: while a controller is silent, those before its silence. */
export function lastHeardAt({ clock }: World, host: HostRecord): number {
  return host.offline_since === null ? clock.now() : Math.min(host.offline_since, clock.now())
}

const defaultOf = (point: PointRecord) =>
  point.relinquish_default === null ? null : (JSON.parse(point.relinquish_default) as Value)

/** Returns the values of some points of one controller, in the form of subscriptions. */
export function pointValues(world: World, host: HostRecord, points: readonly PointRecord[]): PointValue[] {
  const at = lastHeardAt(world, host)
  const values = valuesAt(world, host, points, at)
  const eventStates = eventStatesOf(world, points)
  const quality = !isConnected(host, world.clock.now()) ? 'offline' : host.offline_since === null ? 'good' : 'stale'
  return points.map((point) => {
    const { presentValue = null, activePriority = null, commands = [] } = values.get(point.id) ?? {}
    return {
      pointId: point.id,
      kind: point.kind,
      presentValue,
      timestamp: timestamp(at),
      statusFlags: flagsOf(eventStates.get(point.id)),
      activePriority,
      reliability: quality === 'offline' ? 'communicationFailure' : noReliability,
      override: overrideOf(commands),
      quality,
      ...(point.kind === 'enum' && {
        enumeration: enumerationOf(point).map((label, at) => ({ value: at + 1, label })),
      }),
    }
  })
}

export const enumerationOf = (point: Pick<PointRecord, 'state_text'>) =>
  JSON.parse(point.state_text ?? '[]') as string[]

interface Meaning {
  point_id: string
  point_type_id: string
  equipment_id: string
}

/** Returns complete points of one controller. */
export function toPoints(world: World, host: HostRecord, rows: readonly PointRecord[]): Point[] {
  const at = lastHeardAt(world, host)
  const values = valuesAt(world, host, rows, at)
  const eventStates = eventStatesOf(world, rows)
  const meanings = new Map(
    world.store
      .all<Meaning>(
        `SELECT point_id, point_type_id, equipment_id FROM point_mapping
         WHERE point_id IN (SELECT value FROM json_each(?)) ORDER BY point_id, equipment_id DESC, role DESC`,
        JSON.stringify(rows.map(({ id }) => id)),
      )
      .map((meaning) => [meaning.point_id, meaning]),
  )
  const connected = isConnected(host, world.clock.now())
  const storesPoints = storesAny(world.store, host.id)
  const stored = storedPoints(world.store, host.id)
  return rows.map((row) => withETag(row, pointOf(row)))

  function pointOf(row: PointRecord): Point {
    const {
      presentValue = null,
      relinquishDefault = null,
      activePriority = null,
      commands = [],
    } = values.get(row.id) ?? {}
    const meaning = meanings.get(row.id)
    const storage = stored.get(row.id)
    const states = enumerationOf(row)
    return {
      id: row.id,
      deviceId: row.device_id,
      hostId: host.host_id,
      name: row.name,
      displayName: row.display_name,
      description: row.description,
      objectType: row.object_type,
      objectInstance: row.object_instance,
      kind: row.kind,
      unit: row.unit,
      precision: row.precision,
      min: row.min,
      max: row.max,
      ...(row.kind === 'enum' && { stateText: states }),
      ...(row.kind === 'boolean' && { falseText: states[0], trueText: states[1] }),
      covIncrement: row.cov_increment,
      isWritable: row.is_writable === 1,
      presentValue,
      timestamp: timestamp(at),
      statusFlags: flagsOf(eventStates.get(row.id)),
      reliability: connected ? noReliability : 'communicationFailure',
      eventState: eventStates.get(row.id) ?? 'normal',
      activePriority,
      ...(row.is_writable === 1 && { priorityArray: priorityArray(commands), relinquishDefault }),
      override: overrideOf(commands),
      pointTypeId: meaning?.point_type_id ?? null,
      equipmentId: meaning?.equipment_id ?? null,
      historian: {
        enabled: storesPoints && storage !== undefined,
        mode: storage?.mode ?? (row.kind === 'number' ? 'interval' : 'cov'),
        intervalSec: storage?.intervalSec ?? 60,
      },
    }
  }
}

/**
 * Returns the point with its eTag, which changes whenever its description, its role, its history settings or its
 * commands change. Its reading and the value of its program change by themselves and are not included.
 */
function withETag({ relinquish_default }: PointRecord, point: Point): Point {
  const { presentValue, timestamp, statusFlags, reliability, eventState, relinquishDefault, ...described } = point
  const text = JSON.stringify([relinquish_default, described])
  return { ...point, eTag: createHash('sha1').update(text).digest('base64url').slice(0, 16) }
}
