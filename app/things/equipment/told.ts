/** What somebody is told of equipment beside what it is: what rights and flags leave of its alarms, faults and rules. */
import type { Equipment } from '#contracts/equipment'
import { isOfFanCoil } from '~/domain/fan-coils'
import { href, type Place, placeParams } from '~/hrefs'
import type { Onlooker } from '~/views'

export interface Told {
  alarms: boolean
  faults: boolean
  /** The rules of fan coils, and with them their faults, are behind a flag of their own. */
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

/** How many there are now; null where nobody counted, or where the reader is not told. Each with the list of just those. */
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
