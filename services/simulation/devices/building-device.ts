/** Simulated controllers as BACnet devices: what they consist of, and their values. */

import { objectKey } from '../../bacnet/encoding/primitives'
import { unitNumberOf } from '../../bacnet/link/units'
import { objectTypes } from '../../bacnet/object-types'
import type {
  BackupSource,
  DeviceModel,
  LogSource,
  ObjectSource,
  PointSource,
  ServedPoint,
  ServedState,
} from '../../bacnet/server/device-model'
import { servedTypes } from '../../bacnet/server/device-model'
import type { Value } from '../../contracts/points'
import type { ScheduleTarget } from '../../contracts/schedules'
import { seedOf } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import { deviceInstanceOf } from '../../link/device-instance'
import type { PointRef } from '../../link/port'
import { type HeldCommands, readingsAt } from '../building/point-readings'
import { activeInjection } from '../fleet/injections'
import { deviceBackup } from './device-backup'
import { deviceLogs } from './device-logs'
import { deviceDocument, deviceSchedules } from './device-schedules'
import { deviceViews } from './device-views'

/** The levels that devices hold, beside those of their schedules. */
export interface DeviceLevels {
  of: HeldCommands
  /** Sets a level, or releases it (null). */
  set(pointId: string, level: number, value: Value | null): void
}

interface DeviceRow {
  id: string
  name: string
  model_type: string
  host_id: string
  building: string
  space: string
  time_zone: string
  product: string | null
  serial: string | null
  firmware: string | null
}

interface PointRow extends PointRef {
  name: string
  display_name: string
  unit: string | null
  precision: number
  min: number | null
  max: number | null
  state_text: string | null
  cov_increment: number
  is_writable: number
}

/** How a device is reached, which decides how much it can do. */
export type DeviceReach = 'ip' | 'line'

/** Largest message and number of subscriptions. */
const limitsOf = {
  ip: { maxApdu: 1476, sendsSegments: true, maxSubscriptions: 500 },
  line: { maxApdu: 480, sendsSegments: false, maxSubscriptions: 40 },
} as const

export interface BuildingDevice {
  deviceId: string
  model: DeviceModel
  source: PointSource
  /** Its schedules, calendars and views. */
  objects: ObjectSource
  backup: BackupSource
  logs: LogSource
}

/** Returns a simulated controller as a BACnet device. */
export function buildingDevice(
  world: World,
  deviceId: string,
  { reach, held }: { reach: DeviceReach; held: DeviceLevels },
): BuildingDevice {
  const device = readDevice(world, deviceId)
  const instance = deviceInstanceOf(world, deviceId)
  const rows = world.store
    .all<PointRow>(
      `SELECT id, device_id, object_type, object_instance, kind, name, display_name, unit, precision, min, max, state_text,
         cov_increment, is_writable
       FROM point WHERE device_id = ? AND vanished_at IS NULL ORDER BY object_type, object_instance`,
      deviceId,
    )
    .filter(({ object_type }) => servedTypeOf(object_type) !== undefined)
  const points = rows.map(servedPointOf)
  const modelName = device.product ?? device.model_type
  const scheduled = {
    ...{ deviceId, instance, timeZone: device.time_zone },
    isCommandable: ({ objectType, objectInstance }: ScheduleTarget) =>
      rows.some(
        ({ object_type, object_instance, is_writable }) =>
          object_type === objectType && object_instance === objectInstance && is_writable === 1,
      ),
  }
  const document = deviceDocument(world, scheduled)
  return {
    deviceId,
    model: {
      ...{ instance, name: device.name, modelName, password: null },
      description: `${modelName} of a simulated building`,
      location: `${device.building}, ${device.space}`,
      firmware: device.firmware ?? '1.0.0',
      serialNumber: device.serial ?? `SIM-${(seedOf(device.host_id) % 1e8).toString().padStart(8, '0')}`,
      timeZone: device.time_zone,
      ...limitsOf[reach],
      points,
    },
    source: guarded(world, deviceId, createSource(world, deviceId, { rows, held })),
    objects: withViews(guardedObjects(world, deviceId, deviceSchedules(world, scheduled, document)), points),
    backup: guardedBackup(world, deviceId, deviceBackup(document, modelName)),
    logs: guardedLogs(world, deviceId, deviceLogs(world, rows.filter(isLogged).slice(0, maxLogs).map(loggedPointOf))),
  }
}

/** Views do not change, and nobody can write them. */
function withViews(source: ObjectSource, points: readonly ServedPoint[]): ObjectSource {
  const views = deviceViews(points)
  return { ...source, all: () => [...source.all(), ...views] }
}

/** The first measured points of a device have logs. */
const maxLogs = 3
const isLogged = ({ object_type }: PointRow) => object_type === 'analogInput'
const loggedPointOf = (row: PointRow) => ({ id: row.id, point: servedPointOf(row) })

