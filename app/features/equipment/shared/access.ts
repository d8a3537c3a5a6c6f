/** The alarms, faults and rules of equipment that a person may see, by permissions and feature flags. */
import type { Equipment } from '#contracts/equipment'
import { isFanCoil } from '~/domain/fan-coils'
import { href, type Place, placeParams } from '~/hrefs'
import type { Viewer } from '~/views'

export interface EquipmentAccess {
  alarms: boolean
  faults: boolean
  /** Rules and faults of fan coils have their own feature flag. */
  fanCoils: boolean
  rules: boolean
}

export function equipmentAccess({ may, features }: Viewer): EquipmentAccess {
  return {
    alarms: may('alarm.read'),
    faults: may('fault.read') && features.faults,
    fanCoils: features.fanCoilUnitRules,
    rules: features.faultRules,
  }
}

/** Current numbers of alarms and faults with links to their lists; null if not counted or not visible to the person. */
export interface EquipmentTroubles {
  alarms: number | null
  alarmsHref: string | null
  faults: number | null
  faultsHref: string | null
}

export function equipmentTroubles(
  place: Place,
  { id, type, path = [], alarmCount, faultCount }: Equipment,
  { alarms, faults, fanCoils }: EquipmentAccess,
): EquipmentTroubles {
  const at = { ...placeParams(place, path), equipmentId: id }
  const isPlaced = Boolean(at.spaceId)
  const mayReadFaults = faults && (fanCoils || !isFanCoil(type))
  return {
    alarms: alarms ? (alarmCount ?? null) : null,
    alarmsHref: isPlaced ? href('equipmentAlarms', at, { state: 'active' }) : null,
    faults: mayReadFaults ? (faultCount ?? null) : null,
    faultsHref: isPlaced ? href('equipmentFaults', at) : null,
  }
}
