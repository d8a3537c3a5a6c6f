/** Equipment as a row of a list. */
import type { Equipment } from '#contracts/equipment'
import { locationOf } from '~/domain/device'
import { nodeHref, type Place } from '~/hrefs'
import { type EquipmentAccess, type EquipmentTroubles, equipmentTroubles } from './access'

export interface EquipmentRow extends EquipmentTroubles {
  id: string
  name: string
  href: string | null
  type: string
  location: string
  /** Null if the backend does not count it. */
  mapped: number | null
  required: number | null
  rules: { ready: number; total: number } | null
}

interface RowContext {
  typeName(type: string): string
  access: EquipmentAccess
}

export function equipmentRow(place: Place, equipment: Equipment, { typeName, access }: RowContext): EquipmentRow {
  const { id, name, path = [], pointsMapped, pointsRequired, ruleReadiness } = equipment
  return {
    id,
    name,
    href: nodeHref(place, path, { id, type: 'equipment' }),
    type: typeName(equipment.type),
    location: locationOf(path),
    mapped: pointsMapped ?? null,
    required: pointsRequired ?? null,
    rules: access.rules && ruleReadiness ? { ready: ruleReadiness.ready, total: ruleReadiness.total } : null,
    ...equipmentTroubles(place, equipment, access),
  }
}
