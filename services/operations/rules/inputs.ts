/**
 * The inputs of a piece of equipment: its own points, what feeds it, and other points in roles of its rules (domain
 * §2.4, §12.2).
 */

import type { World } from '../../kit/world'
import { hvacFaultNames } from '../../simulation/fleet/hvac-faults'

/** A piece of equipment, or a controller when no equipment is recorded for what it drives. */
export type InputSubject = { equipmentId: string } | { deviceId: string }

const kinds = JSON.stringify(hvacFaultNames)

/** Whether any input of a unit, or of what feeds it, changes between two moments. */
export function hasChangingInputs(
  { store }: World,
  subject: InputSubject,
  { from, to }: { from: number; to: number },
): boolean {
  const [equipmentId, deviceId] = 'equipmentId' in subject ? [subject.equipmentId, null] : [null, subject.deviceId]
  return (
    store.get(
      `WITH RECURSIVE line (id) AS (
         SELECT ? UNION SELECT parent_equipment_id FROM line JOIN equipment ON equipment.id = line.id
       ),
       host (id) AS (
         SELECT device_id FROM line JOIN equipment_device ON equipment_id = line.id
         UNION SELECT device_id FROM point_mapping JOIN point ON point.id = point_id WHERE equipment_id = ?
         UNION SELECT ?
       )
       SELECT 1 FROM host WHERE
         EXISTS (SELECT 1 FROM point_command WHERE device_id = host.id)
         OR EXISTS (SELECT 1 FROM host_schedule WHERE device_id = host.id AND schedules <> '[]')
         OR EXISTS (SELECT 1 FROM schedule_run WHERE device_id = host.id AND from_at > ?)
         OR EXISTS (SELECT 1 FROM injection WHERE device_id = host.id AND from_at < ?
           AND (until_at IS NULL OR until_at > ?) AND kind IN (SELECT value FROM json_each(?)))
         OR EXISTS (SELECT 1 FROM point CROSS JOIN point_write ON point_id = point.id
           WHERE point.device_id = host.id AND at > ?)
         OR EXISTS (SELECT 1 FROM point CROSS JOIN excursion ON point_id = point.id
           WHERE point.device_id = host.id AND from_at < ? AND (until_at IS NULL OR until_at > ?))
       LIMIT 1`,
      equipmentId,
      equipmentId,
      deviceId,
      from,
      to,
      from,
      kinds,
      from,
      to,
      from,
    ) !== undefined
  )
}

export interface Downstream {
  /** Mapped equipment, which rules can evaluate. */
  equipmentIds: string[]
  /** Controllers with points, which can have limits. */
  deviceIds: string[]
}

/**
 * Returns everything whose readings depend on some controllers or equipment: what they serve and feed, transitively.
 */
export function downstreamOf(
  { store }: World,
  { equipmentIds = [], deviceIds = [] }: { equipmentIds?: readonly string[]; deviceIds?: readonly string[] },
): Downstream {
  const fed = `WITH RECURSIVE fed (id) AS (
      SELECT value FROM json_each(?)
      UNION SELECT equipment_id FROM json_each(?) AS own JOIN equipment_device ON device_id = own.value
      UNION SELECT equipment.id FROM fed JOIN equipment ON parent_equipment_id = fed.id
    ),
    host (id) AS (
      SELECT device_id FROM fed JOIN equipment_device ON equipment_id = fed.id UNION SELECT value FROM json_each(?)
    )`
  const [equipment, devices] = [JSON.stringify(equipmentIds), JSON.stringify(deviceIds)]
  const idsBy = (sql: string) =>
    store.all<{ id: string }>(`${fed} ${sql}`, equipment, devices, devices).map(({ id }) => id)
  return {
    equipmentIds: idsBy(
      `SELECT id FROM fed WHERE EXISTS (SELECT 1 FROM point_mapping WHERE equipment_id = fed.id)
       UNION SELECT equipment_id FROM host CROSS JOIN point ON device_id = host.id
         CROSS JOIN point_mapping ON point_id = point.id`,
    ),
    deviceIds: idsBy('SELECT id FROM host WHERE EXISTS (SELECT 1 FROM point WHERE device_id = host.id)'),
  }
}