function readDevice({ store }: World, deviceId: string): DeviceRow {
  const row = store.get<DeviceRow>(
    `SELECT device.id, device.name, device.model_type, host_id, building.name AS building, space.name AS space,
       site.time_zone, (SELECT json_extract(body, '$.name') FROM product WHERE id = product_id) AS product,
       json_extract(device.properties, '$."$serialNumber"') AS serial,
       (SELECT max(version) FROM device_package WHERE device_id = device.id AND name = 'platform') AS firmware
     FROM device JOIN building ON building.id = device.building_id JOIN space ON space.id = device.space_id
       JOIN site ON site.id = device.site_id
     WHERE device.id = ?`,
    deviceId,
  )
  if (!row) throw new Error(`There is no controller ${deviceId}`)
  return row
}

const servedTypeOf = (objectType: string): ServedPoint['type'] | undefined =>
  servedTypes.find((type) => objectTypes[objectType as keyof typeof objectTypes] === type)

function servedPointOf(row: PointRow): ServedPoint {
  const type = servedTypeOf(row.object_type)
  if (type === undefined) throw new RangeError(`${row.object_type} is not served`)
  return {
    type,
    instance: row.object_instance,
    name: row.name,
    description: row.display_name,
    units: unitNumberOf(row.unit),
    min: row.min,
    max: row.max,
    resolution: row.kind === 'number' ? 10 ** -row.precision : null,
    covIncrement: row.cov_increment,
    stateTexts: JSON.parse(row.state_text ?? '[]') as string[],
    isCommandable: row.is_writable === 1,
  }
}

/** Runs what reads or writes the store: a failure is that of the device, and of nothing else in this process. */
function attempted<Result>({ log }: World, deviceId: string, work: () => Result, instead: Result): Result {
  try {
    return work()
  } catch (error) {
    log.error({ err: error, deviceId }, 'a simulated device failed')
    return instead
  }
}

const guarded = (world: World, deviceId: string, source: PointSource): PointSource => ({
  states: () => attempted(world, deviceId, () => source.states(), new Map()),
  command: (...write) => attempted(world, deviceId, () => source.command(...write), false),
  isSilent: () => attempted(world, deviceId, () => source.isSilent(), true),
})

const guardedObjects = (world: World, deviceId: string, source: ObjectSource): ObjectSource => ({
  all: () => attempted(world, deviceId, () => source.all(), []),
  write: (...write) => attempted(world, deviceId, () => source.write(...write), 'writeAccessDenied'),
})

const guardedLogs = (world: World, deviceId: string, source: LogSource): LogSource => ({
  all: () => attempted(world, deviceId, () => source.all(), []),
  records: (...range) => attempted(world, deviceId, () => source.records(...range), []),
})

const guardedBackup = (world: World, deviceId: string, source: BackupSource): BackupSource => ({
  read: () => attempted(world, deviceId, () => source.read(), new Uint8Array(0)),
  restore: (octets) => attempted(world, deviceId, () => source.restore(octets), false),
})

interface SourceOptions {
  rows: readonly PointRow[]
  held: DeviceLevels
}

function createSource(world: World, deviceId: string, { rows, held }: SourceOptions): PointSource {
  const byKey = new Map(rows.map((row) => [objectKey(keyOf(row)), row]))
  return {
    states() {
      const readings = readingsAt(world, deviceId, { points: rows, at: world.clock.now(), heldOf: held.of })
      return new Map(
        readings.flatMap(({ value, relinquishDefault, levels }, at): [string, ServedState][] => {
          const row = rows[at]
          if (!row) return []
          const own = Array.from({ length: 16 }, (): number | null => null)
          for (const one of levels) own[one.level - 1] = toServed(one.value)
          const state: ServedState = {
            value: toServed(value),
            relinquishDefault: toServed(relinquishDefault),
            levels: own,
            reliability: 0,
          }
          return [[objectKey(keyOf(row)), state]]
        }),
      )
    },
    command(point, level, value) {
      const row = byKey.get(objectKey(point))
      if (!row || activeInjection(world, deviceId, 'rejectConfig', ({ type }) => type === 'point')) return false
      held.set(row.id, level, value === null ? null : toStored(value, row.kind))
      return true
    },
    isSilent: () => activeInjection(world, deviceId, 'offline') !== undefined,
  }
}

const keyOf = ({ object_type, object_instance }: PointRow) => ({
  type: servedTypeOf(object_type) ?? -1,
  instance: object_instance,
})

function toServed(value: Value | null): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Digits of a 32-bit number. */
const realDigits = 7

const toStored = (value: number, kind: string): Value =>
  kind === 'boolean' ? value === 1 : Number(value.toPrecision(realDigits))
