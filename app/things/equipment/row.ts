/** A piece of equipment as a row of a list. */
import type { Equipment } from '#contracts/equipment'
import { locationOf } from '~/domain/device'
import { nodeHref, type Place } from '~/hrefs'

export interface EquipmentRow {
  id: string
  name: string
  href: string | null
  type: string
  location: string
  /** Null where nobody counted. */
  mapped: number | null
  needed: number | null
  rules: { ready: number; total: number } | null
  alarms: number | null
  faults: number | null
}

export function equipmentRow(place: Place, equipment: Equipment, typeName: (type: string) => string): EquipmentRow {
  const { id, name, path = [], pointsMapped, pointsRequired, ruleReadiness, alarmCount, faultCount } = equipment
  return {
    id,
    name,
    href: nodeHref(place, path, { id, type: 'equipment' }),
    type: typeName(equipment.type),
    location: locationOf(path),
    mapped: pointsMapped ?? null,
    needed: pointsRequired ?? null,
    rules: ruleReadiness ? { ready: ruleReadiness.ready, total: ruleReadiness.total } : null,
    alarms: alarmCount ?? null,
    faults: faultCount ?? null,
  }
}
