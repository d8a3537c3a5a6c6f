/** The alarms, faults and rules of equipment that a person may see, by permissions and feature flags. */
import type { Equipment } from '#contracts/equipment'
import { isOfFanCoil } from '~/domain/fan-coils'
import { href, type Place, placeParams } from '~/hrefs'
import type { Onlooker } from '~/views'

export interface Told {
  alarms: boolean
  faults: boolean
  /** Rules and faults of fan coils have their own feature flag. */
  fanCoils: boolean
  rules: boolean
}

export function toldTo({ may, features }: Onlooker): Told {
  return {
    alarms: may('alarm.read'),
    faults: may('fault.read') && features.faults,
    fanCoils: features.fanCoilUnitRules,
    rules: features.faultRules,
  }
}

/** Current numbers of alarms and faults with links to their lists; null if not counted or not visible to the person. */
export interface Troubles {
  alarms: number | null
  alarmsHref: string | null
  faults: number | null
  faultsHref: string | null
}

export function troublesOf(
  place: Place,
  { id, type, path = [], alarmCount, faultCount }: Equipment,
  { alarms, faults, fanCoils }: Told,
): Troubles {
  const at = { ...placeParams(place, path), equipmentId: id }
  const isPlaced = Boolean(at.spaceId)
  const isFaultTold = faults && (fanCoils || !isOfFanCoil(type))
  return {
    alarms: alarms ? (alarmCount ?? null) : null,
    alarmsHref: isPlaced ? href('equipmentAlarms', at, { state: 'active' }) : null,
    faults: isFaultTold ? (faultCount ?? null) : null,
    faultsHref: isPlaced ? href('equipmentFaults', at) : null,
  }
}
