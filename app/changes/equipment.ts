/** Changes to equipment and to the controllers that serve it. */
import { bySettings, type ChangeKind } from './change'

const ofEquipment = { capability: 'equipment.write', flag: 'equipment' } as const

export const equipmentChanges = {
  'equipment.create': { ...ofEquipment, back: { never: 'created' } },
  'equipment.edit': { ...ofEquipment, back: bySettings },
  'equipment.delete': { ...ofEquipment, reason: 'required', back: { never: 'deleted' } },
  'equipment.link': { ...ofEquipment, max: 1_000, back: { never: 'linked' } },
  'equipment.unlink': { ...ofEquipment, max: 1_000, back: { never: 'unlinked' } },
} as const satisfies Record<string, ChangeKind>
