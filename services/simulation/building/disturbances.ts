/** What moves points away from their healthy course: commands, schedules, injected faults, excursions. */
import type { World } from '../../kit/world'
import { hvacFaultNames } from '../fleet/hvac-faults'

const kinds = JSON.stringify(hvacFaultNames)

/** Whether anything disturbs the controllers of some points, or of what feeds what they serve, in a window. */
export function isDisturbed(
  { store }: World,
  pointIds: readonly string[],
  { from, to }: { from: number; to: number },
): boolean {
  return (
    store.get(
      `WITH RECURSIVE own (id) AS (
         SELECT DISTINCT device_id FROM point WHERE id IN (SELECT value FROM json_each(?))
       ),
       line (id) AS (
         SELECT equipment_id FROM own JOIN equipment_device ON device_id = own.id
         UNION SELECT parent_equipment_id FROM line JOIN equipment ON equipment.id = line.id
       ),
       host (id) AS (SELECT id FROM own UNION SELECT device_id FROM line JOIN equipment_device ON equipment_id = line.id)
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
      JSON.stringify(pointIds),
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
