/** Equipment with rules, its local days, and its injected faults on them (domain §2.4, §11.2). */
import type { World } from '../kit/world'
import type { RuleUnit } from './rules/rule-catalogue'

const unitOfType: Readonly<Record<string, RuleUnit>> = {
  Air_Handling_Unit: 'airHandler',
  Rooftop_Unit: 'airHandler',
  Makeup_Air_Unit: 'airHandler',
  Dedicated_Outdoor_Air_System_Unit: 'airHandler',
  Variable_Air_Volume_Box: 'box',
  Variable_Air_Volume_Box_With_Reheat: 'box',
  Fan_Coil_Unit: 'fanCoil',
}

/** Returns the kind of unit of a Brick class; undefined when no rule is about it. */
export const ruleUnitOf = (equipmentType: string): RuleUnit | undefined => unitOfType[equipmentType]

/** The types of equipment that rules run on. */
export const ruleTypes: readonly string[] = Object.keys(unitOfType)

export interface RuleEquipment {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  building_id: string
  space_id: string
  type: string
  name: string
  latitude: number | null
  longitude: number | null
  time_zone: string
}

export const readRuleEquipment = ({ store }: World, id: string): RuleEquipment | undefined =>
  store.get<RuleEquipment>(
    `SELECT equipment.id, equipment.tenant_id, equipment.customer_id, equipment.site_id, equipment.building_id,
       equipment.space_id, equipment.type, equipment.name, site.latitude, site.longitude, site.time_zone
     FROM equipment JOIN site ON site.id = equipment.site_id WHERE equipment.id = ?`,
    id,
  )

/** Returns the controllers of a piece of equipment, in a stable order. */
export const devicesOf = ({ store }: World, equipmentId: string): string[] =>
  store
    .all<{ device_id: string }>(
      'SELECT device_id FROM equipment_device WHERE equipment_id = ? ORDER BY device_id',
      equipmentId,
    )
    .map(({ device_id }) => device_id)
