/** Equipment as a row of a list. */
import type { Equipment } from '#contracts/equipment'
import { locationOf } from '~/domain/device'
import { nodeHref, type Place } from '~/hrefs'
import { type Told, type Troubles, troublesOf } from './told'

export interface EquipmentRow extends Troubles {
  id: string
  name: string
  href: string | null
  type: string
  location: string
  /** Null if the backend does not count it. */
  mapped: number | null
  needed: number | null
  rules: { ready: number; total: number } | null
}

interface ToRow {
  typeName(type: string): string
  told: Told
}

export function equipmentRow(place: Place, equipment: Equipment, { typeName, told }: ToRow): EquipmentRow {
  const { id, name, path = [], pointsMapped, pointsRequired, ruleReadiness } = equipment
  return {
    id,
    name,
    href: nodeHref(place, path, { id, type: 'equipment' }),
    type: typeName(equipment.type),
    location: locationOf(path),
    mapped: pointsMapped ?? null,
    needed: pointsRequired ?? null,
    rules: told.rules && ruleReadiness ? { ready: ruleReadiness.ready, total: ruleReadiness.total } : null,
    ...troublesOf(place, equipment, told),
  }
}
