/**
 * The inputs of a piece of equipment: its own points, what feeds it, and other points in roles of its rules (domain
 * §2.4, §12.2).
 */

import type { World } from '../../kit/world'

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
