/** Current values of points: what their controller reads, with who wrote it (domain §4.4, §4.5). */
import { createHash } from 'node:crypto'
import type { Point, PointKind, PointValue, Value } from '../../contracts/points'
import { timestamp } from '../../kit/clock'
import type { World } from '../../kit/world'
import type { ObjectGrouping, PointLevel, PointReading } from '../../link/port'
import { isConnected } from '../../link/presence'
import { writingPermissions } from '../../link/writing'
import { storageOf } from './historian'
import type { CommandRecord } from './priority-array'
import { commandsOf, overrideOf, priorityArray } from './priority-array'

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
  /** Since when its controller does not list it any more; null while it does. */
  vanished_at: number | null
  /** Where it is in the groups of its controller, as JSON; null in none. */
  grouping: string | null
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

/** Returns the status flags of a point: those that its controller reports, and those of its active alarm. */
function flagsOf(reading: PointReading | undefined, eventState: string | undefined) {
  const { inAlarm = false, fault = false, overridden = false, outOfService = false } = reading?.flags ?? {}
  const hasFault = eventState === 'fault'
  return {
    inAlarm: inAlarm || (eventState !== undefined && !hasFault),
    fault: fault || hasFault,
    overridden,
    outOfService,
  }
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

/** Returns the reliability of a point; what a silent controller reported before does not count. */
function reliabilityOf(reading: PointReading | undefined, isConnected: boolean): string {
  return isConnected && reading ? (reading.reliability ?? 'noFaultDetected') : 'communicationFailure'
}

export interface CurrentValue {
  /** Null when it is not known. */
  presentValue: Value | null
  /** The value once every level is released: that of the program, if there is one. */
  relinquishDefault: Value | null
  activePriority: number | null
  commands: CommandRecord[]
  /** When the controller was heard, ms; undefined when it does not answer. */
  at: number | undefined
}

export type PointReadings = ReadonlyMap<string, PointReading>

/** Returns the readings of points by id; none of a controller that does not answer. */
export async function readPoints(world: World, points: readonly PointRecord[]): Promise<PointReadings> {
  const listed = points.filter(({ vanished_at }) => vanished_at === null)
  if (listed.length === 0) return new Map()
  const readings = await world.links.read(listed)
  return new Map(readings.map((reading) => [reading.pointId, reading]))
}

/** Returns the values of points by id: what the controller reads, and who wrote its levels where that is known. */
export function currentValues({ store }: World, points: readonly PointRecord[], readings: PointReadings) {
  const written = commandsOf(
    store,
    points.map(({ id }) => id),
  )
  return new Map(
    points.map((point) => [point.id, currentValueOf(point, written.get(point.id) ?? [], readings.get(point.id))]),
  )
}

/** The commands of a controller that does not answer are those the services recorded. */
function currentValueOf(point: PointRecord, written: CommandRecord[], reading: PointReading | undefined): CurrentValue {
  const commands = reading ? reading.levels.map((level) => commandOf(point.id, level, written)) : written
  return {
    presentValue: reading?.value ?? null,
    relinquishDefault: point.is_writable ? (reading?.relinquishDefault ?? null) : null,
    activePriority: commands[0]?.level ?? null,
    commands,
    at: reading?.at,
  }
}

/** Returns a level of a controller with its author, where the services wrote it. */
function commandOf(pointId: string, level: PointLevel, written: readonly CommandRecord[]): CommandRecord {
  const value = JSON.stringify(level.value)
  const own = written.find((command) => command.level === level.level && command.value === value)
  if (own && !level.isScheduled) return own
  const { at, isScheduled } = level
  return {
    point_id: pointId,
    level: level.level,
    value,
    by_id: null,
    by_name: null,
    at,
    expires_at: null,
    ...(isScheduled && { isScheduled }),
  }
}

/** Returns the moment of the last known readings: while a controller is silent, those before its silence. */
function lastHeardAt({ clock }: World, host: HostRecord): number {
  return host.offline_since === null ? clock.now() : Math.min(host.offline_since, clock.now())
}

/** Returns the values of some points of one controller, in the form of subscriptions. */
export function pointValues(
  world: World,
  host: HostRecord,
  { points, readings }: { points: readonly PointRecord[]; readings: PointReadings },
): PointValue[] {
  const values = currentValues(world, points, readings)
  const eventStates = eventStatesOf(world, points)
  const isReachable = isConnected(host, world.clock.now())
  return points.map((point) => {
    const { presentValue = null, activePriority = null, commands = [], at } = values.get(point.id) ?? {}
    const isFresh = host.offline_since === null && at !== undefined
    const quality = !isReachable ? 'offline' : isFresh ? 'good' : 'stale'
    return {
      pointId: point.id,
      kind: point.kind,
      presentValue,
      timestamp: timestamp(at ?? point.vanished_at ?? lastHeardAt(world, host)),
      statusFlags: flagsOf(readings.get(point.id), eventStates.get(point.id)),
      activePriority,
      reliability: reliabilityOf(readings.get(point.id), quality !== 'offline'),
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

/** Returns where a point is in the groups of its controller; null in none. */
export const groupingOf = ({ grouping }: Pick<PointRecord, 'grouping'>) =>
  JSON.parse(grouping ?? 'null') as ObjectGrouping | null

/** Returns the groups as a reply; none for a point in none. */
export const groupsIn = (row: Pick<PointRecord, 'grouping'>) => {
  const grouping = groupingOf(row)
  return grouping && { groups: grouping.groups.map((group) => ({ ...group })) }
}

interface Meaning {
  point_id: string
  point_type_id: string
  equipment_id: string
}

/** Returns complete points of some controllers, read now. */
export async function toPoints(
  world: World,
  hosts: readonly HostRecord[],
  rows: readonly PointRecord[],
): Promise<Point[]> {
  return pointsWith(world, hosts, { rows, readings: await readPoints(world, rows) })
}

/** Returns complete points of some controllers from their readings. */
export function pointsWith(
  world: World,
  hosts: readonly HostRecord[],
  { rows, readings }: { rows: readonly PointRecord[]; readings: PointReadings },
): Point[] {
  const values = currentValues(world, rows, readings)
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
  const now = world.clock.now()
  const stored = storageOf(world.store, rows)
  const canWrite = writingPermissions(
    world,
    hosts.map(({ id }) => id),
  )
  const hostById = new Map(hosts.map((host) => [host.id, host]))
  return rows.flatMap((row) => {
    const host = hostById.get(row.device_id)
    return host ? withETag(row, pointOf(row, host)) : []
  })

  function pointOf(row: PointRecord, host: HostRecord): Point {
    const {
      presentValue = null,
      relinquishDefault = null,
      activePriority = null,
      commands = [],
      at,
    } = values.get(row.id) ?? {}
    const meaning = meanings.get(row.id)
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
      isWritable: row.is_writable === 1 && canWrite(host.id)(row),
      presentValue,
      timestamp: timestamp(at ?? row.vanished_at ?? lastHeardAt(world, host)),
      statusFlags: flagsOf(readings.get(row.id), eventStates.get(row.id)),
      reliability: reliabilityOf(readings.get(row.id), isConnected(host, now)),
      eventState: eventStates.get(row.id) ?? 'normal',
      activePriority,
      ...(row.is_writable === 1 && { priorityArray: priorityArray(commands), relinquishDefault }),
      override: overrideOf(commands),
      pointTypeId: meaning?.point_type_id ?? null,
      equipmentId: meaning?.equipment_id ?? null,
      ...(row.vanished_at !== null && { vanishedAt: timestamp(row.vanished_at) }),
      ...groupsIn(row),
      historian: stored(row),
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
