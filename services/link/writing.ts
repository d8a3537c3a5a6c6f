/** Whether a point may be written: the simulation always lets it, other controllers once writing is switched on. */
import type { World } from '../kit/world'
import type { ObjectRef } from './port'
import { simulatedProtocol } from './registry'

export interface WritingRecord {
  is_on: number
  objects: string | null
  reason: string
  by_id: string
  by_name: string
  at: number
  version: number
}

export const findWriting = ({ store }: Pick<World, 'store'>, deviceId: string) =>
  store.get<WritingRecord>('SELECT * FROM device_writing WHERE device_id = ?', deviceId)

/** Whether writing to a controller has to be switched on. */
export function needsSwitch({ store }: Pick<World, 'store'>, deviceId: string): boolean {
  const device = store.get<{ protocol: string }>('SELECT protocol FROM device WHERE id = ?', deviceId)
  return device !== undefined && device.protocol !== simulatedProtocol
}

/** Whether this installation may change anything at a controller: its alarms are acknowledged there only then. */
export const mayChange = (world: Pick<World, 'store'>, deviceId: string): boolean =>
  !needsSwitch(world, deviceId) || findWriting(world, deviceId)?.is_on === 1

interface PointObject {
  object_type: string
  object_instance: number
}

/** Returns whether points of a controller may be written. */
export const writingPermission = (world: World, deviceId: string): ((point: PointObject) => boolean) =>
  writingPermissions(world, [deviceId])(deviceId)

/** Returns the same of each of some controllers. */
export function writingPermissions(
  { store, links }: World,
  deviceIds: readonly string[],
): (deviceId: string) => (point: PointObject) => boolean {
  const linkOf = links.ofEach(deviceIds)
  const rows = store.all<{ id: string; is_on: number | null; objects: string | null }>(
    `SELECT device.id, is_on, objects FROM device LEFT JOIN device_writing ON device_id = device.id
     WHERE protocol <> '${simulatedProtocol}' AND device.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(deviceIds),
  )
  const permissions = new Map(
    rows.map(({ id, is_on, objects }) => [
      id,
      is_on ? isAmong(objects === null ? null : (JSON.parse(objects) as ObjectRef[])) : () => false,
    ]),
  )
  return (deviceId) => (linkOf(deviceId).can.has('write') ? (permissions.get(deviceId) ?? (() => true)) : () => false)
}

/** Returns whether points are among objects; null stands for all. */
export function isAmong(objects: readonly ObjectRef[] | null): (point: PointObject) => boolean {
  if (objects === null) return () => true
  const keys = new Set(objects.map(keyOf))
  return ({ object_type, object_instance }) =>
    keys.has(keyOf({ objectType: object_type, objectInstance: object_instance }))
}

const keyOf = ({ objectType, objectInstance }: ObjectRef) => `${objectType}:${objectInstance}`
