/** Equipment as stored and as returned (domain §8.1). */
import type { Equipment } from '../../contracts/equipment'
import { fail } from '../../kit/api-error'
import type { World } from '../../kit/world'
import { pathFinder } from '../hierarchy/paths'
import { rowETagOf } from '../hierarchy/tree-rows'
import { equipmentTypeOf, isRequired, ruleReadiness } from './types'

export interface EquipmentRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  building_id: string
  space_id: string
  parent_equipment_id: string | null
  type: string
  name: string
  sort_name: string
  description: string
  serves_space_ids: string
  properties: string
  version: number
}

/** Returns the row. Throws 4005 when it does not exist. */
export function readEquipment({ store }: World, id: string): EquipmentRecord {
  return store.get<EquipmentRecord>('SELECT * FROM equipment WHERE id = ?', id) ?? fail(4005)
}

/** Returns the equipment a controller serves. */
export function equipmentOfDevice(world: World, deviceId: string): Equipment[] {
  return toEquipment(
    world,
    world.store.all<EquipmentRecord>(
      `SELECT equipment.* FROM equipment_device JOIN equipment ON equipment.id = equipment_id
       WHERE device_id = ? ORDER BY sort_name, id`,
      deviceId,
    ),
  )
}

/** Returns the equipment in a space. */
export function equipmentInSpace(world: World, spaceId: string): Equipment[] {
  return toEquipment(
    world,
    world.store.all<EquipmentRecord>('SELECT * FROM equipment WHERE space_id = ? ORDER BY sort_name, id', spaceId),
  )
}

/** Returns equipment as the service returns it; links, mappings, alarms and faults are read for all of it at once. */
export function toEquipment(world: World, rows: readonly EquipmentRecord[]): Equipment[] {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const devices = groups(world, 'SELECT equipment_id AS id, device_id AS value FROM equipment_device', ids)
  const roles = groups(world, 'SELECT equipment_id AS id, role AS value FROM point_mapping', ids)
  const faults = groups(world, `SELECT equipment_id AS id, id AS value FROM fault`, ids, `status = 'active'`)
  const alarms = groups(world, `SELECT equipment_id AS id, id AS value FROM alarm`, ids, `event_state <> 'normal'`)
  const paths = pathFinder(world.store)
  return rows.map((row) => {
    const type = equipmentTypeOf(row.type)
    const mappedRoles = roles.get(row.id) ?? []
    return {
      id: row.id,
      eTag: rowETagOf(row),
      customerId: row.customer_id,
      siteId: row.site_id,
      buildingId: row.building_id,
      spaceId: row.space_id,
      name: row.name,
      description: row.description,
      type: row.type,
      servesSpaceIds: JSON.parse(row.serves_space_ids) as string[],
      deviceIds: devices.get(row.id) ?? [],
      parentEquipmentId: row.parent_equipment_id,
      pointsMapped: mappedRoles.length,
      pointsRequired: (type?.roles ?? []).filter(isRequired).length,
      ruleReadiness: ruleReadiness(type, new Set(mappedRoles)),
      faultCount: faults.get(row.id)?.length ?? 0,
      alarmCount: alarms.get(row.id)?.length ?? 0,
      additionalProperties: JSON.parse(row.properties) as Record<string, unknown>,
      path: paths.ofDevice(row),
    }
  })
}

/** Returns related values by equipment id, for the rows that meet a condition. */
function groups({ store }: World, select: string, ids: string, condition = 'TRUE'): Map<string, string[]> {
  const pairs = store.all<{ id: string; value: string }>(
    `${select} WHERE equipment_id IN (SELECT value FROM json_each(?)) AND ${condition} ORDER BY 1, 2`,
    ids,
  )
  const grouped = new Map<string, string[]>()
  for (const { id, value } of pairs) grouped.set(id, [...(grouped.get(id) ?? []), value])
  return grouped
}
